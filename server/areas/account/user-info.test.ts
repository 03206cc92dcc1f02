/** Contact of the operator's control room: shown to technicians only. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno, type Account } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'

const server = closedAfter(await startTestServer())
const vno = await makeVno(server.db)

const infoOf = async (account: Account) =>
  await server.done('account/check_login', {}, await makeSession(server.db, account))
const keep = (contact: object) =>
  server.rows('update vno set contact = $2 where id = $1', vno.id, JSON.stringify(contact))

it('a technician gets the phone and address of the control room, and nothing else of the contact', async () => {
  await keep({ noc_phone: '+34900551001', noc_email: 'noc@prueba.test', webhook_url: 'https://prueba.test/' })
  const { technical_account: account } = await infoOf(await makeTechnician(server.db, { vno }))
  assert.deepEqual(account?.vno.contact, { noc_phone: '+34900551001', noc_email: 'noc@prueba.test' })
})

it('an operator without a control room is answered so', async () => {
  await keep({})
  const { technical_account: account } = await infoOf(await makeTechnician(server.db, { vno }))
  assert.deepEqual(account?.vno.contact, { noc_phone: null, noc_email: null })
})

it('an administrator does not get it', async () => {
  const { vno_admin_account: account } = await infoOf(await makeAdmin(server.db, { vno }))
  assert.equal(account?.vno.id, vno.id)
  assert.ok(account && !('contact' in account.vno))
})

it('each kind of account names its operator, and a technician the kinds of work', async () => {
  const admin = await makeAdmin(server.db, { vno })
  const { vno_admin_account: desk } = await infoOf(admin)
  assert.deepEqual([desk?.id, desk?.user_id, desk?.vno_id], [admin.id, admin.user_id, vno.id])
  const technician = await makeTechnician(server.db, { vno })
  const text = `update technical_account set skills = '{fusion}', zones = '{28079}' where id = $1`
  await server.rows(text, technician.id)
  const { technical_account: account } = await infoOf(technician)
  assert.deepEqual(
    [account?.user_id, account?.vno_id, account?.contractor, account?.skills, account?.zones],
    [technician.user_id, vno.id, null, ['fusion'], ['28079']],
  )
})
