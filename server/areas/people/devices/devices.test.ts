/** Devices: registered, notified, and revoked. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import { codeOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import { startTestServer, type Answer } from '../../../test/harness.ts'

const server = closedAfter(await startTestServer())
const vno = await makeVno(server.db)

type Device = Output<'admin_vno/devices/register'>['record']
const record = ({ body }: Answer) => (body as { record: Device }).record
const records = ({ body }: Answer) => (body as { records: Device[] }).records

/** A technician with the application on a phone. */
async function onPhone(install = 'tel-1') {
  const technician = await makeTechnician(server.db, { vno })
  const { token } = await makeSession(server.db, technician, { channel: 'android', install_id: install })
  const as = { bearer: token, headers: { apiaf: `android/1.0.19/${install}` } }
  return { technician, as, register: (query: object = {}) => server.call('admin_vno/devices/register', query, as) }
}

it('a phone is registered once, with the data of its application, and keeps fields not sent again', async () => {
  const { as, register } = await onPhone()
  const first = record(await register({ push_token: 't-1', model: 'Pixel 8', os: 'Android 15' }))
  assert.deepEqual(
    [first.install_id, first.platform, first.app_version, first.push],
    ['tel-1', 'android', '1.0.19', true],
  )
  const again = record(await register())
  assert.deepEqual([again.id, again.model, again.push], [first.id, 'Pixel 8', true])
  assert.equal(record(await register({ push_token: null })).push, false)
  assert.equal(records(await server.call('admin_vno/devices/get', {}, as)).length, 1)
})

it('a phone that changes hands gets the notices of its new user', async () => {
  const [before, now] = [await onPhone('tel-2'), await onPhone('tel-2')]
  await before.register({ push_token: 'el-mismo' })
  await now.register({ push_token: 'el-mismo' })
  assert.equal(records(await server.call('admin_vno/devices/get', {}, before.as))[0]?.push, false)
  assert.equal(records(await server.call('admin_vno/devices/get', {}, now.as))[0]?.push, true)
})

it('a browser must name its installation', async () => {
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const answer = await server.call('admin_vno/devices/register', {}, { session })
  assert.deepEqual([answer.status, codeOf(answer)], [422, 'VALIDATION'])
})

it('an administrator revokes a lost one: its sessions end, and it gets no more notices', async () => {
  const { technician, as, register } = await onPhone('perdido')
  const { id, version } = record(await register({ push_token: 't-9' }))
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const { records: seen } = await server.done('admin_vno/devices/get', { technical_id: technician.id }, admin)
  assert.equal(seen[0]?.id, id)
  const revoke = (query: object) => server.call('admin_vno/devices/revoke', query, { session: admin })
  assert.equal(codeOf(await revoke({ id, version: version + 1 })), 'VERSION_CONFLICT')
  const gone = record(await revoke({ id, version }))
  assert.ok(gone.revoked_at !== null && !gone.push)
  assert.equal((await register()).status, 401)
  const { token } = await makeSession(server.db, technician, { channel: 'android', install_id: 'perdido' })
  const back = await server.call('admin_vno/devices/register', {}, { ...as, bearer: token })
  assert.equal(record(back).revoked_at, null)
})

it('S2 another person’s device is like a missing one, and a technician sees own ones only', async () => {
  const { technician, as, register } = await onPhone('mio')
  const { id } = record(await register())
  const list = { technical_id: technician.id }
  const colleague = await onPhone('suyo')
  const strangers = [
    await makeSession(server.db, await makeAdmin(server.db)),
    await makeSession(server.db, await makeAdmin(server.db, { vno, privileges: {} })),
  ]
  for (const options of [...strangers.map((session) => ({ session })), colleague.as]) {
    assert.equal(codeOf(await server.call('admin_vno/devices/revoke', { id }, options)), 'NOT_FOUND')
    assert.equal(codeOf(await server.call('admin_vno/devices/get', list, options)), 'NOT_FOUND')
  }
  const neutral = await makeSession(server.db, await makeOperator(server.db))
  assert.equal((await server.done('admin_vno/devices/get', list, neutral)).records.length, 1)
  assert.equal((await server.call('admin_vno/devices/revoke', { id }, as)).status, 200)
})

it('S30 each person has a stable key for the own devices, which no other session can get', async () => {
  const [one, other] = [await onPhone('llave-1'), await onPhone('llave-2')]
  const keyOf = async ({ as }: { as: object }) => {
    const answer = await server.call('admin_vno/devices/key', {}, as)
    assert.equal(answer.headers['cache-control'], 'no-store')
    return (answer.body as { key: string }).key
  }

  const key = await keyOf(one)
  assert.equal(Buffer.from(key, 'base64').length, 32)
  assert.equal(await keyOf(one), key)
  const again = await makeSession(server.db, one.technician)
  assert.equal(await keyOf({ as: { session: again } }), key)
  assert.notEqual(await keyOf(other), key)
  // Independent HKDF of the secret, which request roles cannot read.
  const text = `select value ->> 'key' as key from secret where name = 'device'`
  const { rows } = await server.db.owner.query<{ key: string }>(text)
  const info = Buffer.concat([Buffer.from(`hilo device ${one.technician.user_id}`), Buffer.of(1)])
  const hash = createHmac('sha256', Buffer.from(rows[0]?.key ?? '', 'hex')).update(info)
  assert.equal(hash.digest('base64'), key)
  await assert.rejects(server.db.app.query('select value from secret'), { code: '42501' })
  assert.deepEqual((await server.db.app.query('select device_key()')).rows, [{ device_key: null }])
  let last = 200
  // Sixty an hour: an hour may end in between.
  for (let n = 0; n < 121 && last === 200; n++) last = (await server.call('admin_vno/devices/key', {}, one.as)).status
  assert.equal(last, 429)
  assert.equal((await server.call('admin_vno/devices/key', {}, other.as)).status, 200)
})
