/** Every call that sets a password refuses common passwords. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { randomToken, sha256 } from '../../auth/attempts.ts'
import { makeEntryCode } from '../../auth/entry-code.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { insert, makeAdmin, makeSession, makeVno, unique } from '../../test/factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const newEmail = () => `${unique().toLowerCase()}.gil@prueba-hilo.test`
const guessed = (email: string) => ['hilo-demo-2026', 'H1lo-Demo-2027', email]

/** Each guess is refused for the password and no other field. */
async function refuses(email: string, set: (pwd: string) => Promise<Answer>): Promise<void> {
  for (const pwd of guessed(email)) {
    const { status, body } = await set(pwd)
    const { details } = body as { details?: { field: string; code: string }[] }
    assert.equal(status, 422, pwd)
    assert.deepEqual(
      details?.map(({ field, code }) => [field, code]),
      [['pwd', 'common']],
      pwd,
    )
  }
}

it('the first administrator’s code, an invitation and the link of an operator’s code', async () => {
  const vno = await makeVno(server.db)
  const [email, name] = [newEmail(), 'Ana Ruiz']
  const signup = (by: object) => (pwd: string) => server.call('account/signup', { name, email, pwd, ...by })
  await refuses(email, signup({ invitation_token: await makeEntryCode(server.db.owner, 'first') }))
  const token = randomToken()
  const role = await server.db.owner.query<{ id: number }>(`select id from role where system and key = 'vno'`)
  await insert(server.db, 'invitation', {
    vno_id: vno.id,
    token_hash: sha256(token),
    kind: 'admin',
    email,
    name,
    role_id: role.rows[0]?.id,
    expires_at: new Date(Date.now() + 86_400_000),
    last_sent_at: new Date(),
    created_by: { id: 1, name: 'X', account_type: 'va', origin: 2 },
  })
  await refuses(email, signup({ invitation_token: token }))
  const link = randomToken()
  await server.db.owner.query(
    `insert into signup_request (token_hash, email, vno_id, account_type, expires_at) values ($1, $2, $3, 'te', now() + interval '1 day')`,
    [sha256(link), email, vno.id],
  )
  await refuses(email, signup({ invitation_token: link }))
})

it('a forgotten password', async () => {
  const account = await makeAdmin(server.db)
  const token = randomToken()
  await server.db.owner.query(
    `insert into password_reset (address_hash, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
    [sha256(account.email), account.user_id, sha256(token)],
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
