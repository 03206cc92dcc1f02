/** Data that a device downloads, and operations that it uploads later. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import pg from 'pg'
import { settingIn } from '@hilo/domain/settings.ts'
import type { Database as Db } from '../../db/open.ts'
import { codeOf, columnOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician } from '../../test/factories.ts'
import { makeClosedPhoto, makeLabelPhoto } from '../../test/box-photos.ts'
import { makeCustomer, makeField, readEvent } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeCto, makeEvent } from '../../test/plant-factories.ts'
import { freshStep } from '../../process/steps/step-row.ts'

/** Six own customers, four free ports and six of another operator in each box. */
async function fill({ owner }: Db, boxes: readonly number[], vno: number): Promise<void> {
  await owner.query(
    `insert into port (cto_id, number, label, state, inventory_status, assignment_status, splitter_leg)
     select c.id, n, c.code || '/' || lpad(n::text, 2, '0'), case when n <= 12 then 3 else 1 end,
       case when n <= 12 then 3 else 1 end, case when n <= 12 then 3 else 1 end, n
     from cto c, generate_series(1, 16) n where c.id = any($1::bigint[])`,
    [boxes],
  )
  await owner.query(
    `insert into port_assignment (port_id, vno_id, cto_id, label, state, assignment_status, ont_state, rx_dbm)
     select p.id, case when p.number <= 6 then $2::int else v.id end, p.cto_id, p.label, 3, 3, 'online', -19.53
     from port p, (select id from vno where id <> $2 order by id limit 1) v
     where p.cto_id = any($1::bigint[]) and p.number <= 12`,
    [boxes, vno],
  )
}

/** An answer with its number of database round trips. */
async function counting<T>(ask: () => Promise<T>): Promise<{ answer: T; trips: number }> {
  const { query } = pg.Client.prototype
  let trips = 0
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    trips += 1
    return query.apply(this as pg.Client, args as never)
  } as typeof query
  try {
    return { answer: await ask(), trips }
  } finally {
    pg.Client.prototype.query = query
  }
}

