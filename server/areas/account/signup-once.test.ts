/** A sign-up with a lost answer is repeated as the same sign-up. */
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import type { UserInfo } from '@hilo/contract/account/account.ts'
import { insert, makeVno, unique, type Vno } from '../../test/factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'

const pwd = 'una clave bien larga y rara'
let server: TestServer
let vno: Vno
before(async () => {
  server = await startTestServer()
  vno = await makeVno(server.db)
})
after(() => server.close())

const idOf = ({ body }: Answer) => (body as UserInfo).user.id
const code = ({ body }: Answer) => (body as { error?: string }).error

it('F10 repeated, also concurrently, it makes one account, and each answer its own session', async () => {
  const email = `${unique().toLowerCase()}@prueba.test`
  const token = randomBytes(32).toString('base64url')
  const { rows } = await server.db.owner.query<{ id: number }>(`select id from role where system and key = 'vno'`)
  await insert(server.db, 'invitation', {
    vno_id: vno.id,
    token_hash: createHash('sha256').update(token).digest(),
    kind: 'admin',
    email,
    role_id: rows[0]?.id,
    expires_at: new Date(Date.now() + 86_400_000),
    last_sent_at: new Date(),
  })
  const query = { name: 'Ana', email, pwd, invitation_token: token }
  const client_request_id = randomUUID()
  const ask = (more: object = {}) => server.call('account/signup', { ...query, client_request_id, ...more })
  const answers = [...(await Promise.all([ask(), ask(), ask()])), await ask()]
  assert.deepEqual(
    answers.map((one) => one.status),
    [200, 200, 200, 200],
  )
  assert.equal(new Set(answers.map(idOf)).size, 1)
  assert.equal(new Set(answers.map((one) => /hilo_session=[^;]+/.exec(String(one.headers['set-cookie']))?.[0])).size, 4)
  const { rowCount } = await server.db.owner.query('select 1 from vno_admin_account where email = $1', [query.email])
  assert.equal(rowCount, 1)
  for (const more of [{ name: 'Otra' }, { pwd: `${pwd} distinta` }]) {
    const refused = await ask(more)
    assert.deepEqual([refused.status, code(refused)], [409, 'REQUEST_ID_REUSED'])
  }
})
