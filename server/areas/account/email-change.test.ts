/** A new own address: in force once the code sent to it is confirmed. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { hashPassword } from '../../auth/passwords.ts'
import { columnOf, faultsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, unique } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { awayFromEnd, quarter } from '../../test/poll.ts'

const current_pwd = 'una clave bien larga'
const server = closedAfter(await startTestServer())
const passwordHash = await hashPassword(current_pwd)

const address = () => `${unique().toLowerCase()}@prueba.test`
const mails = (recipient: string) =>
  server.rows<{ kind: string; body: string }>('select kind, body from mail where recipient = $1 order by id', recipient)
const codeTo = async (email: string) => /\b\d{8}\b/.exec((await mails(email)).at(-1)?.body ?? '')?.[0] ?? ''

async function person() {
  const account = await makeAdmin(server.db, { passwordHash })
  const session = await makeSession(server.db, account)
  return {
    ...account,
    edit: (query: object) => server.call('account/edit', query, { session }),
    edited: async (query: object) => (await server.done('account/edit', query, session)).record,
  }
}

it('is in force from the code on; until then only the pending change differs, and then the old address is notified', async () => {
  const { edited, email } = await person()
  const other = address()
  const asked = await edited({ email: other, current_pwd })
  assert.deepEqual([asked.email, asked.email_pending], [email, other])
  assert.deepEqual(await mails(email), [])
  const done = await edited({ email_code: await codeTo(other) })
  assert.deepEqual([done.email, done.email_pending], [other, null])
  assert.deepEqual(columnOf(await mails(email), 'kind'), ['email_changed'])
})

it('a taken address is answered like a free one, its owner is notified, and no code transfers it', async () => {
  const owner = await person()
  const [one, two] = [await person(), await person()]
  const free = address()
  const pending = async ({ edited }: typeof one, email: string) => (await edited({ email, current_pwd })).email_pending
  assert.deepEqual([await pending(one, owner.email), await pending(two, free)], [owner.email, free])
  const sent = await mails(owner.email)
  assert.deepEqual(columnOf(sent, 'kind'), ['email_known'])
  assert.doesNotMatch(sent[0]?.body ?? '', /\d{8}/)
  for (const person of [one, two])
    assert.deepEqual(faultsOf(await person.edit({ email_code: '00000000' })), ['email_code value'])
})

it('a code dies after five wrong tries, of age, by the next one, and by taking the wish back', async () => {
  const { edit, edited, email, user_id } = await person()
  const other = address()
  const ask = async () => {
    await edited({ email: other, current_pwd })
    return await codeTo(other)
  }
  const refused = async (given: string) =>
    assert.deepEqual(faultsOf(await edit({ email_code: given })), ['email_code value'])
  const wrongOf = (right: string) => String((Number(right) + 1) % 1e8).padStart(8, '0')
  const first = await ask()
  await Promise.all(Array.from({ length: 5 }, () => refused(wrongOf(first))))
  await refused(first)
  const second = await ask()
  await refused(first)
  await server.rows("update email_change set expires_at = app_now() - interval '1 second' where user_id = $1", user_id)
  await refused(second)
  const third = await ask()
  assert.equal((await edited({ email })).email_pending, null)
  await refused(third)
  assert.deepEqual(await server.rows('select from email_change e where e::text like $1', `%${await ask()}%`), [])
})

it('a repeated confirmation gets its first answer, and another person’s code opens nothing', async () => {
  const [one, two] = [await person(), await person()]
  const wish = address()
  await one.edit({ email: wish, current_pwd })
  await two.edit({ email: address(), current_pwd })
  const email_code = await codeTo(wish)
  assert.deepEqual(faultsOf(await two.edit({ email_code })), ['email_code value'])
  const client_request_id = randomUUID()
  const confirm = { email_code, client_request_id }
  assert.deepEqual(columnOf([await one.edited(confirm), await one.edited(confirm)], 'email'), [wish, wish])
})

it('an address taken between code and confirmation is disclosed to the person who proved it', async () => {
  const { edit } = await person()
  const wish = address()
  await edit({ email: wish, current_pwd })
  const late = await person()
  await server.rows('update app_user set email = $2 where id = $1', late.user_id, wish)
  assert.deepEqual(refusalOf(await edit({ email_code: await codeTo(wish) })), [409, 'ALREADY_EXISTS'])
})

it('links sent to the old address open nothing afterwards', async () => {
  const { edit, email, user_id } = await person()
  await server.rows(
    `insert into password_reset (address_hash, user_id, code_hash, expires_at)
     values (sha256($1::bytea), $2, 'x', now() + interval '10 minutes')`,
    Buffer.from(email),
    user_id,
  )
  const wish = address()
  await edit({ email: wish, current_pwd })
  await edit({ email_code: await codeTo(wish) })
  assert.deepEqual(await server.rows('select from password_reset where user_id = $1', user_id), [])
})

it('no one can make the server mail many addresses', async () => {
  const { edit } = await person()
  const answers: number[] = []
  // Five in a quarter of an hour, then one each three minutes.
  await awayFromEnd(quarter, [180, 20])
  for (let n = 0; n < 7; n++) answers.push((await edit({ email: address(), current_pwd })).status)
  assert.deepEqual(answers.slice(0, 5), [200, 200, 200, 200, 200])
  assert.ok(answers.slice(5).includes(429))
})
