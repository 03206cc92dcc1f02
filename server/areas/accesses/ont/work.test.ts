/** Remote work on an ONT: restart and replacement, with their outcomes. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import { codeOf, columnOf, columnsOf, refusalOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { boxTruth } from '../../../test/plant-truth.ts'
import { unique } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeLine, only, recordIn, settle, type LineScene } from '../../../test/line-scene.ts'
import { makeEvent } from '../../../test/plant-factories.ts'

const resetPath = 'admin_vno/ont/resetONT'
const changePath = 'admin_vno/ont/deviceModification'
const serialOf = () => `ZTEG${unique().slice(0, 8)}`
const resetOf = ({ access }: LineScene) => ({ access_id: access, reason: 'Navega lento', confirm: true })
const changeOf = ({ access: access_id }: LineScene) => ({
  access_id,
  new_serial: serialOf(),
  reason: 'averia',
  old_returned: true,
})

describe('an ONT from afar', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  const reset = (line: LineScene, over: object = {}, session = line.admin) =>
    server.call(resetPath, { ...resetOf(line), ...over }, { session })
  const change = (line: LineScene, over: object = {}, session = line.admin) =>
    server.call(changePath, { ...changeOf(line), ...over }, { session })
  const ended = async <P extends 'resets' | 'deviceModifications'>(line: LineScene, list: P, id: number, stepS = 5) => {
    type Work = Output<`admin_vno/ont/${P}/get`>['records'][number]
    const look = () => only<Work>(server, `admin_vno/ont/${list}/get`, id, line.admin)
    return await settle(server, line.admin, look, ({ result_flag }) => result_flag !== 3, stepS)
  }
  const accessOf = async (line: LineScene) => {
    const { records } = await server.done('admin_vno/accesses/get', { id: line.access }, line.admin)
    assert.ok(records[0])
    return records[0]
  }

  it('starts again: three, then one, with the cut that it cost; a repeated request is the same one', async () => {
    const line = await makeLine(server)
    const client_request_id = randomUUID()
    const first = await reset(line, { client_request_id })
    const { result_flag, record } = first.body as Output<typeof resetPath>
    assert.equal(result_flag, 3)
    assert.equal((await reset(line, { client_request_id })).text, first.text)
    const found = await ended(line, 'resets', record.id)
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
    assert.deepEqual(refusalOf(await reset(line)), [409, 'ONT_SIN_LUZ'])
    await server.plant.act(line.cto.id, { action: 'olt_down' })
    assert.deepEqual(refusalOf(await reset(line)), [503, 'OLT_UNREACHABLE'])
    await server.plant.act(line.cto.id, { action: 'olt_up' })
    await server.rows(`delete from olt_gate where closed_until is not null`)
    await server.plant.act(line.cto.id, { action: 'plug', port: line.port.number })
    const state = async () => (await boxTruth(server.db, line.cto.id))[0]?.state
    await settle(server, line.admin, state, (one) => one === 'online', 1)
    for (let time = 1; time <= 3; time++) {
      const both = await Promise.all([reset(line), reset(line)])
      assert.deepEqual(columnOf(both, 'status').sort(), [200, 409], columnOf(both, 'text').join())
      const made = both.find(({ status }) => status === 200)
      if (made) assert.equal((await ended(line, 'resets', recordIn<{ id: number }>(made).id)).state, 'confirmado')
    }
    const fourth = await reset(line)
    assert.deepEqual(refusalOf(fourth), [429, 'RATE_LIMITED'])
    assert.ok(Number(fourth.headers['retry-after']) > 80_000)
  })

  it('S10 a technician works at the access of the own intervention only; a stale version conflicts', async () => {
    const line = await makeLine(server)
    for (const call of [reset, change]) {
      assert.equal((await call(line, {}, line.technical)).status, 404)
      const stale = await call(line, { version: 99 })
      assert.deepEqual(refusalOf(stale), [409, 'VERSION_CONFLICT'])
      assert.equal((stale.body as { record: { id: number } }).record.id, line.access)
    }
    await makeEvent(server.db, { technician: line.technician, cto: line.cto, access_id: line.access })
    assert.equal((await reset(line, {}, line.technical)).status, 200)
  })

  it('another ONT: the old one is served until the new one is seen, and stays in its history', async () => {
    const line = await makeLine(server)
    const new_serial = serialOf()
    const spelled = `${new_serial.slice(0, 4)}-${new_serial.slice(4).toLowerCase()}`
    const asked = await server.done(changePath, { ...changeOf(line), new_serial: spelled }, line.admin)
    const { id, old_serial } = asked.record
    assert.equal(old_serial, line.serial)
    assert.deepEqual(refusalOf(await change(line)), [409, 'IN_USE'])
    await server.plant.act(line.cto.id, { action: 'register_ont', port: line.port.number, serial: new_serial })
    const found = await ended(line, 'deviceModifications', id)
    assert.deepEqual([found.state, found.result_flag, found.new_serial], ['hecho', 1, new_serial])
    const { ont, onts } = await accessOf(line)
    assert.deepEqual([ont.serial, ont.model], [new_serial, 'ZXHN F680'])
    assert.deepEqual(columnsOf(onts ?? [], 'serial', 'replaced_by'), [[line.serial, new_serial]])
    const { detail } = await server.reader.readLine(line.cto.id, line.port.id, 'process')
    assert.deepEqual([detail.serial, detail.profile, detail.vlan], [new_serial, 'FTTH600', { s: 101, c: 7 }])
  })

  it('one that never comes: after ten minutes the old one is served again', async () => {
    const line = await makeLine(server)
    const { id } = (await server.done(changePath, changeOf(line), line.admin)).record
    const found = await ended(line, 'deviceModifications', id, 120)
    assert.deepEqual([found.state, found.result_flag, found.error?.code], ['revertido', 2, 'ONT_NOT_DETECTED'])
    assert.equal((await accessOf(line)).ont.serial, line.serial)
    const read = () => server.reader.readLine(line.cto.id, line.port.id, 'process')
    const back = await settle(server, line.admin, read, ({ detail }) => detail.uptimeS !== null, 1)
    assert.equal(back.detail.serial, line.serial)
  })

  it('only a valid serial of a known maker that is not in use; of two concurrent requests one gets it', async () => {
    const line = await makeLine(server)
    const other = await makeLine(server)
    for (const new_serial of ['HWTC123', 'XXXX12345678', 'HWTC1234567G', line.serial])
      assert.equal((await change(line, { new_serial })).status, 422, new_serial)
    assert.equal((await change(line, { new_model: 'ZXHN F680', new_serial: 'HWTC12345678' })).status, 422)
    const taken = await change(line, { new_serial: other.serial })
    assert.deepEqual(refusalOf(taken), [409, 'ALREADY_EXISTS'])
    assert.ok(!taken.text.includes(other.code))
    const new_serial = serialOf()
    const both = await Promise.all([change(line, { new_serial }), change(other, { new_serial })])
    assert.deepEqual(columnOf(both, 'status').sort(), [200, 409])
    const ceased = await makeLine(server)
    await server.rows(`update access set state = 'baja' where id = $1`, ceased.access)
    for (const call of [reset, change]) assert.equal(codeOf(await call(ceased)), 'ACCESS_BAD_STATE')
  })
})
