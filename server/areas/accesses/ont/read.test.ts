/** Finding an access and its raw data. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { insert, makeAdmin, makeOperator, makeSession, unique } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { bare, errorOf, makeLine, recordIn, type LineScene } from '../../../test/line-scene.ts'
import { makeEvent } from '../../../test/plant-factories.ts'

const path = 'admin_vno/ont/retrieveAccessVNO'
interface Access {
  id: number
  port_number: number
  ont: { serial: string; state: string }
  events: { code: string }[]
  onts: { serial: string }[]
}

describe('finding a line', () => {
  let server: TestServer
  let line: LineScene
  before(async () => {
    server = await startTestServer()
    line = await makeLine(server)
  })
  after(() => server.close())
  const find = (query: object, session = line.admin) => server.call(path, query, { session })

  it('by code, serial, reference, position or order: always the same access', async () => {
    const external = `EXT-${unique()}`
    const order = await insert(server.db, 'service_order', {
      code: `OS-${unique()}`,
      external_order_id: external,
      vno_id: line.vno.id,
      kind: 'averia',
      access_id: line.access,
      state: 'recibida',
    })
    const event = await makeEvent(server.db, {
      vno: line.vno,
      cto: line.cto,
      access_id: line.access,
      process_state: 11,
    })
    const { port, cto } = line
    const names = [
      { access_id: line.access },
      { access_code: ` ${line.code.toLowerCase()} ` },
      { ont_serial: line.serial.toLowerCase() },
      { customer_ref: `REF-${line.code}` },
      { cto_code: cto.code, port: port.number },
      { cto_id: cto.id, port: port.number },
      { port_id: port.id },
      { service_order_id: order },
      { external_order_id: external },
    ]
    for (const query of names) {
      const record = recordIn<Access>(await find(query))
      assert.equal(record.id, line.access, JSON.stringify(query))
      assert.deepEqual([record.ont.serial, record.port_number], [line.serial, port.number])
      assert.deepEqual(
        record.events.map(({ code }) => code),
        [event.code],
      )
      assert.deepEqual(record.onts, [])
    }
  })

  it('422 for nothing, half a position, and a box named twice', async () => {
    for (const query of [
      {},
      { cto_id: line.cto.id },
      { port: 1 },
      { cto_id: line.cto.id, cto_code: line.cto.code, port: 1 },
      { access_id: 0 },
    ])
      assert.equal((await find(query)).status, 422, JSON.stringify(query))
  })

  it('S2 another operator’s access answers like a missing one, however it is named', async () => {
    const pairs: [object, object][] = [
      [{ access_id: line.access }, { access_id: 2 ** 40 }],
      [{ access_code: line.code }, { access_code: 'AC00-0000-0' }],
      [{ ont_serial: line.serial }, { ont_serial: 'HWTC00000000' }],
      [
        { cto_id: line.cto.id, port: line.port.number },
        { cto_id: 2 ** 40, port: 1 },
      ],
    ]
    for (const [foreign, missing] of pairs)
      assert.equal(bare(await find(foreign, line.stranger)), bare(await find(missing, line.stranger)))
    assert.equal((await find({ access_id: line.access }, line.stranger)).status, 404)
    assert.equal(recordIn<Access>(await find({ access_id: line.access }, line.neutral)).id, line.access)
  })

  it('a neutral session with the privilege for operators’ own accesses only sees none', async () => {
    const narrow = await makeOperator(server.db, {
      privileges: { 'retrieve-access-vno': { privs: { 'retrieve-access-vno_view': true } } },
    })
    assert.equal(
      errorOf(await find({ access_id: line.access }, await makeSession(server.db, narrow))),
      'PRIVILEGE_DENIED',
    )
  })

  it('S10 a technician finds the accesses of the open intervention only', async () => {
    const ask = () => find({ access_id: line.access }, line.technical)
    assert.equal((await ask()).status, 404)
    const { technician, cto, port } = line
    const elsewhere = await makeEvent(server.db, { technician, cto, port_id: line.siblings[0]?.port.id })
    assert.equal((await ask()).status, 404, 'another port of the same box')
    await server.db.owner.query('update event set process_state = 11 where id = $1', [elsewhere.id])
    const own = await makeEvent(server.db, { technician, cto, port_id: port.id, access_id: line.access })
    assert.equal((await ask()).status, 200)
    const { body } = await server.call('admin_vno/accesses/get', {}, { session: line.technical })
    assert.deepEqual(
      (body as { records: Access[] }).records.map(({ id }) => id),
      [line.access],
    )
    await server.db.owner.query('update event set process_state = 5 where id = $1', [own.id])
    assert.equal((await ask()).status, 404)
    const none = await server.call('admin_vno/accesses/get', {}, { session: line.technical })
    assert.deepEqual((none.body as { records: Access[] }).records, [])
  })

  it('an operator sees the power history of its own lines only', async () => {
    const own = await makeLine(server)
    const ask = (session = own.admin) =>
      server.call('admin_vno/ont/powerHistory', { access_id: own.access }, { session })
    const { series, downs } = recordIn<{ series: { rx_dbm: number | null }[]; downs: unknown[] }>(await ask())
    assert.equal(series.length, 720)
    assert.ok(series.filter(({ rx_dbm }) => rx_dbm !== null).length > 600 && downs.length <= 20)
    assert.equal((await ask(own.stranger)).status, 404)
    assert.equal((await ask(own.neutral)).status, 200)
  })

  it('raw data are the neutral operator’s: profile, VLAN, counters, 30 days by the hour, last times without light', async () => {
    const data = (session = line.neutral, access_code = line.code) =>
      server.call('admin_vno/ont/retrieveData', { access_code }, { session })
    assert.equal(errorOf(await data(line.admin)), 'PRIVILEGE_DENIED')
    const given = await makeAdmin(server.db, {
      vno: line.vno,
      privileges: { 'retrieve-data': { privs: { 'retrieve-data_view': true } } },
    })
    assert.equal(errorOf(await data(await makeSession(server.db, given))), 'PRIVILEGE_DENIED')
    assert.equal(errorOf(await data(line.neutral, 'AC-NINGUNO')), 'NOT_FOUND')
    await server.plant.act(line.cto.id, { action: 'unplug', port: line.port.number })
    interface Raw {
      ont: { serial: string; state: string; uptime_s: number | null }
      profile: string
      vlan: object
      counters: object | null
      series: { at: string; rx_dbm: number | null }[]
      downs: { cause: string; up_at: string | null }[]
    }
    const dark = recordIn<Raw>(await data())
    assert.deepEqual([dark.ont.state, dark.ont.uptime_s, dark.counters], ['los', null, null])
    assert.deepEqual([dark.downs[0]?.cause, dark.downs[0]?.up_at], ['los', null])
    assert.deepEqual([dark.profile, dark.vlan], ['FTTH600', { s: 101, c: 7 }])
    assert.equal(dark.series.length, 720)
    assert.ok(dark.series.filter(({ rx_dbm }) => rx_dbm !== null).length > 600)
    assert.ok(dark.downs.length <= 20)
    await server.plant.act(line.cto.id, { action: 'olt_down' })
    const away = await data()
    assert.deepEqual([away.status, errorOf(away)], [503, 'OLT_UNREACHABLE'])
    assert.ok(Number(away.headers['retry-after']) > 0)
    await server.plant.act(line.cto.id, { action: 'olt_up' })
  })
})
