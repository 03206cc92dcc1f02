import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { silentLog } from '../../log.ts'
import { maintain } from '../../jobs/maintain.ts'
import { openJob } from '../../process/opening/open.ts'
import { codeOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno, type TestSession, type Vno } from '../../test/factories.ts'
import { act, readEvent, recordOf } from '../../test/field.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeNeighbours, makeWatching, type NeighbourBox } from '../../test/watched-box.ts'

const prepare = 'admin_vno/neighbors/prepare'
const create = 'admin_vno/events/create'
const withoutId = (text: string) => text.replace(/"request_id":"[^"]+"/, '')

describe('the reading before a work, while there is coverage', async () => {
  const server = closedAfter(await startTestServer())

  interface Worker {
    box: NeighbourBox
    vno: Vno
    technicalId: number
    session: TestSession
  }
  const worker = async (box?: NeighbourBox): Promise<Worker> => {
    const vno = await makeVno(server.db)
    const account = await makeTechnician(server.db, { vno })
    const session = await makeSession(server.db, account)
    return { box: box ?? (await makeNeighbours(server.db)), vno, technicalId: account.id, session }
  }
  const rows = async <T>(text: string, values: unknown[] = []) =>
    (await server.db.owner.query(text, values)).rows as T[]
  const advance = (seconds: number) => rows('update demo_clock set offset_s = offset_s + $1', [seconds])
  const ask = ({ session, box }: Worker, more: object = {}) =>
    server.call(prepare, { cto_id: box.cto.id, ...more }, { session })
  const ready = async ({ session, box }: Worker, more: object = {}) =>
    (await server.done(prepare, { cto_id: box.cto.id, ...more }, session)).record
  const kept = ({ technicalId, box }: Worker) =>
    rows<{ taken_at: Date; event_id: number | null }>(
      'select taken_at, event_id from prepared_reading where technical_id = $1 and cto_id = $2 order by taken_at',
      [technicalId, box.cto.id],
    )
  /** Begins work, whose opening reads the box. `agoS`: begun without coverage, seconds ago. */
  const begin = async (who: Worker, agoS?: number) => {
    const done_at = agoS === undefined ? {} : { done_at: new Date(Date.now() - agoS * 1000).toISOString() }
    const query = { cto_id: who.box.cto.id, work_kind: 'mantenimiento', ...done_at }
    const { id } = await act(server, create, query, who.session)
    const { db, reader, plant, config } = server
    await openJob({ db, reader, plant, config, log: silentLog }, { event_id: id })
    const event = await readEvent(server, id, who.session)
    assert.equal(event.process_state, 8, JSON.stringify(event.error))
    return event
  }
  const report = async ({ session }: Worker, event_id: number) =>
    (await server.done('admin_vno/neighbors/qualityReport', { event_id }, session)).record
  const classes = ({ diff }: Report) => Object.fromEntries(columnsOf(diff, 'port', 'class'))
  const move = async ({ box }: Worker, ...deeds: Parameters<TestServer['plant']['act']>[1][]) => {
    for (const deed of deeds) await server.plant.act(box.cto.id, deed)
    await advance(1)
  }

  it('401, 403, 422, and unknown records', async () => {
    const who = await worker()
    const query = { cto_id: who.box.cto.id }
    assert.equal((await server.call(prepare, query)).status, 401)
    const nobody = await makeSession(server.db, await makeAdmin(server.db, { privileges: {} }))
    assert.equal((await server.call(prepare, query, { session: nobody })).status, 403)
    for (const wrong of [{}, { cto_id: 'x' }, { ...query, position: null }])
      assert.equal((await server.call(prepare, wrong, { session: who.session })).status, 422, JSON.stringify(wrong))
    const missing = await server.call(prepare, { cto_id: 2 ** 40 }, { session: who.session })
    assert.deepEqual([missing.status, codeOf(missing)], [404, 'CTO_NOT_FOUND'])
  })

  it('S3 answers when it was taken and how complete it is, and no figure of anybody', async () => {
    const who = await worker()
    const answer = await ask(who)
    const { taken_at, ...rest } = (answer.body as { record: Record<string, unknown> }).record
    assert.deepEqual([typeof taken_at, rest], ['string', { complete_pct: 100 }])
    assert.ok(!/CANARIO|HWTC|dbm/.test(answer.text))
  })

  it("S2 another operator's technician or order is like a missing one; an own order must be of its box", async () => {
    const [who, stranger] = [await worker(), await worker()]
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: who.vno }))
    const as = (session: TestSession, more: object) =>
      server.call(prepare, { cto_id: who.box.cto.id, ...more }, { session })
    const foreign = await makeOrder(server.db, { vno: stranger.vno, cto_id: who.box.cto.id })
    for (const [session, more, nobodys] of [
      [admin, { technical_id: stranger.technicalId }, { technical_id: 2 ** 40 }],
      [who.session, { technical_id: stranger.technicalId }, { technical_id: 2 ** 40 }],
      [who.session, { service_order_id: foreign.id }, { service_order_id: 2 ** 40 }],
    ] as const) {
      const [theirs, missing] = [await as(session, more), await as(session, nobodys)]
      assert.deepEqual([theirs.status, withoutId(theirs.text)], [404, withoutId(missing.text)])
    }
    assert.equal((await as(admin, {})).status, 422)
    assert.deepEqual(await kept(who), [])
    assert.equal((await as(admin, { technical_id: who.technicalId })).status, 200)
    const mine = { vno: who.vno, state: 'asignada', assigned_technical_id: who.technicalId }
    const own = await makeOrder(server.db, { ...mine, cto_id: who.box.cto.id })
    assert.equal((await as(who.session, { service_order_id: own.id })).status, 200)
    const colleagues = await makeOrder(server.db, { vno: who.vno, cto_id: who.box.cto.id })
    assert.equal((await as(who.session, { service_order_id: colleagues.id })).status, 404)
    const elsewhere = await makeOrder(server.db, { ...mine, cto_id: stranger.box.cto.id })
    assert.equal((await as(who.session, { service_order_id: elsewhere.id })).status, 422)
    assert.equal((await kept(stranger)).length, 0)
  })

  it('the same request twice is one reading and one answer', async () => {
    const who = await worker()
    const query = { client_request_id: randomUUID() }
    const first = await ask(who, query)
    await advance(30)
    assert.equal((await ask(who, query)).text, first.text)
    assert.equal((await kept(who)).length, 1)
  })

  it('a neighbour cut between it and the opening is a cut, notified at once, and named in the verdict', async () => {
    const who = await worker()
    const { taken_at } = await ready(who)
    await advance(600)
    await move(who, { action: 'unplug', port: 2 })
    await advance(120)
    const event = await begin(who)
    const text = 'select taken_at, phase from neighbour_snapshot where id = $1'
    const [snapshot] = await rows<{ taken_at: Date; phase: string }>(text, [event.neighbours.before_snapshot_id])
    assert.deepEqual([snapshot?.phase, snapshot?.taken_at.toISOString()], ['before', taken_at])
    const alarms = event.neighbours.alarms ?? []
    assert.deepEqual(columnsOf(alarms, 'port', 'up_at'), [[2, null]])
    assert.equal(event.neighbours.items?.find(({ port }) => port === 2)?.light, 'dark')
    const found = await report(who, event.id)
    assert.deepEqual(classes(found), { 1: 'igual', 2: 'desconectado', 3: 'igual', 4: 'igual' })
    assert.equal(found.verdict, 'con_desconectados')
    const [cut] = found.diff.filter(({ port }) => port === 2)
    assert.deepEqual([cut?.preexisting, cut?.blame, cut?.before?.state], [false, true, 'online'])
    const told = await rows(`select 1 from notification where technical_id = $1 and kind = 'neighbour_out'`, [
      who.technicalId,
    ])
    assert.equal(told.length, 1)
    assert.deepEqual(await kept(who), [], 'used up')
  })

  it('begun without coverage it is the baseline, however late it is sent', async () => {
    const who = await worker()
    const { taken_at } = await ready(who)
    await advance(3000)
    await move(who, { action: 'unplug', port: 3 })
    await advance(4000)
    // The phone is back and prepares again before its work is sent: that reading must not hide a lost light.
    await ready(who)
    const event = await begin(who, 5000)
    const text = 'select taken_at from neighbour_snapshot where id = $1'
    const [snapshot] = await rows<{ taken_at: Date }>(text, [event.neighbours.before_snapshot_id])
    assert.equal(snapshot?.taken_at.toISOString(), taken_at)
    assert.equal(classes(await report(who, event.id))[3], 'desconectado')
  })

  it('after 61 minutes it does not count, and an earlier darkness is not blamed on the work', async () => {
    const who = await worker()
    await ready(who)
    await move(who, { action: 'unplug', port: 2 })
    await advance(3660)
    const event = await begin(who)
    assert.deepEqual(event.neighbours.alarms ?? [], [])
    const found = await report(who, event.id)
    assert.equal(found.verdict, 'limpia')
    assert.equal(found.diff.find(({ port }) => port === 2)?.preexisting, true)
  })

  it('fibres exchanged in between within the splitter are two short cuts: no OLT sees more', async () => {
    const who = await worker()
    await ready(who)
    await move(who, { action: 'swap', port: 1, port_to: 2 })
    await advance(300)
    const event = await begin(who)
    const found = await report(who, event.id)
    assert.deepEqual([classes(found)[1], classes(found)[2]], ['microcorte', 'microcorte'])
  })

  it('a cut that was over before the opening counts all the same', async () => {
    const who = await worker()
    await ready(who)
    await move(who, { action: 'unplug', port: 4 })
    await advance(60)
    await move(who, { action: 'plug', port: 4 })
    await advance(60)
    const event = await begin(who)
    assert.equal(classes(await report(who, event.id))[4], 'corte_recuperado')
  })

  it('a neighbour dark in it and lit at the opening is protected from the opening on', async () => {
    const who = await worker()
    await move(who, { action: 'unplug', port: 1 })
    await ready(who)
    await move(who, { action: 'plug', port: 1 })
    await advance(300)
    const event = await begin(who)
    // Who cut a light minutes before is undecidable.
    assert.equal(classes(await report(who, event.id))[1], 'no_concluyente')
    await advance(60)
    await move(who, { action: 'unplug', port: 1 })
    await advance(10)
    const found = await report(who, event.id)
    assert.deepEqual([found.diff[0]?.class, found.diff[0]?.level], ['desconectado', 'bloqueo'])
  })

  it('a repeated one does not hide a lost light, nor does it grow older than necessary', async () => {
    const who = await worker()
    const first = await ready(who)
    await advance(700)
    const second = await ready(who)
    assert.notEqual(second.taken_at, first.taken_at)
    await move(who, { action: 'unplug', port: 2 })
    await advance(700)
    assert.equal((await ready(who)).taken_at, second.taken_at)
    assert.equal(classes(await report(who, (await begin(who)).id))[2], 'desconectado')
  })

  it('is void once another work was done in the box', async () => {
    const who = await worker()
    await ready(who)
    const opened_at = (await rows<{ at: Date }>('select app_now() as at'))[0]?.at
    const listener = { id: 1, opened_at, closed_at: null, olt_id: who.box.oltId, pon: null, watched_ports: [] }
    await makeWatching(server.db, server.reader, who.box, { process_state: 8, listener: JSON.stringify(listener) })
    await move(who, { action: 'unplug', port: 2 })
    await advance(60)
    const found = await report(who, (await begin(who)).id)
    assert.equal(found.diff.find(({ port }) => port === 2)?.preexisting, true)
  })

  it('a silent OLT does not keep a prepared work from opening', async () => {
    const who = await worker()
    const { taken_at } = await ready(who)
    await server.plant.act(who.box.cto.id, { action: 'olt_down' })
    const event = await begin(who)
    assert.equal(event.neighbours.items?.filter(({ light }) => light === 'ok').length, 4)
    await server.plant.act(who.box.cto.id, { action: 'olt_up' })
    const text = 'select taken_at from neighbour_snapshot where id = $1'
    const [snapshot] = await rows<{ taken_at: Date }>(text, [event.neighbours.before_snapshot_id])
    assert.equal(snapshot?.taken_at.toISOString(), taken_at)
  })

  it('a tree that fell meanwhile is no harm', async () => {
    const who = await worker()
    for (let n = 0; n < 2; n++) await makeNeighbours(server.db, { ponId: who.box.ponId })
    await ready(who)
    await move(who, { action: 'unplug' })
    await advance(600)
    const event = await begin(who)
    assert.deepEqual([...new Set((event.neighbours.alarms ?? []).map((one) => one.class))], ['no_concluyente'])
    assert.equal((await rows(`select 1 from notification where technical_id = $1`, [who.technicalId])).length, 0)
  })

  it('a colleague has a separate one, and an unused one is deleted after three days', async () => {
    const who = await worker()
    await ready(who)
    const other = await makeTechnician(server.db, { vno: who.vno })
    const colleague: Worker = { ...who, technicalId: other.id, session: await makeSession(server.db, other) }
    await advance(60)
    await move(who, { action: 'unplug', port: 2 })
    const answer = await server.call(create, { cto_id: who.box.cto.id, work_kind: 'averia' }, colleague)
    assert.deepEqual([recordOf(answer).technical_id, (await kept(who))[0]?.event_id], [other.id, null])
    const older = `update prepared_reading set taken_at = now() - interval '73 hours' where technical_id = $1`
    await rows(older, [who.technicalId])
    await maintain(server.db.owner, server.store)
    assert.deepEqual(await kept(who), [])
  })
})
