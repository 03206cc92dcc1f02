import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { insert, makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { act, codeOf, inState, makeCustomer, makeField, readEvent, recordOf, until } from '../../test/field.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeCto, makePort } from '../../test/plant-factories.ts'
import { makeRacers, raceForFreePort } from '../../test/port-race.ts'

const create = 'admin_vno/events/create'
const plain = (text: string) => text.replace(/"request_id":"[^"]+"/, '')

describe('opening an intervention', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({}, { jobs: true })
  })
  after(() => server.close())

  const ask = (query: object, session: { cookie: string }) => server.call(create, query, { session })
  const count = async (sql: string, values: unknown[]) =>
    Number((await server.db.owner.query<{ n: number }>(`select count(*)::int as n from ${sql}`, values)).rows[0]?.n)

  it('401 without a session, 403 without the privilege, 422 for missing or unknown input', async () => {
    const { cto, session } = await makeField(server)
    const good = { cto_id: cto.id, work_kind: 'alta' }
    assert.equal((await server.call(create, good)).status, 401)
    const nobody = await makeSession(server.db, await makeAdmin(server.db, { privileges: {} }))
    assert.equal((await ask(good, nobody)).status, 403)
    for (const query of [{ work_kind: 'alta' }, { cto_id: cto.id }, { ...good, vno_id: 1 }, { ...good, nonsense: 1 }]) {
      const answer = await ask(query, session)
      assert.deepEqual([answer.status, codeOf(answer)], [422, 'VALIDATION'], JSON.stringify(query))
    }
  })

  it('is accepted at once, reads the box, and is open with its neighbours, its listener and its steps', async () => {
    const { cto, session, technician, taken } = await makeField(server)
    const answer = await ask({ cto_code: cto.code.toLowerCase(), work_kind: 'baja' }, session)
    const { result_flag, poll_after_ms } = answer.body as { result_flag: number; poll_after_ms: number }
    assert.deepEqual([result_flag, poll_after_ms], [3, 5000])
    const accepted = recordOf(answer)
    assert.match(accepted.code, /^INT-\d{4}-\d{7}$/)
    assert.deepEqual([accepted.process_state, accepted.technical_id, accepted.origin], [2, technician.id, 2])
    const open = await until(server, accepted.id, session, inState(8))
    const due = ['initial', 'report', 'cto_access', 'drop_enrollment', 'final_report']
    assert.deepEqual(open.steps?.map(({ step, status }) => [step, status]), due.map((step) => [step, 'iddle'])) // prettier-ignore
    assert.deepEqual(open.listener?.watched_ports, taken.map(({ number }) => number)) // prettier-ignore
    assert.ok(open.neighbours.items?.every((item) => !item.own && item.rx_dbm === null))
    assert.equal(open.neighbours.items?.filter(({ light }) => light === 'ok').length, 3)
    const left = Date.parse(open.deadline_at ?? '') - Date.parse(open.started_at ?? '')
    assert.equal(left, 86_400_000)
    assert.equal(await count('neighbour_snapshot where id = $1 and phase = $2', [open.neighbours.before_snapshot_id, 'before']), 1) // prettier-ignore
  })

  it('the same request twenty times at once opens one intervention', async () => {
    const { cto, session } = await makeField(server)
    const query = { cto_id: cto.id, work_kind: 'mantenimiento', client_request_id: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(query, session)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(await count('event where cto_id = $1', [cto.id]), 1)
  })

  it('a technician has one open at a time, however many concurrent requests', async () => {
    const { cto, session } = await makeField(server)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask({ cto_id: cto.id, work_kind: 'alta' }, session)),
    )
    const [won] = answers.filter(({ status }) => status === 200)
    assert.ok(won)
    const { id, code } = recordOf(won)
    for (const lost of answers.filter((one) => one !== won)) {
      assert.deepEqual([lost.status, codeOf(lost)], [409, 'EVENT_ALREADY_OPEN'])
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

  it("everything of another operator's answers like a missing one", async () => {
    const { cto, vno, session } = await makeField(server)
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const other = await makeVno(server.db)
    const stranger = await makeTechnician(server.db, { vno: other })
    const { access } = await makeCustomer(server.db, cto, other)
    const service_order_id = await insert(server.db, 'service_order', {
      code: `OS-${unique()}`,
      external_order_id: unique(),
      vno_id: other.id,
      kind: 'alta',
      state: 'asignada',
    })
    const missing = 2 ** 40
    for (const [field, foreign] of Object.entries({ technical_id: stranger.id, access_id: access, service_order_id })) {
      const query = { cto_id: cto.id, work_kind: 'alta' }
      const [theirs, none] = [
        await ask({ ...query, [field]: foreign }, admin),
        await ask({ ...query, [field]: missing }, admin),
      ]
      assert.deepEqual([theirs.status, plain(theirs.text)], [none.status, plain(none.text)], field)
      assert.equal(codeOf(none), 'NOT_FOUND')
    }
    const colleague = await makeTechnician(server.db, { vno })
    assert.equal(codeOf(await ask({ cto_id: cto.id, work_kind: 'alta', technical_id: colleague.id }, session)), 'NOT_FOUND') // prettier-ignore
    assert.equal(codeOf(await ask({ cto_id: missing, work_kind: 'alta' }, session)), 'CTO_NOT_FOUND')
    assert.equal(codeOf(await ask({ cto_code: 'NADA', work_kind: 'alta' }, session)), 'CTO_NOT_FOUND')
  })

  it('the neutral operator names the operator', async () => {
    const { cto, vno } = await makeField(server)
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    assert.equal(codeOf(await ask({ cto_id: cto.id, work_kind: 'alta' }, neutral)), 'VALIDATION')
    assert.equal(codeOf(await ask({ cto_id: cto.id, work_kind: 'alta', vno_id: 2 ** 30 }, neutral)), 'NOT_FOUND')
    assert.equal(
      (await act(server, create, { cto_id: cto.id, work_kind: 'alta', vno_id: vno.id }, neutral)).vno_id,
      vno.id,
    )
  })

  it('an access implies its port and box; the port keeps its state and is locked meanwhile', async () => {
    const { cto, vno, session } = await makeField(server)
    const { port, access } = await makeCustomer(server.db, cto, vno)
    const { id } = await act(server, create, { access_id: access, work_kind: 'averia' }, session)
    const open = await until(server, id, session, inState(8))
    assert.deepEqual([open.cto_id, open.port_id, open.access_id], [cto.id, port.id, access])
    assert.ok(!open.listener?.watched_ports.includes(port.number))
    assert.equal(open.neighbours.items?.find((item) => item.port === port.number)?.own, true)
    assert.equal(await count('port where id = $1 and state = 3', [port.id]), 1)
    assert.equal(await count('port_claim where port_id = $1 and event_id = $2', [port.id, id]), 1)
  })

  it('a free port is reserved with its box; one in use is refused without naming its holder', async () => {
    const { cto, session, free, taken, vno } = await makeField(server)
    const refused = await ask({ cto_id: cto.id, port_id: taken[0]?.id, work_kind: 'alta' }, session)
    assert.deepEqual([refused.status, codeOf(refused)], [409, 'PORT_NOT_AVAILABLE'])
    const { id } = await act(server, create, { cto_id: cto.id, port_id: free[0].id, work_kind: 'alta' }, session)
    await until(server, id, session, inState(8))
    assert.equal(await count('port where id = $1 and state = 2 and assignment_status = 2', [free[0].id]), 1)
    assert.equal(await count('port_assignment where port_id = $1 and vno_id = $2 and reserved_until is not null', [free[0].id, vno.id]), 1) // prettier-ignore
    assert.equal(await count('cto where id = $1 and ports_free = 1', [cto.id]), 1)
    const elsewhere = await makePort(server.db)
    const wrong = await ask({ cto_id: cto.id, port_id: elsewhere.id, work_kind: 'alta' }, session)
    assert.equal(codeOf(wrong), 'VALIDATION')
  })

  it('a technician opens the baja of a customer only when his operator has ordered it; the operator may send him', async () => {
    const { cto, vno, session, technician } = await makeField(server)
    const [one, two, three, four] = [
      await makeCustomer(server.db, cto, vno),
      await makeCustomer(server.db, cto, vno),
      await makeCustomer(server.db, cto, vno),
      await makeCustomer(server.db, cto, vno),
    ]
    const baja = { cto_id: cto.id, work_kind: 'baja' }
    for (const named of [{ access_id: one.access }, { port_id: one.port.id }]) {
      const refused = await ask({ ...baja, ...named }, session)
      assert.deepEqual([refused.status, codeOf(refused)], [409, 'UNSUBSCRIPTION_NOT_ORDERED'])
    }
    const repair = { state: 'asignada', assigned_technical_id: technician.id, kind: 'averia' }
    await makeOrder(server.db, { vno, cto_id: cto.id, access_id: four.access, ...repair })
    assert.equal(codeOf(await ask({ ...baja, access_id: four.access }, session)), 'UNSUBSCRIPTION_NOT_ORDERED')
    const given = { state: 'asignada', assigned_technical_id: technician.id }
    await makeOrder(server.db, { vno, cto_id: cto.id, access_id: two.access, kind: 'baja', ...given })
    await server.db.owner.query("update access set state = 'en_baja' where id = $1", [three.access])
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    assert.equal((await ask({ ...baja, access_id: two.access }, session)).status, 200)
    const other = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    assert.equal((await ask({ ...baja, port_id: three.port.id }, other)).status, 200)
    const third = await makeTechnician(server.db, { vno })
    assert.equal((await ask({ ...baja, technical_id: third.id, access_id: one.access }, admin)).status, 200)
  })

  it('a technician sees own interventions only', async () => {
    const { cto, vno, session } = await makeField(server)
    const { id } = await act(server, create, { cto_id: cto.id, work_kind: 'alta' }, session)
    const colleague = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    const { body } = await server.call('admin_vno/events/get', { id }, { session: colleague })
    assert.deepEqual((body as { records: unknown[] }).records, [])
    const cancel = (event_id: number) =>
      server.call('admin_vno/events/cancel', { event_id, reason: 'No es mía' }, { session: colleague })
    const [theirs, none] = [await cancel(id), await cancel(2 ** 40)]
    assert.deepEqual([theirs.status, plain(theirs.text)], [404, plain(none.text)])
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
    const settings = { values: { degraded_allowed: false } }
    assert.equal((await server.call('admin_vno/settings/edit', settings, { session: admin })).status, 200)
    const forbidden = await ask(query, admin)
    assert.deepEqual([forbidden.status, codeOf(forbidden)], [403, 'PRIVILEGE_DENIED'])
  })

  it('leaves its trace', async () => {
    const { session, technician } = await makeField(server)
    const cto = await makeCto(server.db)
    const { id } = await act(server, create, { cto_id: cto.id, work_kind: 'mantenimiento' }, session)
    assert.equal(await count('audit where entity = $1 and entity_id = $2 and actor_id = $3 and call = $4', ['event', String(id), technician.user_id, create]), 1) // prettier-ignore
    await until(server, id, session, inState(8))
    assert.equal(await count(`audit where entity_id = $1 and call = 'process/opened'`, [String(id)]), 1)
    assert.ok((await readEvent(server, id, session)).version > 1)
  })

  it('of two technicians that choose one free port at once one gets it, and the other is refused', async () => {
    const [one, ...others] = await makeRacers(server)
    for (const other of others) await raceForFreePort(server, [one, other])
  })
})
