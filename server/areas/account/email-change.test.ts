/** A new own address: in force once the code sent to it is confirmed. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { hashPassword } from '../../auth/passwords.ts'
import { makeAdmin, makeSession, unique } from '../../test/factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'
import { awayFromEnd, quarter } from '../../test/poll.ts'

const current_pwd = 'una clave bien larga'
let server: TestServer
let passwordHash: string
before(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword(current_pwd)
})
after(() => server.close())

const address = () => `${unique().toLowerCase()}@prueba.test`
const record = ({ body }: Answer) => (body as { record: { email: string; email_pending: string | null } }).record
const code = ({ body }: Answer) => (body as { error?: string }).error
const fields = ({ body }: Answer) =>
  (body as { details: { field: string; code: string }[] }).details.map((one) => `${one.field} ${one.code}`)
const mails = async (recipient: string) =>
  (
    await server.db.owner.query<{ kind: string; body: string }>(
      'select kind, body from mail where recipient = $1 order by id',
      [recipient],
    )
  ).rows
const codeTo = async (email: string) => /\b\d{8}\b/.exec((await mails(email)).at(-1)?.body ?? '')?.[0] ?? ''

async function person() {
  const account = await makeAdmin(server.db, { passwordHash })
  const session = await makeSession(server.db, account)
  return { ...account, edit: (query: object) => server.call('account/edit', query, { session }) }
}

it('is in force from the code on; until then only the pending change differs, and then the old address is notified', async () => {
  const { edit, email } = await person()
  const other = address()
  const asked = await edit({ email: other, current_pwd })
  assert.deepEqual([asked.status, record(asked).email, record(asked).email_pending], [200, email, other])
  assert.deepEqual(await mails(email), [])
  const done = await edit({ email_code: await codeTo(other) })
  assert.deepEqual([done.status, record(done).email, record(done).email_pending], [200, other, null], done.text)
  assert.deepEqual(
    (await mails(email)).map(({ kind }) => kind),
    ['email_changed'],
  )
})

it('a taken address is answered like a free one, its owner is notified, and no code transfers it', async () => {
  const owner = await person()
  const [one, two] = [await person(), await person()]
  const free = address()
  const shape = (answer: Answer, wanted: string) => [answer.status, record(answer).email_pending === wanted]
  const taken = await one.edit({ email: owner.email, current_pwd })
  assert.deepEqual(shape(taken, owner.email), shape(await two.edit({ email: free, current_pwd }), free))
  const sent = await mails(owner.email)
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ['email_known'],
  )
  assert.doesNotMatch(sent[0]?.body ?? '', /\d{8}/)
  for (const person of [one, two])
    assert.deepEqual(fields(await person.edit({ email_code: '00000000' })), ['email_code value'])
})

it('a code dies after five wrong tries, of age, by the next one, and by taking the wish back', async () => {
  const { edit, email, user_id } = await person()
  const other = address()
  const ask = async () => {
    assert.equal((await edit({ email: other, current_pwd })).status, 200)
    return await codeTo(other)
  }
  const refused = async (given: string) =>
    assert.deepEqual(fields(await edit({ email_code: given })), ['email_code value'])
  const wrongOf = (right: string) => String((Number(right) + 1) % 1e8).padStart(8, '0')
  const first = await ask()
  await Promise.all(Array.from({ length: 5 }, () => refused(wrongOf(first))))
  await refused(first)
  const second = await ask()
  await refused(first)
  await server.db.owner.query(
    "update email_change set expires_at = app_now() - interval '1 second' where user_id = $1",
    [user_id],
  )
  await refused(second)
  const third = await ask()
  const back = await edit({ email })
  assert.deepEqual([back.status, record(back).email_pending], [200, null])
  await refused(third)
  const kept = await server.db.owner.query('select 1 from email_change e where e::text like $1', [`%${await ask()}%`])
  assert.equal(kept.rowCount, 0)
})

it('a repeated confirmation gets its first answer, and another person’s code opens nothing', async () => {
  const [one, two] = [await person(), await person()]
  const wish = address()
  await one.edit({ email: wish, current_pwd })
  await two.edit({ email: address(), current_pwd })
  const email_code = await codeTo(wish)
  assert.deepEqual(fields(await two.edit({ email_code })), ['email_code value'])
  const client_request_id = randomUUID()
  const answers = [await one.edit({ email_code, client_request_id }), await one.edit({ email_code, client_request_id })]
  assert.deepEqual(
    answers.map((answer) => [answer.status, record(answer).email]),
    [
      [200, wish],
      [200, wish],
    ],
  )
})

it('an address taken between code and confirmation is disclosed to the person who proved it', async () => {
  const { edit } = await person()
  const wish = address()
  await edit({ email: wish, current_pwd })
  const late = await person()
  await server.db.owner.query('update app_user set email = $2 where id = $1', [late.user_id, wish])
  const answer = await edit({ email_code: await codeTo(wish) })
  assert.deepEqual([answer.status, code(answer)], [409, 'ALREADY_EXISTS'])
})

it('links sent to the old address open nothing afterwards', async () => {
  const { edit, email, user_id } = await person()
  const expires = new Date(Date.now() + 600_000)
  await server.db.owner.query(
    `insert into password_reset (address_hash, user_id, code_hash, expires_at) values (sha256($1::bytea), $2, 'x', $3)`,
    [Buffer.from(email), user_id, expires],
  )
  const wish = address()
  await edit({ email: wish, current_pwd })
  await edit({ email_code: await codeTo(wish) })
  const { rowCount } = await server.db.owner.query('select 1 from password_reset where user_id = $1', [user_id])
  assert.equal(rowCount, 0)
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
