/** Remote work on an ONT: restart and replacement, with their outcomes. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { boxTruth } from '../../../test/plant-truth.ts'
import { unique } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { bare, errorOf, makeLine, only, recordIn, settle, type LineScene } from '../../../test/line-scene.ts'
import { makeEvent } from '../../../test/plant-factories.ts'

interface Work {
  id: number
  state: string
  result_flag: number
  error: { code: string } | null
  cut_s: number | null
  cut_from: string | null
  new_serial: string
  old_serial: string | null
}
interface Access {
  version: number
  ont: { serial: string; model: string }
  onts: { serial: string; replaced_by: string }[]
}
const resetPath = 'admin_vno/ont/resetONT'
const changePath = 'admin_vno/ont/deviceModification'
const serialOf = () => `ZTEG${unique().slice(0, 8)}`

describe('an ONT from afar', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({}, { jobs: true })
  })
  after(() => server.close())

  const reset = (line: LineScene, over: object = {}, session = line.admin) =>
    server.call(resetPath, { access_id: line.access, reason: 'Navega lento', confirm: true, ...over }, { session })
  const change = (line: LineScene, over: object = {}, session = line.admin) =>
    server.call(
      changePath,
      { access_id: line.access, new_serial: serialOf(), reason: 'averia', old_returned: true, ...over },
      { session },
    )
  const done = (line: LineScene, list: 'resets' | 'deviceModifications', id: number, stepS = 5) =>
    settle(
      server,
      line.admin,
      () => only<Work>(server, `admin_vno/ont/${list}/get`, id, line.admin),
      ({ result_flag }) => result_flag !== 3,
      stepS,
    )
  const access = (line: LineScene) => only<Access>(server, 'admin_vno/accesses/get', line.access, line.admin)

  it('starts again: three, then one, with the cut that it cost; a repeated request is the same one', async () => {
    const line = await makeLine(server)
    const client_request_id = randomUUID()
    const first = await reset(line, { client_request_id })
    const { id } = recordIn<Work>(first)
    assert.equal((first.body as { result_flag: number }).result_flag, 3)
    assert.equal((await reset(line, { client_request_id })).text, first.text)
    const found = await done(line, 'resets', id)
    assert.deepEqual([found.state, found.result_flag, found.error], ['confirmado', 1, null])
    assert.ok(found.cut_from !== null && found.cut_s !== null && found.cut_s >= 0)
    // Whatever happened to the line meanwhile, a repeated request gets the stored answer.
    await server.plant.act(line.cto.id, { action: 'unplug', port: line.port.number })
    assert.equal((await reset(line, { client_request_id })).text, first.text)
  })

  it('not without light, not without a word, not while it is under way, not a fourth time in a day', async () => {
    const line = await makeLine(server)
    for (const over of [{ confirm: false }, { confirm: undefined }, { reason: ' ' }])
      assert.equal((await reset(line, over)).status, 422)
    await server.plant.act(line.cto.id, { action: 'unplug', port: line.port.number })
    const dark = await reset(line)
    assert.deepEqual([dark.status, errorOf(dark)], [409, 'ONT_SIN_LUZ'])
    await server.plant.act(line.cto.id, { action: 'olt_down' })
    const away = await reset(line)
    assert.deepEqual([away.status, errorOf(away)], [503, 'OLT_UNREACHABLE'])
    await server.plant.act(line.cto.id, { action: 'olt_up' })
    await server.db.owner.query(`delete from olt_gate where closed_until is not null`)
    await server.plant.act(line.cto.id, { action: 'plug', port: line.port.number })
    await settle(
      server,
      line.admin,
      async () => (await boxTruth(server.db, line.cto.id))[0]?.state,
      (state) => state === 'online',
      1,
    )
    for (let time = 1; time <= 3; time++) {
      const both = await Promise.all([reset(line), reset(line)])
      const states = both.map((one) => one.status).sort()
      assert.equal(states[0], 200, both.map(({ text }) => text).join())
      assert.equal(states[1], 409)
      const made = both.find(({ status }) => status === 200)
      if (made) assert.equal((await done(line, 'resets', recordIn<Work>(made).id)).state, 'confirmado')
    }
    const fourth = await reset(line)
    assert.deepEqual([fourth.status, errorOf(fourth)], [429, 'RATE_LIMITED'])
    assert.ok(Number(fourth.headers['retry-after']) > 80_000)
  })

  it('S2 S10 a foreign access looks like a missing one; a technician only at the own work; a stale version conflicts', async () => {
    const line = await makeLine(server)
    for (const call of [reset, change]) {
      assert.equal(
        bare(await call(line, {}, line.stranger)),
        bare(await call(line, { access_id: 2 ** 40 }, line.stranger)),
      )
      assert.equal((await call(line, {}, line.technical)).status, 404)
      const stale = await call(line, { version: 99 })
      assert.deepEqual([stale.status, errorOf(stale)], [409, 'VERSION_CONFLICT'])
      assert.equal((stale.body as { record: { id: number } }).record.id, line.access)
    }
    await makeEvent(server.db, { technician: line.technician, cto: line.cto, access_id: line.access })
    assert.equal((await reset(line, {}, line.technical)).status, 200)
  })

  it('another ONT: the old one is served until the new one is seen, and stays in its history', async () => {
    const line = await makeLine(server)
    const new_serial = serialOf()
    const asked = await change(line, { new_serial: `${new_serial.slice(0, 4)}-${new_serial.slice(4).toLowerCase()}` })
    const { id, old_serial } = recordIn<Work>(asked)
    assert.equal(old_serial, line.serial)
    const again = await change(line)
    assert.deepEqual([again.status, errorOf(again)], [409, 'IN_USE'])
    await server.plant.act(line.cto.id, { action: 'register_ont', port: line.port.number, serial: new_serial })
    const found = await done(line, 'deviceModifications', id)
    assert.deepEqual([found.state, found.result_flag, found.new_serial], ['hecho', 1, new_serial])
    const { ont, onts } = await access(line)
    assert.deepEqual([ont.serial, ont.model], [new_serial, 'ZXHN F680'])
    assert.deepEqual(
      onts.map(({ serial, replaced_by }) => [serial, replaced_by]),
      [[line.serial, new_serial]],
    )
    const { detail } = await server.reader.readLine(line.cto.id, line.port.id, 'process')
    assert.deepEqual([detail.serial, detail.profile, detail.vlan], [new_serial, 'FTTH600', { s: 101, c: 7 }])
  })

  it('one that never comes: after ten minutes the old one is served again', async () => {
    const line = await makeLine(server)
    const { id } = recordIn<Work>(await change(line))
    const found = await done(line, 'deviceModifications', id, 120)
    assert.deepEqual([found.state, found.result_flag, found.error?.code], ['revertido', 2, 'ONT_NOT_DETECTED'])
    assert.equal((await access(line)).ont.serial, line.serial)
    const back = await settle(
      server,
      line.admin,
      () => server.reader.readLine(line.cto.id, line.port.id, 'process'),
      ({ detail }) => detail.uptimeS !== null,
      1,
    )
    assert.equal(back.detail.serial, line.serial)
  })

  it('only a valid serial of a known maker that is not in use; of two concurrent requests one gets it', async () => {
    const line = await makeLine(server)
    const other = await makeLine(server)
    for (const new_serial of ['HWTC123', 'XXXX12345678', 'HWTC1234567G', line.serial])
      assert.equal((await change(line, { new_serial })).status, 422, new_serial)
    assert.equal((await change(line, { new_model: 'ZXHN F680', new_serial: 'HWTC12345678' })).status, 422)
    const taken = await change(line, { new_serial: other.serial })
    assert.deepEqual([taken.status, errorOf(taken)], [409, 'ALREADY_EXISTS'])
    assert.ok(!taken.text.includes(other.code))
    const new_serial = serialOf()
    const both = await Promise.all([change(line, { new_serial }), change(other, { new_serial })])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    const ceased = await makeLine(server)
    await server.db.owner.query(`update access set state = 'baja' where id = $1`, [ceased.access])
    for (const call of [reset, change]) assert.equal(errorOf(await call(ceased)), 'ACCESS_BAD_STATE')
  })
})
