/** An invitation before it is answered. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, it } from 'node:test'
import { makeEntryCode } from '../../auth/entry-code.ts'
import { insert, makeVno, unique, type Vno } from '../../test/factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'

let server: TestServer
let vno: Vno
before(async () => {
  server = await startTestServer()
  vno = await makeVno(server.db)
})
after(() => server.close())

const code = ({ body }: Answer) => (body as { error?: string }).error
const record = ({ body }: Answer) => (body as { record: Record<string, unknown> }).record
const read = (token: string) => server.call('account/invitation/get', { invitation_token: token })

async function invite(over: Record<string, unknown> = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const role = await server.db.owner.query<{ id: number }>(`select id from role where key = 'technician' and system`)
  await insert(server.db, 'invitation', {
    vno_id: vno.id,
    token_hash: createHash('sha256').update(token).digest(),
    kind: 'technician',
    email: `${unique().toLowerCase()}@prueba.test`,
    name: 'Luis Prado',
    role_id: role.rows[0]?.id,
    expires_at: new Date(Date.now() + 86_400_000),
    last_sent_at: new Date(),
    created_by: JSON.stringify({ id: 1, name: 'Marta Soler', account_type: 'va', origin: 2 }),
    ...over,
  })
  return token
}

it('shows the inviter, the operator and the role, as often as it is read', async () => {
  const token = await invite()
  for (const answer of [await read(token), await read(token)]) {
    const { operator, invited_by, kind, name, email, own_password } = record(answer)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      [operator, invited_by, kind, name, own_password],
      [vno.name, 'Marta Soler', 'technician', 'Luis Prado', true],
    )
    assert.match(String(email), /@prueba\.test$/)
  }
})

it('a used, withdrawn, expired or unknown one shows only that', async () => {
  const used = await invite({ state: 3, used_at: new Date() })
  const withdrawn = await invite({ state: 2 })
  const past = await invite({ expires_at: new Date(Date.now() - 1000) })
  assert.equal(code(await read(used)), 'INVITATION_USED')
  for (const token of [withdrawn, past, randomBytes(32).toString('base64url')])
    assert.equal(code(await read(token)), 'INVITATION_EXPIRED')
})

it('a printed code names the role, however it is written', async () => {
  const printed = await makeEntryCode(server.db.owner, 'admin')
  const said = record(await read(printed.toLowerCase().replaceAll('-', ' ')))
  assert.deepEqual([said['email'], said['operator'], said['kind']], [null, null, 'admin'])
  assert.equal(typeof said['role'], 'string')
})

it('its end comes by the clock of the product, which the demonstration moves', async () => {
  const token = await invite()
  const move = (seconds: number) => server.db.owner.query('update demo_clock set offset_s = offset_s + $1', [seconds])
  await move(2 * 86_400)
  assert.equal(code(await read(token)), 'INVITATION_EXPIRED')
  await move(-2 * 86_400)
  assert.equal((await read(token)).status, 200)
})
