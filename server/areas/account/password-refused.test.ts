/** Every call that sets a password refuses common passwords. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { randomToken, sha256 } from '../../auth/attempts.ts'
import { makeEntryCode } from '../../auth/entry-code.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { faultsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeVno, unique } from '../../test/factories.ts'
import { startTestServer, type Answer } from '../../test/harness.ts'
import { makeInvited } from '../../test/people-factories.ts'

const server = closedAfter(await startTestServer())

const newEmail = () => `${unique().toLowerCase()}.gil@prueba-hilo.test`
const guessed = (email: string) => ['hilo-demo-2026', 'H1lo-Demo-2027', email]

/** Each guess is refused for the password and no other field. */
async function refuses(email: string, set: (pwd: string) => Promise<Answer>): Promise<void> {
  for (const pwd of guessed(email)) {
    const answer = await set(pwd)
    assert.deepEqual([answer.status, faultsOf(answer)], [422, ['pwd common']], pwd)
  }
}

it('the first administrator’s code, an invitation and the link of an operator’s code', async () => {
  const vno = await makeVno(server.db)
  const { token, email } = await makeInvited(server.db, { vno, name: 'Ana Ruiz' })
  const link = randomToken()
  await server.rows(
    `insert into signup_request (token_hash, email, vno_id, account_type, expires_at)
     values ($1, $2, $3, 'te', now() + interval '1 day')`,
    sha256(link),
    email,
    vno.id,
  )
  for (const invitation_token of [await makeEntryCode(server.db.owner, 'first'), token, link])
    await refuses(email, (pwd) => server.call('account/signup', { name: 'Ana Ruiz', email, pwd, invitation_token }))
})

it('a forgotten password', async () => {
  const account = await makeAdmin(server.db)
  const token = randomToken()
  await server.rows(
    `insert into password_reset (address_hash, user_id, token_hash, expires_at)
     values ($1, $2, $3, now() + interval '1 hour')`,
    sha256(account.email),
    account.user_id,
    sha256(token),
  )
  await refuses(account.email, (pwd) => server.call('account/password/reset', { reset_token: token, pwd }))
})

it('a change of one’s own, by the address of before and by the one to come', async () => {
  const account = await makeAdmin(server.db, { passwordHash: await hashPassword('una clave bien larga') })
  const session = await makeSession(server.db, account)
  const edit = (data: object) =>
    server.call('account/edit', { current_pwd: 'una clave bien larga', ...data }, { session })
  await refuses(account.email, (pwd) => edit({ pwd }))
  const email = newEmail()
  await refuses(account.email, (pwd) => edit({ pwd, email }))
  await refuses(email, (pwd) => edit({ pwd, email }))
})
