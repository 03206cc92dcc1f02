/** An invitation before it is answered. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, it } from 'node:test'
import { makeEntryCode } from '../../auth/entry-code.ts'
import { insert, makeTechnician, makeVno, unique, type Vno } from '../../test/factories.ts'
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
    const { purpose, operator, invited_by, kind, name, email, own_password } = record(answer)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      [purpose, operator, invited_by, kind, name, own_password],
      ['invitation', vno.name, 'Marta Soler', 'technician', 'Luis Prado', true],
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

it('a printed code names purpose and role, however it is written', async () => {
  const printed = await makeEntryCode(server.db.owner, 'admin')
  for (const written of [printed.toLowerCase().replaceAll('-', ' '), printed.replaceAll('-', '\u2013')]) {
    const said = record(await read(written))
    const { purpose, kind, email, name, operator, contractor, own_password } = said
    assert.deepEqual(
      [purpose, kind, email, name, operator, contractor, own_password],
      ['administrator', 'admin', null, null, null, null, true],
    )
    assert.equal(said['role'], 'Administrador')
  }
})

it('a printed code that is expired, replaced or invented shows only that', async () => {
  const replaced = await makeEntryCode(server.db.owner, 'admin')
  const printed = await makeEntryCode(server.db.owner, 'admin')
  assert.equal(code(await read(replaced)), 'INVITATION_EXPIRED')
  assert.equal((await read(printed)).status, 200)
  await server.db.owner.query(`update entry_code set expires_at = now() - interval '1 second' where kind = 'admin'`)
  for (const token of [printed, 'ABCDE-FGHJK-MNPQR-STVWX']) assert.equal(code(await read(token)), 'INVITATION_EXPIRED')
})

it('a code that links an identity says that people sign in with passwords here', async () => {
  const person = await makeTechnician(server.db, { vno })
  const printed = await makeEntryCode(server.db.owner, 'link', person.user_id)
  const { purpose, name, own_password } = record(await read(printed))
  assert.deepEqual([purpose, name, own_password], ['link', person.name, true])
})

it('its end comes by the clock of the product, which the demonstration moves', async () => {
  const token = await invite()
  const move = (seconds: number) => server.db.owner.query('update demo_clock set offset_s = offset_s + $1', [seconds])
  await move(2 * 86_400)
  assert.equal(code(await read(token)), 'INVITATION_EXPIRED')
  await move(-2 * 86_400)
  assert.equal((await read(token)).status, 200)
})