describe('work without coverage', async () => {
  const server = closedAfter(await startTestServer())

  const scene = async () => {
    const field = await makeField(server)
    const steps = JSON.stringify(['initial', 'report'].map((step) => freshStep(step as 'initial')))
    const { technician, cto, vno } = field
    const event = await makeEvent(server.db, { technician, cto, work_kind: 'mantenimiento', steps })
    const given = { vno, state: 'asignada', assigned_technical_id: technician.id, cto_id: cto.id }
    return { ...field, event, order: await makeOrder(server.db, given) }
  }
  const pull = async (session: { cookie: string }, cursor?: string, boxes?: number[]) => {
    const query = { ...(cursor !== undefined && { cursor }), ...(boxes && { boxes }) }
    return await server.done('admin_vno/sync/pull', query, session)
  }
  const push = async (session: { cookie: string }, operations: object[]) =>
    (await server.done('admin_vno/sync/push', { operations }, session)).results
  const operation = (path: string, query: object) => ({ path, query, client_request_id: randomUUID() })
  const save = (event_id: number, step: string, more = {}) =>
    operation('admin_vno/events/step/save', { event_id, step, status: 'started', ...more })
  const said = (results: Awaited<ReturnType<typeof push>>) => results.map(({ status, body }) => [status, body['error']])

  it('sends orders, interventions and boxes with faceplates, then only changes and removals', async () => {
    const { session, order, event, cto, technician, vno } = await scene()
    const first = await pull(session)
    assert.deepEqual([columnOf(first.orders, 'id'), columnOf(first.events, 'id')], [[order.id], [event.id]])
    assert.equal(first.events[0]?.steps?.length, 2)
    const [box, ...more] = first.ctos
    assert.deepEqual([box?.id, box?.ports?.length, more], [cto.id, 5, []])
    const still = await pull(session, first.cursor)
    const { orders, events, ctos, removed } = still
    assert.deepEqual([orders, events, ctos, removed], [[], [], [], { orders: [], events: [], ctos: [] }])
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const next = await makeOrder(server.db, { vno })
    await server.call('admin_vno/orders/assign', { order_id: next.id, technical_id: technician.id }, { session: admin })
    await server.call('admin_vno/orders/assign', { order_id: order.id, technical_id: null }, { session: admin })
    const delta = await pull(session, still.cursor)
    assert.deepEqual([columnOf(delta.orders, 'id'), delta.removed.orders, delta.ctos], [[next.id], [order.id], []])
    assert.deepEqual((await pull(session, delta.cursor)).orders, [])
  })

  it('includes requested boxes, while they exist, with the ports available to the operator', async () => {
    const { session, cto, free, taken, vno } = await scene()
    const wanted = await makeCustomer(server.db, await makeCto(server.db), vno)
    const { port, access } = wanted
    const gone = await makeCto(server.db, { removed_at: new Date() })
    const first = await pull(session, undefined, [port.cto_id, gone.id, 2 ** 40])
    const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
    assert.deepEqual(sorted(columnOf(first.ctos, 'id')), [cto.id, port.cto_id])
    assert.deepEqual(sorted(first.removed.ctos), [gone.id, 2 ** 40])
    const own = first.ports.find(({ id }) => id === port.id)
    assert.deepEqual([own?.access_id, own?.label, own?.rx_dbm], [access, port.label, -19.5])
    const inside = first.ports.filter(({ cto_id }) => cto_id === cto.id)
    assert.deepEqual(columnOf(inside, 'id'), columnOf(free, 'id'), 'the free ones')
    const face = first.ctos.find(({ id }) => id === cto.id)?.ports
    assert.ok(face?.every(({ own: mine, rx_dbm }) => !mine && rx_dbm === null))
    const sent = columnOf(first.ports, 'id')
    assert.ok(!taken.some(({ id }) => sent.includes(id)), 'S10 nothing hangs on others’ ports')
    const still = await pull(session, first.cursor, [port.cto_id])
    assert.deepEqual([still.ctos, still.ports, still.removed.ctos], [[], [], []])
    await server.db.owner.query('update port_assignment set rx_dbm = -21.5 where port_id = $1', [port.id])
    const told = await pull(session, still.cursor, [port.cto_id])
    assert.deepEqual([columnOf(told.ctos, 'id'), columnOf(told.ports, 'rx_dbm')], [[port.cto_id], [-21.5]])
    assert.deepEqual((await pull(session, told.cursor)).removed.ctos, [port.cto_id])
    const many = { boxes: Array.from({ length: 201 }, (_, index) => index + 1) }
    assert.equal(codeOf(await server.call('admin_vno/sync/pull', many, { session })), 'VALIDATION')
  })

  it('includes the operator’s settings, and no other operator’s', async () => {
    const [mine, other] = [await scene(), await scene()]
    const text =
      "insert into setting (vno_id, chosen, bounds, created_by, created_at, updated_at) values ($1, $2, '{}', '{}', now(), now())"
    const set = async (vno: { id: number }, offline_max_age_h: number) =>
      server.db.owner.query(text, [vno.id, JSON.stringify({ offline_max_age_h })])
    await set(mine.vno, 12)
    await set(other.vno, 24)
    assert.equal(settingIn((await pull(mine.session)).settings, 'offline_max_age_h'), 12)
    assert.equal(settingIn((await pull(other.session)).settings, 'offline_max_age_h'), 24)
    assert.equal(settingIn((await pull((await scene()).session)).settings, 'offline_max_age_h'), 48)
  })

  it('a hundred full boxes with their photos are less than 2 MB and ask the database as often as a few', async () => {
    const { session, vno } = await makeField(server)
    const boxes: number[] = []
    for (let index = 0; index < 100; index++) {
      const cto = await makeCto(server.db)
      boxes.push(cto.id)
      await Promise.all([makeLabelPhoto(server, { vno, cto }), makeClosedPhoto(server, { vno, cto })])
    }
    await fill(server.db, boxes, vno.id)
    await pull(session)
    const asked = await counting(() => pull(session, undefined, boxes))
    assert.deepEqual([asked.answer.ctos.length, asked.answer.ports.length], [100, 100 * 10])
    const photos = asked.answer.ctos.flatMap((cto) => cto.photos ?? [])
    assert.equal(photos.length, 200)
    const bytes = Buffer.byteLength(JSON.stringify(asked.answer)) + photos.reduce((all, photo) => all + photo.bytes, 0)
    assert.ok(bytes < 2e6, `${bytes} bytes`)
    assert.ok(asked.trips <= 6, `${asked.trips} round trips`)
    assert.ok(asked.answer.cursor.length < 10_000, `${asked.answer.cursor.length} characters of cursor`)
  })

  it('S10 contains no data of colleagues or other operators, and nothing for sessions without field work', async () => {
    const { vno } = await scene()
    const colleague = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    for (const session of [colleague, admin]) {
      const { orders, events, ctos } = await pull(session)
      assert.deepEqual([orders, events, ctos], [[], [], []])
    }
    for (const cursor of ['x', Buffer.from('{"orders":1}').toString('base64url')])
      assert.equal(codeOf(await server.call('admin_vno/sync/pull', { cursor }, { session: colleague })), 'VALIDATION')
  })

  it('runs operations in order with the versions that they create; the same batch again changes nothing', async () => {
    const { session, event } = await scene()
    const { version } = await readEvent(server, event.id, session)
    const batch = [save(event.id, 'initial', { version }), save(event.id, 'report', { version })]
    const results = await push(session, batch)
    const done = batch.map(({ client_request_id }) => [200, client_request_id])
    assert.deepEqual(columnsOf(results, 'status', 'client_request_id'), done)
    const after = await readEvent(server, event.id, session)
    assert.deepEqual(columnOf(after.steps ?? [], 'status'), ['started', 'started'])
    assert.deepEqual(await push(session, batch), results)
    assert.equal((await readEvent(server, event.id, session)).version, after.version)
    const first = { ...batch[0]?.query, client_request_id: batch[0]?.client_request_id }
    const lonely = await server.call('admin_vno/events/step/save', first, { session })
    assert.deepEqual(lonely.body, results[0]?.body, 'each answer is that of its own call')
  })

  it('a failure holds back later ones on the same intervention, and no others', async () => {
    const mine = await scene()
    const stale = { version: 999 }
    const note = operation('admin_vno/notes/create', { event_id: mine.event.id, text: 'x' })
    const order = { service_order_id: mine.order.id, reason_code: 'sin_acceso' }
    const cancel = operation('admin_vno/assigments/cancel_service_order', order)
    const batch = [save(mine.event.id, 'initial', stale), note, save(mine.event.id, 'report'), cancel]
    assert.deepEqual(said(await push(mine.session, batch)), [
      [409, 'VERSION_CONFLICT'],
      [409, 'SYNC_BLOCKED'],
      [409, 'SYNC_BLOCKED'],
      [200, undefined],
    ])
  })

  it('S1 S2 each operation is checked like its own call: rights, foreign ids, unknown fields, calls that change nothing', async () => {
    const [mine, other] = [await scene(), await scene()]
    const results = await push(mine.session, [
      save(other.event.id, 'initial'),
      save(2 ** 30, 'initial'),
      operation('admin_vno/orders/assign', { order_id: mine.order.id, technical_id: null }),
      operation('admin_vno/events/step/save', { nonsense: 1 }),
      operation('admin_vno/orders/get', {}),
      operation('admin_vno/sync/push', { operations: [] }),
      operation('constructor', {}),
    ])
    assert.deepEqual(said(results), [
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [403, 'PRIVILEGE_DENIED'],
      [422, 'VALIDATION'],
      [404, 'REQUEST_NOT_EXIST'],
      [404, 'REQUEST_NOT_EXIST'],
      [404, 'REQUEST_NOT_EXIST'],
    ])
  })
})
