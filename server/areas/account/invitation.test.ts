/** An invitation before it is answered. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { makeEntryCode } from '../../auth/entry-code.ts'
import { codeOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeInvited } from '../../test/people-factories.ts'

const server = closedAfter(await startTestServer())
const vno = await makeVno(server.db)

const path = 'account/invitation/get'
const read = async (invitation_token: string) => (await server.done(path, { invitation_token })).record
const refused = async (invitation_token: string) => codeOf(await server.call(path, { invitation_token }))

async function invite(over: Record<string, unknown> = {}): Promise<string> {
  const created_by = JSON.stringify({ id: 1, name: 'Marta Soler', account_type: 'va', origin: 2 })
  const expires_at = new Date(Date.now() + 86_400_000)
  const invited = { vno, kind: 'technician', name: 'Luis Prado', expires_at, created_by, ...over }
  return (await makeInvited(server.db, invited)).token
}

it('shows the inviter, the operator and the role, as often as it is read', async () => {
  const token = await invite()
  for (const record of [await read(token), await read(token)]) {
    const { purpose, operator, invited_by, kind, name, email, own_password } = record
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
  assert.equal(await refused(used), 'INVITATION_USED')
  for (const token of [withdrawn, past, randomBytes(32).toString('base64url')])
    assert.equal(await refused(token), 'INVITATION_EXPIRED')
})

it('a printed code names purpose and role, however it is written', async () => {
  const printed = await makeEntryCode(server.db.owner, 'admin')
  for (const written of [printed.toLowerCase().replaceAll('-', ' '), printed.replaceAll('-', '\u2013')]) {
    const { purpose, kind, role, email, name, operator, contractor, own_password } = await read(written)
    assert.deepEqual([purpose, kind, role, own_password], ['administrator', 'admin', 'Administrador', true])
    assert.deepEqual([email, name, operator, contractor], [null, null, null, null])
  }
})

it('a printed code that is expired, replaced or invented shows only that', async () => {
  const replaced = await makeEntryCode(server.db.owner, 'admin')
  const printed = await makeEntryCode(server.db.owner, 'admin')
  assert.equal(await refused(replaced), 'INVITATION_EXPIRED')
  await read(printed)
  await server.rows(`update entry_code set expires_at = now() - interval '1 second' where kind = 'admin'`)
  for (const token of [printed, 'ABCDE-FGHJK-MNPQR-STVWX']) assert.equal(await refused(token), 'INVITATION_EXPIRED')
})

it('a code that links an identity says that people sign in with passwords here', async () => {
  const person = await makeTechnician(server.db, { vno })
  const printed = await makeEntryCode(server.db.owner, 'link', person.user_id)
  const { purpose, name, own_password } = await read(printed)
  assert.deepEqual([purpose, name, own_password], ['link', person.name, true])
})

it('its end comes by the clock of the product, which the demonstration moves', async () => {
  const token = await invite()
  const move = (seconds: number) => server.rows('update demo_clock set offset_s = offset_s + $1', seconds)
  await move(2 * 86_400)
  assert.equal(await refused(token), 'INVITATION_EXPIRED')
  await move(-2 * 86_400)
  await read(token)
})
