import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { codeOf, columnOf, columnsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician } from '../../test/factories.ts'
import { act, inState, makeCustomer, makeField, readEvent, recordOf, until } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { bare } from '../../test/line-scene.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeCto, makePort } from '../../test/plant-factories.ts'
import { makeRacers, raceForFreePort } from '../../test/port-race.ts'

const create = 'admin_vno/events/create'
const none = 2 ** 40

describe('opening an intervention', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  const ask = (query: object, session: { cookie: string }) => server.call(create, query, { session })
  const count = async (sql: string, ...values: unknown[]) => (await server.rows(`select from ${sql}`, ...values)).length

  it('422 for missing input, and for an operator named by a person of one', async () => {
    const { cto, session } = await makeField(server)
    for (const query of [{ work_kind: 'alta' }, { cto_id: cto.id }, { cto_id: cto.id, work_kind: 'alta', vno_id: 1 }])
      assert.deepEqual(refusalOf(await ask(query, session)), [422, 'VALIDATION'], JSON.stringify(query))
  })

  it('is accepted at once, reads the box, and is open with its neighbours, its listener and its steps', async () => {
    const { cto, session, technician, taken } = await makeField(server)
    const answer = await server.done(create, { cto_code: cto.code.toLowerCase(), work_kind: 'baja' }, session)
    assert.deepEqual([answer.result_flag, answer.poll_after_ms], [3, 5000])
    const { record: accepted } = answer
    assert.match(accepted.code, /^INT-\d{4}-\d{7}$/)
    assert.deepEqual([accepted.process_state, accepted.technical_id, accepted.origin], [2, technician.id, 2])
    const open = await until(server, accepted.id, session, inState(8))
    const due = ['initial', 'report', 'cto_access', 'drop_enrollment', 'final_report']
    assert.deepEqual(columnsOf(open.steps ?? [], 'step', 'status'), due.map((step) => [step, 'iddle'])) // prettier-ignore
    assert.deepEqual(open.listener?.watched_ports, columnOf(taken, 'number'))
    assert.ok(open.neighbours.items?.every((item) => !item.own && item.rx_dbm === null))
    assert.equal(open.neighbours.items?.filter(({ light }) => light === 'ok').length, 3)
    const left = Date.parse(open.deadline_at ?? '') - Date.parse(open.started_at ?? '')
    assert.equal(left, 86_400_000)
    const { before_snapshot_id } = open.neighbours
    assert.equal(await count(`neighbour_snapshot where id = $1 and phase = 'before'`, before_snapshot_id), 1)
  })

  it('the same request twenty times at once opens one intervention', async () => {
    const { cto, session } = await makeField(server)
    const query = { cto_id: cto.id, work_kind: 'mantenimiento', client_request_id: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(query, session)))
    assert.deepEqual([...new Set(columnOf(answers, 'status'))], [200])
    assert.equal(new Set(columnOf(answers, 'text')).size, 1)
    assert.equal(await count('event where cto_id = $1', cto.id), 1)
  })

  it('a technician has one open at a time, however many concurrent requests', async () => {
    const { cto, session } = await makeField(server)
    const query = { cto_id: cto.id, work_kind: 'alta' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(query, session)))
    const [won] = answers.filter(({ status }) => status === 200)
    assert.ok(won)
    const { id, code } = recordOf(won)
    for (const lost of answers.filter((one) => one !== won)) {
      assert.deepEqual(refusalOf(lost), [409, 'EVENT_ALREADY_OPEN'])
      assert.deepEqual((lost.body as { record: object }).record, { id, code })
    }
  })

  it('an administrator names a technician of the own operator, or none', async () => {
    const { cto, vno, technician } = await makeField(server)
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const named = await act(server, create, { cto_id: cto.id, work_kind: 'alta', technical_id: technician.id }, admin)
    assert.equal(named.technical_id, technician.id)
    assert.equal((await act(server, create, { cto_id: cto.id, work_kind: 'alta' }, admin)).technical_id, null)
  })

  it('a missing box or record is not found, nor by a technician a colleague', async () => {
    const { cto, vno, session } = await makeField(server)
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const code = async (query: object, who = session) => codeOf(await ask({ work_kind: 'alta', ...query }, who))
    for (const field of ['technical_id', 'access_id', 'service_order_id'])
      assert.equal(await code({ cto_id: cto.id, [field]: none }, admin), 'NOT_FOUND', field)
    const colleague = await makeTechnician(server.db, { vno })
    assert.equal(await code({ cto_id: cto.id, technical_id: colleague.id }), 'NOT_FOUND')
    assert.equal(await code({ cto_id: none }), 'CTO_NOT_FOUND')
    assert.equal(await code({ cto_code: 'NADA' }), 'CTO_NOT_FOUND')
  })

  it('the neutral operator names the operator', async () => {
    const { cto, vno } = await makeField(server)
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    const query = { cto_id: cto.id, work_kind: 'alta' }
    assert.equal(codeOf(await ask(query, neutral)), 'VALIDATION')
    assert.equal(codeOf(await ask({ ...query, vno_id: 2 ** 30 }, neutral)), 'NOT_FOUND')
    assert.equal((await act(server, create, { ...query, vno_id: vno.id }, neutral)).vno_id, vno.id)
  })

  it('an access implies its port and box; the port keeps its state and is locked meanwhile', async () => {
    const { cto, vno, session } = await makeField(server)
    const { port, access } = await makeCustomer(server.db, cto, vno)
    const { id } = await act(server, create, { access_id: access, work_kind: 'averia' }, session)
    const open = await until(server, id, session, inState(8))
    assert.deepEqual([open.cto_id, open.port_id, open.access_id], [cto.id, port.id, access])
    assert.ok(!open.listener?.watched_ports.includes(port.number))
    assert.equal(open.neighbours.items?.find((item) => item.port === port.number)?.own, true)
    assert.equal(await count('port where id = $1 and state = 3', port.id), 1)
    assert.equal(await count('port_claim where port_id = $1 and event_id = $2', port.id, id), 1)
  })

  it('a free port is reserved with its box; one in use is refused without naming its holder', async () => {
    const { cto, session, free, taken, vno } = await makeField(server)
    const query = { cto_id: cto.id, work_kind: 'alta' }
    const port_id = free[0].id
    assert.deepEqual(refusalOf(await ask({ ...query, port_id: taken[0]?.id }, session)), [409, 'PORT_NOT_AVAILABLE'])
    const { id } = await act(server, create, { ...query, port_id }, session)
    await until(server, id, session, inState(8))
    assert.equal(await count('port where id = $1 and state = 2 and assignment_status = 2', port_id), 1)
    const reserved = 'port_assignment where port_id = $1 and vno_id = $2 and reserved_until is not null'
    assert.equal(await count(reserved, port_id, vno.id), 1)
    assert.equal(await count('cto where id = $1 and ports_free = 1', cto.id), 1)
    assert.equal(codeOf(await ask({ ...query, port_id: (await makePort(server.db)).id }, session)), 'VALIDATION')
  })

  it('a technician opens the baja of a customer only when the operator has ordered it, or sends the technician', async () => {
    const { cto, vno, session, technician } = await makeField(server)
    const customer = () => makeCustomer(server.db, cto, vno)
    const [one, two, three, four] = [await customer(), await customer(), await customer(), await customer()]
    const baja = { cto_id: cto.id, work_kind: 'baja' }
    const given = { vno, cto_id: cto.id, state: 'asignada', assigned_technical_id: technician.id }
    await makeOrder(server.db, { ...given, access_id: four.access, kind: 'averia' })
    for (const named of [{ access_id: one.access }, { port_id: one.port.id }, { access_id: four.access }])
      assert.deepEqual(refusalOf(await ask({ ...baja, ...named }, session)), [409, 'UNSUBSCRIPTION_NOT_ORDERED'])
    await makeOrder(server.db, { ...given, access_id: two.access, kind: 'baja' })
    await server.rows("update access set state = 'en_baja' where id = $1", three.access)
    await act(server, create, { ...baja, access_id: two.access }, session)
    const other = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    await act(server, create, { ...baja, port_id: three.port.id }, other)
    const third = await makeTechnician(server.db, { vno })
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    await act(server, create, { ...baja, technical_id: third.id, access_id: one.access }, admin)
  })

  it('a technician sees own interventions only', async () => {
    const { cto, vno, session } = await makeField(server)
    const { id } = await act(server, create, { cto_id: cto.id, work_kind: 'alta' }, session)
    const colleague = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    assert.deepEqual((await server.done('admin_vno/events/get', { id }, colleague)).records, [])
    const cancel = (event_id: number) =>
      server.call('admin_vno/events/cancel', { event_id, reason: 'No es mía' }, { session: colleague })
    const theirs = await cancel(id)
    assert.deepEqual([theirs.status, bare(theirs)], [404, bare(await cancel(none))])
  })

  it('without reading the neighbours: needs the configuration privilege, and proves nothing', async () => {
    const { cto, session, vno } = await makeField(server)
    const query = { cto_id: cto.id, work_kind: 'alta', degraded: true }
    assert.equal((await ask(query, session)).status, 403)
    await server.plant.act(cto.id, { action: 'olt_down' })
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const { id } = await act(server, create, query, admin)
    const open = await until(server, id, admin, inState(8))
    assert.deepEqual([open.degraded, open.neighbours.before_snapshot_id], [true, null])
    assert.equal(open.listener?.watched_ports.length, 3)
    assert.ok(open.neighbours.items?.every(({ state }) => state === 'unknown'))
    await server.done('admin_vno/settings/edit', { values: { degraded_allowed: false } }, admin)
    assert.deepEqual(refusalOf(await ask(query, admin)), [403, 'PRIVILEGE_DENIED'])
  })

  it('leaves its trace', async () => {
    const { session, technician } = await makeField(server)
    const cto = await makeCto(server.db)
    const { id } = await act(server, create, { cto_id: cto.id, work_kind: 'mantenimiento' }, session)
    const acted = `audit where entity = 'event' and entity_id = $1 and actor_id = $2 and call = $3`
    assert.equal(await count(acted, String(id), technician.user_id, create), 1)
    await until(server, id, session, inState(8))
    assert.equal(await count(`audit where entity_id = $1 and call = 'process/opened'`, String(id)), 1)
    assert.ok((await readEvent(server, id, session)).version > 1)
  })

  it('of two technicians that choose one free port at once one gets it, and the other is refused', async () => {
    const [one, ...others] = await makeRacers(server)
    for (const other of others) await raceForFreePort(server, [one, other])
  })
})
