/** Finding an access and its raw data. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf, columnOf, refusalOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, unique } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { bare, makeLine } from '../../../test/line-scene.ts'
import { makeOrder } from '../../../test/order-factories.ts'
import { makeEvent } from '../../../test/plant-factories.ts'

const path = 'admin_vno/ont/retrieveAccessVNO'

describe('finding a line', async () => {
  const server = closedAfter(await startTestServer())
  const line = await makeLine(server)
  const find = (query: object, session = line.admin) => server.call(path, query, { session })

  it('by code, serial, reference, position or order: always the same access', async () => {
    const external = `EXT-${unique()}`
    const { vno, port, cto, access: access_id } = line
    const order = await makeOrder(server.db, { vno, external_order_id: external, kind: 'averia', access_id })
    const event = await makeEvent(server.db, { vno, cto, access_id, process_state: 11 })
    const names = [
      { access_id },
      { access_code: ` ${line.code.toLowerCase()} ` },
      { ont_serial: line.serial.toLowerCase() },
      { customer_ref: `REF-${line.code}` },
      { cto_code: cto.code, port: port.number },
      { cto_id: cto.id, port: port.number },
      { port_id: port.id },
      { service_order_id: order.id },
      { external_order_id: external },
    ]
    for (const query of names) {
      const { id, ont, port_number, events, onts } = (await server.done(path, query, line.admin)).record
      assert.deepEqual([id, ont.serial, port_number], [access_id, line.serial, port.number], JSON.stringify(query))
      assert.deepEqual([columnOf(events ?? [], 'code'), onts], [[event.code], []])
    }
  })

  it('422 for nothing, half a position, and a box named twice', async () => {
    const { id: cto_id, code: cto_code } = line.cto
    for (const query of [{}, { cto_id }, { port: 1 }, { cto_id, cto_code, port: 1 }, { access_id: 0 }])
      assert.equal((await find(query)).status, 422, JSON.stringify(query))
  })

  it('S2 a position in a box answers another operator like a missing one', async () => {
    const foreign = await find({ cto_id: line.cto.id, port: line.port.number }, line.stranger)
    const missing = await find({ cto_id: 2 ** 40, port: 1 }, line.stranger)
    assert.deepEqual([foreign.status, bare(foreign)], [404, bare(missing)])
  })

  it('the neutral operator finds those of all, but none with the privilege for operators’ own accesses', async () => {
    const query = { access_id: line.access }
    assert.equal((await server.done(path, query, line.neutral)).record.id, line.access)
    const privileges = { 'retrieve-access-vno': { privs: { 'retrieve-access-vno_view': true } } }
    const narrow = await makeSession(server.db, await makeOperator(server.db, { privileges }))
    assert.equal(codeOf(await find(query, narrow)), 'PRIVILEGE_DENIED')
  })

  it('S10 a technician finds the accesses of the open intervention only', async () => {
    const ask = () => find({ access_id: line.access }, line.technical)
    assert.equal((await ask()).status, 404)
    const { technician, cto, port } = line
    const elsewhere = await makeEvent(server.db, { technician, cto, port_id: line.siblings[0]?.port.id })
    assert.equal((await ask()).status, 404, 'another port of the same box')
    await server.rows('update event set process_state = 11 where id = $1', elsewhere.id)
    const own = await makeEvent(server.db, { technician, cto, port_id: port.id, access_id: line.access })
    assert.equal((await ask()).status, 200)
    const listed = async () => columnOf((await server.done('admin_vno/accesses/get', {}, line.technical)).records, 'id')
    assert.deepEqual(await listed(), [line.access])
    await server.rows('update event set process_state = 5 where id = $1', own.id)
    assert.equal((await ask()).status, 404)
    assert.deepEqual(await listed(), [])
  })

  it('the power history of a line is shown to its operator and to the neutral one', async () => {
    const { access: access_id, admin, neutral } = await makeLine(server)
    for (const session of [admin, neutral]) {
      const { series, downs } = (await server.done('admin_vno/ont/powerHistory', { access_id }, session)).record
      assert.equal(series.length, 720)
      assert.ok(series.filter(({ rx_dbm }) => rx_dbm !== null).length > 600 && downs.length <= 20)
    }
  })

  it('raw data are the neutral operator’s: profile, VLAN, counters, 30 days by the hour, last times without light', async () => {
    const raw = 'admin_vno/ont/retrieveData'
    const data = (session = line.neutral, access_code = line.code) => server.call(raw, { access_code }, { session })
    assert.equal(codeOf(await data(line.admin)), 'PRIVILEGE_DENIED')
    const privileges = { 'retrieve-data': { privs: { 'retrieve-data_view': true } } }
    const given = await makeSession(server.db, await makeAdmin(server.db, { vno: line.vno, privileges }))
    assert.equal(codeOf(await data(given)), 'PRIVILEGE_DENIED')
    assert.equal(codeOf(await data(line.neutral, 'AC-NINGUNO')), 'NOT_FOUND')
    await server.plant.act(line.cto.id, { action: 'unplug', port: line.port.number })
    const dark = (await server.done(raw, { access_code: line.code }, line.neutral)).record
    assert.deepEqual([dark.ont.state, dark.ont.uptime_s, dark.counters], ['los', null, null])
    assert.deepEqual([dark.downs[0]?.cause, dark.downs[0]?.up_at], ['los', null])
    assert.deepEqual([dark.profile, dark.vlan], ['FTTH600', { s: 101, c: 7 }])
    assert.equal(dark.series.length, 720)
    assert.ok(dark.series.filter(({ rx_dbm }) => rx_dbm !== null).length > 600)
    assert.ok(dark.downs.length <= 20)
    await server.plant.act(line.cto.id, { action: 'olt_down' })
    const away = await data()
    assert.deepEqual(refusalOf(away), [503, 'OLT_UNREACHABLE'])
    assert.ok(Number(away.headers['retry-after']) > 0)
    await server.plant.act(line.cto.id, { action: 'olt_up' })
  })
})
