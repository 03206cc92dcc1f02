/** Whether a home can be served, and the port reserved for the inquiry. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import { codeOf, columnOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { settle } from '../../../test/line-scene.ts'
import { makeCto, makePort, type Cto } from '../../../test/plant-factories.ts'
import { parseAddress } from './place.ts'

const path = 'admin_vno/feasibility/check'

describe('feasibility of a home', async () => {
  // Each test has its own place on the map.
  let north = 30
  const here = () => ({ lat: (north += 0.1), lon: -3 })
  const server = closedAfter(await startTestServer({}, { jobs: true }))
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))

  const ask = (query: object, session = admin) => server.call(path, query, { session })
  const check = async (query: object, session = admin) => (await server.done(path, query, session)).record
  const makeBox = async (over: Record<string, unknown>, free = 2): Promise<{ cto: Cto; ports: number[] }> => {
    const cto = await makeCto(server.db, { ports_free: free, ...over })
    const ports = []
    for (let index = 0; index < free; index++) ports.push((await makePort(server.db, { cto })).id)
    return { cto, ports }
  }
  const stateOf = async (id = 0) => {
    const text = `select p.state, p.assignment_status, a.vno_id from port p
      left join port_assignment a on a.port_id = p.id and a.ended_at is null where p.id = $1`
    return (await server.rows<{ state: number; assignment_status: number; vno_id: number | null }>(text, id))[0]
  }

  it('by position: boxes in reach, nearest first, the light to be expected, for 72 h', async () => {
    const position = here()
    const far = await makeBox({ lat: position.lat + 0.001, lon: position.lon })
    const near = await makeBox({ lat: position.lat + 0.0003, lon: position.lon })
    const found = await check({ position })
    assert.deepEqual(columnOf(found.ctos, 'code'), [near.cto.code, far.cto.code])
    assert.deepEqual(columnOf(found.ctos, 'free_ports'), [2, 2])
    assert.deepEqual([found.result, found.max_drop_m, found.port_id], ['factible', 150, null])
    assert.ok(
      found.ctos.every(
        ({ distance_m, est_rx_dbm }) =>
          (distance_m ?? 999) < 150 && Number(est_rx_dbm) < -10 && Number(est_rx_dbm) > -26,
      ),
    )
    assert.deepEqual(columnOf(found.products, 'code'), ['FTTH300', 'FTTH600', 'FTTH1000'])
    const validH = (Date.parse(found.valid_until) - Date.now()) / 3_600_000
    assert.ok(validH > 71.9 && validH < 72.1 + 24, String(validH))
  })

  it('many full boxes on the way do not hide the one that has room', async () => {
    const position = here()
    const full = { ...position, lat: position.lat + 0.0001, state: 2 }
    await Promise.all(Array.from({ length: 45 }, () => makeBox(full, 0)))
    const free = await makeBox({ ...position, lat: position.lat + 0.001 })
    const found = await check({ position })
    assert.equal(found.result, 'factible')
    assert.ok(found.ctos.some(({ code }) => code === free.cto.code))
  })

  it('each answer: serviceable, full, planned, none', async () => {
    const [works, full, coming, nowhere, fast] = [here(), here(), here(), here(), here()]
    await makeBox({ lat: works.lat + 0.003, lon: works.lon })
    await makeBox({ ...full, state: 2 }, 0)
    await makeBox({ ...coming, state: 5 }, 4)
    await makeBox(fast)
    assert.equal((await check({ position: works })).result, 'factible_con_obra')
    assert.equal((await check({ position: full })).result, 'cto_copada')
    assert.equal((await check({ position: coming })).result, 'en_despliegue')
    const none = await check({ position: nowhere })
    assert.deepEqual([none.result, none.ctos, none.products], ['sin_cobertura', [], []])
    const ten = await check({ position: fast, product: 'FTTH10000' })
    assert.deepEqual([ten.result, ten.products], ['factible_con_obra', []])
    assert.equal((await ask({ position: fast, product: 'TELEX' })).status, 422)
  })

  it('by address, by district and by the home itself', async () => {
    const position = here()
    const postal_code = '46765'
    const street = { street: 'Calle de la Ñora', postal_code, municipality: 'Albal' }
    const five = await makeBox({ ...position, ...street, street_number: '5' })
    const away = await makeBox({ lat: position.lat + 0.05, lon: -3, ...street, street_number: '250' })
    const codes = async (query: object) => columnOf((await check(query)).ctos, 'code')
    assert.deepEqual(await codes({ address: 'calle de la nora 7, 46765 Albal' }), [five.cto.code])
    const address = { street: 'Calle de la Ñora', number: '248', municipality: 'Albal' }
    assert.deepEqual(await codes({ address }), [away.cto.code])
    assert.deepEqual((await codes({ postal_code })).sort(), [five.cto.code, away.cto.code].sort())
    const district = await check({ address: `Calle Inventada 1, ${postal_code} Albal` })
    assert.deepEqual(columnOf(district.ctos, 'distance_m'), [null, null])
    await insert(server.db, 'access', {
      code: `AC-UUII-${postal_code}`,
      vno_id: (await makeVno(server.db)).id,
      cto_id: away.cto.id,
      port_id: away.ports[0],
      state: 'activo',
      home: { uuii_id: 'UI98765' },
    })
    assert.deepEqual(await codes({ uuii: 'UI98765' }), [away.cto.code])
    assert.equal((await check({ uuii: 'UI00000' })).result, 'sin_cobertura')
    for (const query of [{}, { postal_code: '1' }, { position: { lat: 91, lon: 0 } }, { address: '' }])
      assert.equal((await ask(query)).status, 422, JSON.stringify(query))
    const mayor = { street: 'C/ Mayor', number: 12, postalCode: '46001', municipality: null }
    assert.deepEqual(parseAddress('C/ Mayor, 12, 46001 Valencia'), mayor)
    const square = { street: 'Plaza Sin Número', number: null, postalCode: null, municipality: null }
    assert.deepEqual(parseAddress('Plaza Sin Número'), square)
  })

  it('reserves a port for 72 h and releases it; of many requests for the last one, one gets it', async () => {
    const position = here()
    const { ports: [port], cto } = await makeBox(position, 1) // prettier-ignore
    const query = { position, reserve: true }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(query)))
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1, answers.map(({ text }) => text).join('\n'))
    assert.ok(answers.every((one) => one.status === 200 || codeOf(one) === 'CTO_COPADA'))
    const { record: kept } = won[0]?.body as Output<typeof path>
    assert.equal(kept.port_id, port)
    assert.ok(kept.reserved_until)
    assert.deepEqual(await stateOf(port), { state: 2, assignment_status: 8, vno_id: vno.id })
    const box = await server.rows('select ports_free, state from cto where id = $1', cto.id)
    assert.deepEqual(box, [{ ports_free: 0, state: 2 }])
    await server.call('demo/plant/clock', { advance_s: 71 * 3600 }, { session: admin })
    assert.equal((await stateOf(port))?.state, 2)
    const isFree = (one: Awaited<ReturnType<typeof stateOf>>) => one?.state === 1
    const freed = await settle(server, admin, () => stateOf(port), isFree, 1800)
    assert.deepEqual(freed, { state: 1, assignment_status: 10, vno_id: null })
    const { records } = await server.done('admin_vno/feasibility/get', { id: kept.feasibility_id }, admin)
    assert.equal(records[0]?.port_id, null)
  })

  it('reserves the port of the chosen box, and releases it on demand', async () => {
    const position = here()
    const near = await makeBox(position)
    const far = await makeBox({ lat: position.lat + 0.0004, lon: position.lon })
    const { feasibility_id, port_id } = await check({ position, reserve: true, cto_id: far.cto.id })
    assert.equal(port_id, far.ports[0])
    assert.equal(codeOf(await ask({ position, reserve: true, cto_id: 2 ** 40 })), 'PORT_NOT_AVAILABLE')
    const release = 'admin_vno/feasibility/release'
    const refused = async (more: object) =>
      codeOf(await server.call(release, { feasibility_id, ...more }, { session: admin }))
    assert.equal(await refused({ version: 99 }), 'VERSION_CONFLICT')
    const { record: freed } = await server.done(release, { feasibility_id }, admin)
    assert.deepEqual([freed.port_id, freed.reserved_until], [null, null])
    assert.deepEqual(await stateOf(port_id), { state: 1, assignment_status: 10, vno_id: null })
    assert.equal(await refused({}), 'PORT_NOT_AVAILABLE')
    assert.equal((await stateOf(near.ports[0]))?.state, 1)
  })

  it('a port ordered meanwhile is not released', async () => {
    const position = here()
    const { ports } = await makeBox(position, 1)
    await check({ position, reserve: true })
    await server.db.owner.query('update port set assignment_status = 1 where id = $1', [ports[0]])
    await server.call('demo/plant/clock', { advance_s: 74 * 3600 }, { session: admin })
    await new Promise((resolve) => setTimeout(resolve, 800))
    assert.deepEqual(await stateOf(ports[0]), { state: 2, assignment_status: 1, vno_id: vno.id })
  })

  it('a technician may ask but reserves nothing; the neutral operator reserves for the operator it names', async () => {
    const position = here()
    const { ports } = await makeBox(position, 1)
    const technical = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    assert.equal((await check({ position }, technical)).result, 'factible')
    assert.equal(codeOf(await ask({ position, reserve: true }, technical)), 'PRIVILEGE_DENIED')
    assert.equal((await ask({ position, vno_id: vno.id })).status, 422)
    assert.equal((await check({ position }, neutral)).result, 'factible')
    assert.equal((await ask({ position, reserve: true }, neutral)).status, 422)
    assert.equal((await ask({ position, vno_id: 2 ** 30 }, neutral)).status, 404)
    await check({ position, reserve: true, vno_id: vno.id }, neutral)
    assert.equal((await stateOf(ports[0]))?.vno_id, vno.id)
  })
})
