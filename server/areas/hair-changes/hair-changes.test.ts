import type { HairChange } from '@hilo/contract/hair-changes.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import { processState } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { insert, makeAdmin, makeOperator, makeSession, unique, type TestSession } from '../../test/factories.ts'
import { act, codeOf, inState, makeField, readEvent, until, type Field } from '../../test/field.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'
import { makeCto, makePort } from '../../test/plant-factories.ts'
import { until as untilLook } from '../../test/poll.ts'

const ask = 'admin_vno/events/fiber/change/async'
const answerPath = 'admin_vno/hair_changes/answer'
const withdraw = 'admin_vno/hair_changes/withdraw'
const choose = 'admin_vno/events/fiber/change/port_availability/get'
const plain = (text: string) => text.replace(/"request_id":"[^"]+"/, '')

interface Choice {
  cto: { state: number }
  current_port: number | null
  records: { port_id: number; number: number; available: boolean; why: string | null; rx_estimate_dbm: number }[]
  alternatives: { cto_code: string; distance_m: number; free_ports: number }[]
}
interface Work extends Field {
  id: number
  from: number
  to: number
}

describe('changing to another port', () => {
  let server: TestServer
  let neutral: TestSession
  before(async () => {
    server = await startTestServer({}, { jobs: true })
    neutral = await makeSession(server.db, await makeOperator(server.db))
  })
  after(() => server.close())

  /** An intervention open at the first free port of its box. */
  async function begin(over: Partial<Field> = {}): Promise<Work> {
    const field = { ...(await makeField(server)), ...over }
    const [from, to] = field.free.map((port) => port.id) as [number, number]
    const { id } = await act(server, 'admin_vno/events/create', { cto_id: field.cto.id, port_id: from, work_kind: 'alta' }, field.session) // prettier-ignore
    await until(server, id, field.session, inState(8))
    return { ...field, id, from, to }
  }
  const asked = ({ id, from }: Work, over: object = {}) => ({
    event_id: id,
    port_from: from,
    reason: 3,
    condition_code: 801,
    pictures: [],
    comment: 'Conector roto',
    ...over,
  })
  const send = (work: Work, over: object = {}, session: TestSession = work.session) =>
    server.call(ask, asked(work, over), { session })
  const requestOf = ({ body, status, text }: Answer): number => {
    assert.equal(status, 200, text)
    return (body as { request_id: number }).request_id
  }
  async function read(id: number, session: TestSession): Promise<HairChange> {
    const { body } = await server.call('admin_vno/hair_changes/get', { id }, { session })
    const [record] = (body as { records: HairChange[] }).records
    assert.ok(record, `request ${id}`)
    return record
  }
  async function settled(id: number, session: TestSession, wanted = (one: HairChange) => one.decision !== null) {
    return await untilLook(() => read(id, session), wanted)
  }
  const port = async (id: number) => {
    const { rows } = await server.db.owner.query<{
      state: number
      state_before: number
      problem: unknown
      version: number
    }>('select state, state_before, problem, version from port where id = $1', [id])
    assert.ok(rows[0])
    return rows[0]
  }
  const answer = (request_id: number, over: object, session = neutral) =>
    server.call(answerPath, { request_id, reason: 'Visto con la foto', ...over }, { session })

  it('lists reasons, conditions and the requirements of each reason', async () => {
    const { session } = await makeField(server)
    const { body } = await server.call('admin_vno/events/fiber/change/reasons/get', {}, { session })
    const { records, conditions, required } = body as { records: object[]; conditions: { id: number; scope: string }[]; required: object } // prettier-ignore
    assert.deepEqual(records, [
      { id: 1, name: 'Puerto con baja potencia' },
      { id: 2, name: 'Puerto defectuoso' },
      { id: 3, name: 'Puerto no disponible' },
    ])
    assert.deepEqual(conditions.map(({ id }) => id), [996, 997, 998, 999, 800, 801, 802]) // prettier-ignore
    assert.deepEqual(new Set(conditions.map(({ scope }) => scope)), new Set(['cto', 'port']))
    assert.deepEqual(required, { 1: ['potency'], 2: ['picture'], 3: ['condition'] })
  })

  it('shows the box’s offer without the holders of other ports', async () => {
    const work = await begin()
    const other = await makeCto(server.db, { lat: 39.4703, lon: -0.376, ports_free: 3 })
    await makeCto(server.db, { lat: 39.472, lon: -0.376, ports_free: 3 })
    const { body, text } = await server.call(choose, { event_id: work.id }, work)
    const found = body as Choice
    assert.equal(found.current_port, work.from)
    assert.deepEqual(
      found.records.map(({ available, why }) => [available, why]),
      [[false, 'asignado'], [true, null], [false, 'ocupado'], [false, 'ocupado'], [false, 'ocupado']], // prettier-ignore
    )
    assert.ok(found.records.every(({ rx_estimate_dbm: dbm }) => dbm < -10 && dbm > -25))
    assert.deepEqual(found.alternatives.find(({ cto_code }) => cto_code === other.code)?.free_ports, 3)
    assert.ok(found.alternatives.every(({ distance_m }) => distance_m <= 60))
    assert.ok(!/AC-|HWTC|vno/.test(text))
    assert.equal((await server.call(choose, { cto_id: work.cto.id }, work)).status, 200)
    assert.equal((await server.call(choose, {}, work)).status, 422)
    const stranger = await makeField(server)
    const [theirs, none] = [
      await server.call(choose, { event_id: work.id }, stranger),
      await server.call(choose, { event_id: 2 ** 40 }, stranger),
    ]
    assert.deepEqual([theirs.status, plain(theirs.text)], [404, plain(none.text)])
  })

  it('a free port is granted: the work moves to it, the old one goes to review', async () => {
    const work = await begin()
    const sent = await send(work, { port_to: work.to })
    assert.deepEqual(sent.body, { result_flag: 3, request_id: requestOf(sent), poll_after_ms: 5000 })
    const record = await settled(requestOf(sent), work.session)
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
    const { body } = await server.call('admin_vno/events/get', { id: record.response_id }, work)
    const [response] = (body as { records: Event[] }).records
    assert.deepEqual([response?.type, response?.parent_id, response?.process_state], [6, work.id, 5])
  })

  it('a port without reservation cannot be left', async () => {
    const field = await makeField(server)
    const [from, to] = field.free.map(({ id }) => id) as [number, number]
    const { id } = await act(
      server,
      'admin_vno/events/create',
      { cto_id: field.cto.id, work_kind: 'alta' },
      field.session,
    )
    await until(server, id, field.session, inState(8))
    const request = requestOf(await send({ ...field, id, from, to }))
    assert.equal((await settled(request, field.session)).port_assigned_id, to)
  })

  it('every change of a port leaves its trace with the cause, the work and its operator', async () => {
    const work = await begin()
    await settled(requestOf(await send(work)), work.session)
    const { rows } = await server.db.owner.query(
      'select from_state, to_state, cause, event_id, vno_id, technical_id from port_history where port_id = $1 order by id',
      [work.from],
    )
    const of = { event_id: work.id, vno_id: work.vno.id, technical_id: work.technician.id }
    assert.deepEqual(rows, [
      { from_state: 1, to_state: 2, cause: 'assign', ...of },
      { from_state: 2, to_state: 6, cause: 'hair_change', ...of },
    ])
  })

  it('no free port and a box near: an alternative; none near: denied, and the order waits', async () => {
    const work = await begin()
    await server.db.owner.query('update port set state = 3 where id = $1', [work.to])
    const far = { lat: 40.1 + Math.random() / 10, lon: -1 }
    await server.db.owner.query('update cto set lat = $2, lon = $3 where id = $1', [work.cto.id, far.lat, far.lon])
    const order = await insert(server.db, 'service_order', { code: `OS-${unique()}`, external_order_id: unique(), vno_id: work.vno.id, kind: 'alta', state: 'asignada' }) // prettier-ignore
    await server.db.owner.query('update event set service_order_id = $2 where id = $1', [work.id, order])
    const denied = await settled(requestOf(await send(work)), work.session)
    assert.deepEqual([denied.decision, denied.deny_code, denied.process_state, denied.result_flag], ['denegado', 'CTO_COPADA', 4, 2]) // prettier-ignore
    const { rows } = await server.db.owner.query('select held_reason from service_order where id = $1', [order])
    assert.deepEqual(rows, [{ held_reason: 'CTO_COPADA' }])
    await makeCto(server.db, { lat: far.lat + 0.0003, lon: far.lon, ports_free: 2 })
    assert.equal(requestOf(await send(work)), denied.id, 'asking again is the same request')
    const offered = await settled(denied.id, work.session, ({ decision }) => decision === 'alternativa')
    assert.deepEqual([offered.rounds, offered.process_state, offered.alternatives.length], [2, 4, 1])
    const withdrawn = await server.call(withdraw, { request_id: denied.id, reason: 'No llega la acometida' }, work)
    assert.equal(withdrawn.status, 200, withdrawn.text)
    assert.ok([3, 12].includes((await read(denied.id, work.session)).process_state))
    assert.equal((await port(work.from)).state, 2)
  })

  it('a taken port is denied; asked again with a free one it is granted', async () => {
    const work = await begin()
    const denied = await settled(requestOf(await send(work, { port_to: work.taken[0]?.id })), work.session)
    assert.deepEqual([denied.decision, denied.deny_code], ['denegado', 'PORT_NOT_AVAILABLE'])
    const again = requestOf(await send(work, { port_to: work.to }))
    const granted = await settled(again, work.session, ({ decision }) => decision === 'concedido')
    assert.deepEqual([granted.id, granted.rounds, granted.port_assigned_id], [denied.id, 2, work.to])
  })

  it('a box condition awaits the neutral operator, who grants, offers or denies', async () => {
    const work = await begin()
    const id = requestOf(await send(work, { condition_code: 996 }))
    const waiting = await settled(id, work.session, (one) => one.waiting)
    assert.deepEqual([waiting.process_state, waiting.decision], [8, null])
    assert.equal(Date.parse(waiting.sla_at ?? '') - Date.parse(waiting.asked_at) >= 15 * 60_000, true)
    const told = await server.db.owner.query(`select 1 from notification where event_id = $1 and vno_id is null and kind = 'hair_change_asked'`, [id]) // prettier-ignore
    assert.equal(told.rowCount, 1)
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: work.vno, base: 'admin' }))
    assert.equal(codeOf(await answer(id, { decision: 'denegado' }, admin)), 'PRIVILEGE_DENIED')
    assert.equal(codeOf(await answer(id, { decision: 'denegado', reason: 'no' })), 'VALIDATION')
    assert.equal(codeOf(await answer(id, { decision: 'concedido', port_to: work.taken[0]?.id })), 'PORT_NOT_AVAILABLE')
    const stale = await answer(id, { decision: 'denegado', version: waiting.version - 1 })
    assert.deepEqual([stale.status, codeOf(stale)], [409, 'VERSION_CONFLICT'])
    assert.equal((stale.body as { record: HairChange }).record.id, id)
    const offer = await answer(id, { decision: 'alternativa', port_to: work.to, version: waiting.version })
    assert.equal(offer.status, 200, offer.text)
    const offered = (offer.body as { record: HairChange }).record
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
    const first = requestOf(await send(work, { condition_code: 997 }))
    await settled(first, work.session, (one) => one.waiting)
    const second = await send(work)
    assert.deepEqual([second.status, codeOf(second)], [409, 'EVENT_BAD_STATE'])
    assert.equal((await answer(first, { decision: 'concedido' })).status, 200)
    const from = async () => ({ port_from: (await readEvent(server, work.id, work.session)).port_id })
    await settled(requestOf(await send(work, await from())), work.session)
    const third = await send(work, await from())
    assert.deepEqual([third.status, codeOf(third)], [409, 'HAIR_CHANGE_LIMIT'])
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: work.vno }))
    const granted = await settled(requestOf(await send(work, await from(), admin)), work.session)
    assert.equal(granted.decision, 'concedido')
    assert.ok(more.some(({ id }) => id === granted.port_assigned_id))
  })

  it('S2 S10 of another operator or another technician, there is none', async () => {
    const work = await begin()
    const id = requestOf(await send(work, { condition_code: 998 }))
    await settled(id, work.session, (one) => one.waiting)
    const colleague = await makeField(server, work.vno)
    for (const { session } of [await makeField(server), colleague]) {
      const pairs = [
        [await send(work, {}, session), await send({ ...work, id: 2 ** 40 }, {}, session)],
        [await server.call(withdraw, { request_id: id }, { session }), await server.call(withdraw, { request_id: 2 ** 40 }, { session })], // prettier-ignore
      ]
      for (const [theirs, none] of pairs)
        assert.deepEqual([theirs?.status, plain(theirs?.text ?? '')], [404, plain(none?.text ?? '-')])
      const { body } = await server.call('admin_vno/hair_changes/get', { filter: { id } }, { session })
      assert.deepEqual((body as { records: unknown[] }).records, [])
    }
    assert.equal(codeOf(await send(work, { event_id: id })), 'EVENT_BAD_STATE')
  })

  it('the same request sent ten times at once is one', async () => {
    const work = await begin()
    const client_request_id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(work, { client_request_id })))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    const { rows } = await server.db.owner.query('select count(*)::int as n from hair_change where event_id = $1', [work.id]) // prettier-ignore
    assert.deepEqual(rows, [{ n: 1 }])
  })

  it('a day without an answer is an error; an intervention that ends takes its request along', async () => {
    const work = await begin()
    const id = requestOf(await send(work, { condition_code: 999 }))
    await settled(id, work.session, (one) => one.waiting)
    await server.db.owner.query(`update event set deadline_at = app_now() - interval '1 s' where id = $1`, [id])
    await server.db.app.query(`select app_add_job('process.hair', json_build_object('event_id', $1::bigint, 'act', 'expire'))`, [id]) // prettier-ignore
    const late = await settled(id, work.session, inState(processState.is.error) as never)
    assert.deepEqual([late.waiting, late.result_flag], [false, 2])
    const next = requestOf(await send(work, { condition_code: 999 }))
    await settled(next, work.session, (one) => one.waiting)
    await server.db.owner.query('update event set touched_at = null where id = $1', [work.id])
    await act(server, 'admin_vno/events/cancel', { event_id: work.id, reason: 'El cliente no está' }, work.session)
    const ended = await settled(next, work.session, ({ process_state: state }) => state === 3 || state === 12)
    assert.equal(ended.waiting, false)
  })
})
