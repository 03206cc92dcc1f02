import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { processState } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf, columnOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, type TestSession } from '../../test/factories.ts'
import { act, inState, makeField, readEvent, until, type Field } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { bare } from '../../test/line-scene.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeCto, makePort } from '../../test/plant-factories.ts'
import { until as untilLook } from '../../test/poll.ts'

const ask = 'admin_vno/events/fiber/change/async'
const answerPath = 'admin_vno/hair_changes/answer'
const withdraw = 'admin_vno/hair_changes/withdraw'
const choose = 'admin_vno/events/fiber/change/port_availability/get'
const list = 'admin_vno/hair_changes/get'
const none = 2 ** 40

interface Work extends Field {
  id: number
  from: number
  to: number
}

describe('changing to another port', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))

  const open = async ({ cto, session }: Field, over: object = {}) => {
    const query = { cto_id: cto.id, work_kind: 'alta', ...over }
    const { id } = await act(server, 'admin_vno/events/create', query, session)
    await until(server, id, session, inState(8))
    return id
  }
  /** An intervention open at the first free port of its box. */
  async function begin(over: Partial<Field> = {}): Promise<Work> {
    const field = { ...(await makeField(server)), ...over }
    const [from, to] = field.free.map((port) => port.id) as [number, number]
    return { ...field, id: await open(field, { port_id: from }), from, to }
  }
  const asked = ({ id, from }: Work, over: object = {}) => {
    const said = { reason: 3, condition_code: 801, pictures: [], comment: 'Conector roto' }
    return { event_id: id, port_from: from, ...said, ...over }
  }
  const send = (work: Work, over: object = {}, session: TestSession = work.session) =>
    server.call(ask, asked(work, over), { session })
  /** Sends a request that must be accepted, and returns its id. */
  const sent = async (work: Work, over: object = {}, session = work.session) =>
    (await server.done(ask, asked(work, over), session)).request_id
  async function read(id: number, session: TestSession): Promise<HairChange> {
    const [record] = (await server.done(list, { id }, session)).records
    assert.ok(record, `request ${id}`)
    return record
  }
  async function settled(id: number, session: TestSession, wanted = (one: HairChange) => one.decision !== null) {
    return await untilLook(() => read(id, session), wanted)
  }
  const waits = ({ waiting }: HairChange) => waiting
  const port = async (id: number) => {
    const text = 'select state, state_before, problem from port where id = $1'
    const [row] = await server.rows<{ state: number; state_before: number; problem: object }>(text, id)
    assert.ok(row)
    return row
  }
  const answer = (request_id: number, over: object, session = neutral) =>
    server.call(answerPath, { request_id, reason: 'Visto con la foto', ...over }, { session })
  const answered = (request_id: number, over: object) =>
    server.done(answerPath, { request_id, reason: 'Visto con la foto', ...over }, neutral)

  it('lists reasons, conditions and the requirements of each reason', async () => {
    const { session } = await makeField(server)
    const reasons = await server.done('admin_vno/events/fiber/change/reasons/get', {}, session)
    const { records, conditions, required } = reasons
    assert.deepEqual(records, [
      { id: 1, name: 'Puerto con baja potencia' },
      { id: 2, name: 'Puerto defectuoso' },
      { id: 3, name: 'Puerto no disponible' },
    ])
    assert.deepEqual(columnOf(conditions, 'id'), [996, 997, 998, 999, 800, 801, 802])
    assert.deepEqual(new Set(columnOf(conditions, 'scope')), new Set(['cto', 'port']))
    assert.deepEqual(required, { 1: ['potency'], 2: ['picture'], 3: ['condition'] })
  })

  it('shows the box’s offer without the holders of other ports', async () => {
    const work = await begin()
    const other = await makeCto(server.db, { lat: 39.4703, lon: -0.376, ports_free: 3 })
    await makeCto(server.db, { lat: 39.472, lon: -0.376, ports_free: 3 })
    const found = await server.done(choose, { event_id: work.id }, work.session)
    assert.equal(found.current_port, work.from)
    assert.deepEqual(columnOf(found.records, 'available'), [false, true, false, false, false])
    assert.deepEqual(columnOf(found.records, 'why'), ['asignado', null, 'ocupado', 'ocupado', 'ocupado'])
    assert.ok(found.records.every(({ rx_estimate_dbm: dbm }) => Number(dbm) < -10 && Number(dbm) > -25))
    assert.deepEqual(found.alternatives.find(({ cto_code }) => cto_code === other.code)?.free_ports, 3)
    assert.ok(found.alternatives.every(({ distance_m }) => distance_m <= 60))
    assert.doesNotMatch(JSON.stringify(found), /AC-|HWTC|vno/)
    await server.done(choose, { cto_id: work.cto.id }, work.session)
    assert.equal((await server.call(choose, {}, work)).status, 422)
  })

  it('a free port is granted: the work moves to it, the old one goes to review', async () => {
    const work = await begin()
    const answered = await server.done(ask, asked(work, { port_to: work.to }), work.session)
    const { request_id } = answered
    assert.deepEqual(answered, { result_flag: 3, request_id, poll_after_ms: 5000 })
    const record = await settled(request_id, work.session)
    assert.deepEqual([record.decision, record.port_assigned_id, record.resolved_by], ['concedido', work.to, 'auto'])
    assert.ok([5, 11].includes(record.process_state))
    assert.ok(record.response_id && record.elapsed_ms !== null && record.expires_at)
    const event = await readEvent(server, work.id, work.session)
    assert.equal(event.port_id, work.to)
    assert.equal(event.steps?.find(({ step }) => step === 'port_available')?.data['port_number'], event.port_number)
    assert.equal((await port(work.to)).state, 2)
    const left = await port(work.from)
    assert.deepEqual([left.state, left.state_before], [6, 1])
    const { at: _, ...problem } = left.problem as Record<string, unknown>
    const said = { reason: 3, code: 801, reported_by: record.created_by?.id }
    assert.deepEqual(problem, { ...said, event_id: work.id, request_id: record.id })
    const [response] = (await server.done('admin_vno/events/get', { id: record.response_id }, work.session)).records
    assert.deepEqual([response?.type, response?.parent_id, response?.process_state], [6, work.id, 5])
  })

  it('a port without reservation cannot be left', async () => {
    const field = await makeField(server)
    const [from, to] = field.free.map(({ id }) => id) as [number, number]
    const request = await sent({ ...field, id: await open(field), from, to })
    assert.equal((await settled(request, field.session)).port_assigned_id, to)
  })

  it('every change of a port leaves its trace with the cause, the work and its operator', async () => {
    const work = await begin()
    await settled(await sent(work), work.session)
    const text = `select from_state, to_state, cause, event_id, vno_id, technical_id
      from port_history where port_id = $1 order by id`
    const of = { event_id: work.id, vno_id: work.vno.id, technical_id: work.technician.id }
    assert.deepEqual(await server.rows(text, work.from), [
      { from_state: 1, to_state: 2, cause: 'assign', ...of },
      { from_state: 2, to_state: 6, cause: 'hair_change', ...of },
    ])
  })

  it('no free port and a box near: an alternative; none near: denied, and the order waits', async () => {
    const work = await begin()
    await server.rows('update port set state = 3 where id = $1', work.to)
    const far = { lat: 40.1 + Math.random() / 10, lon: -1 }
    await server.rows('update cto set lat = $2, lon = $3 where id = $1', work.cto.id, far.lat, far.lon)
    const order = (await makeOrder(server.db, { vno: work.vno, state: 'asignada' })).id
    await server.rows('update event set service_order_id = $2 where id = $1', work.id, order)
    const denied = await settled(await sent(work), work.session)
    assert.deepEqual([denied.decision, denied.deny_code, denied.process_state, denied.result_flag], ['denegado', 'CTO_COPADA', 4, 2]) // prettier-ignore
    const held = await server.rows('select held_reason from service_order where id = $1', order)
    assert.deepEqual(held, [{ held_reason: 'CTO_COPADA' }])
    await makeCto(server.db, { lat: far.lat + 0.0003, lon: far.lon, ports_free: 2 })
    assert.equal(await sent(work), denied.id, 'asking again is the same request')
    const offered = await settled(denied.id, work.session, ({ decision }) => decision === 'alternativa')
    assert.deepEqual([offered.rounds, offered.process_state, offered.alternatives.length], [2, 4, 1])
    await server.done(withdraw, { request_id: denied.id, reason: 'No llega la acometida' }, work.session)
    assert.ok([3, 12].includes((await read(denied.id, work.session)).process_state))
    assert.equal((await port(work.from)).state, 2)
  })

  it('a taken port is denied; asked again with a free one it is granted', async () => {
    const work = await begin()
    const denied = await settled(await sent(work, { port_to: work.taken[0]?.id }), work.session)
    assert.deepEqual([denied.decision, denied.deny_code], ['denegado', 'PORT_NOT_AVAILABLE'])
    const again = await sent(work, { port_to: work.to })
    const granted = await settled(again, work.session, ({ decision }) => decision === 'concedido')
    assert.deepEqual([granted.id, granted.rounds, granted.port_assigned_id], [denied.id, 2, work.to])
  })

  it('a box condition awaits the neutral operator, who grants, offers or denies', async () => {
    const work = await begin()
    const id = await sent(work, { condition_code: 996 })
    const waiting = await settled(id, work.session, waits)
    assert.deepEqual([waiting.process_state, waiting.decision], [8, null])
    assert.equal(Date.parse(waiting.sla_at ?? '') - Date.parse(waiting.asked_at) >= 15 * 60_000, true)
    const told = `select 1 from notification where event_id = $1 and vno_id is null and kind = 'hair_change_asked'`
    assert.equal((await server.rows(told, id)).length, 1)
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: work.vno, base: 'admin' }))
    assert.equal(codeOf(await answer(id, { decision: 'denegado' }, admin)), 'PRIVILEGE_DENIED')
    assert.equal(codeOf(await answer(id, { decision: 'denegado', reason: 'no' })), 'VALIDATION')
    assert.equal(codeOf(await answer(id, { decision: 'concedido', port_to: work.taken[0]?.id })), 'PORT_NOT_AVAILABLE')
    const stale = await answer(id, { decision: 'denegado', version: waiting.version - 1 })
    assert.deepEqual(refusalOf(stale), [409, 'VERSION_CONFLICT'])
    assert.equal((stale.body as { record: HairChange }).record.id, id)
    const { record: offered } = await answered(id, {
      decision: 'alternativa',
      port_to: work.to,
      version: waiting.version,
    })
    assert.deepEqual([offered.decision, offered.resolved_by, offered.process_state, offered.port_assigned_id], ['alternativa', 'operador', 4, work.to]) // prettier-ignore
    assert.equal(codeOf(await answer(id, { decision: 'concedido' })), 'EVENT_BAD_STATE')
    await send(work, { condition_code: 996, port_to: work.to })
    const granted = await settled(id, work.session, ({ decision }) => decision === 'concedido')
    assert.equal(granted.port_assigned_id, work.to, 'what was offered is granted by itself')
  })

  it('one request at a time; the third one of an intervention is for a supervisor', async () => {
    const field = await makeField(server)
    const more = [await makePort(server.db, { cto: field.cto }), await makePort(server.db, { cto: field.cto })]
    const work = await begin(field)
    assert.equal(codeOf(await send(work, { version: 99 })), 'VERSION_CONFLICT')
    const first = await sent(work, { condition_code: 997 })
    await settled(first, work.session, waits)
    assert.deepEqual(refusalOf(await send(work)), [409, 'EVENT_BAD_STATE'])
    await answered(first, { decision: 'concedido' })
    const from = async () => ({ port_from: (await readEvent(server, work.id, work.session)).port_id })
    await settled(await sent(work, await from()), work.session)
    assert.deepEqual(refusalOf(await send(work, await from())), [409, 'HAIR_CHANGE_LIMIT'])
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: work.vno }))
    const granted = await settled(await sent(work, await from(), admin), work.session)
    assert.equal(granted.decision, 'concedido')
    assert.ok(more.some(({ id }) => id === granted.port_assigned_id))
  })

  it('S10 of another technician there is none', async () => {
    const work = await begin()
    const id = await sent(work, { condition_code: 998 })
    await settled(id, work.session, waits)
    const { session } = await makeField(server, work.vno)
    const attempts = (event: number, request_id: number) => [
      server.call(choose, { event_id: event }, { session }),
      send({ ...work, id: event }, {}, session),
      server.call(withdraw, { request_id }, { session }),
    ]
    const theirs = (await Promise.all(attempts(work.id, id))).map(bare)
    assert.deepEqual(theirs, (await Promise.all(attempts(none, none))).map(bare))
    for (const answer of theirs) assert.match(answer, /^404 /)
    assert.deepEqual((await server.done(list, { filter: { id } }, session)).records, [])
    assert.equal(codeOf(await send(work, { event_id: id })), 'EVENT_BAD_STATE')
  })

  it('a day without an answer is an error; an intervention that ends takes its request along', async () => {
    const work = await begin()
    const id = await sent(work, { condition_code: 999 })
    await settled(id, work.session, waits)
    await server.rows(`update event set deadline_at = app_now() - interval '1 s' where id = $1`, id)
    await server.db.app.query(`select app_add_job('process.hair', json_build_object('event_id', $1::bigint, 'act', 'expire'))`, [id]) // prettier-ignore
    const late = await settled(id, work.session, inState(processState.is.error) as never)
    assert.deepEqual([late.waiting, late.result_flag], [false, 2])
    const next = await sent(work, { condition_code: 999 })
    await settled(next, work.session, waits)
    await server.rows('update event set touched_at = null where id = $1', work.id)
    await act(server, 'admin_vno/events/cancel', { event_id: work.id, reason: 'El cliente no está' }, work.session)
    const ended = await settled(next, work.session, ({ process_state: state }) => state === 3 || state === 12)
    assert.equal(ended.waiting, false)
  })
})
