/** What a device takes along, and what it sends when it is back. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import { makeAdmin, makeSession, makeTechnician } from '../../test/factories.ts'
import { codeOf, makeField, readEvent } from '../../test/field.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeEvent } from '../../test/plant-factories.ts'
import { freshStep } from '../../process/step-row.ts'

type Pulled = Output<'admin_vno/sync/pull'>
type Pushed = Output<'admin_vno/sync/push'>['results']

describe('work without coverage', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const scene = async () => {
    const field = await makeField(server)
    const steps = JSON.stringify(['initial', 'report'].map((step) => freshStep(step as 'initial')))
    const event = await makeEvent(server.db, {
      technician: field.technician,
      cto: field.cto,
      work_kind: 'mantenimiento',
      steps,
    })
    const given = {
      vno: field.vno,
      state: 'asignada',
      assigned_technical_id: field.technician.id,
      cto_id: field.cto.id,
    }
    return { ...field, event, order: await makeOrder(server.db, given) }
  }
  const pull = async (session: { cookie: string }, cursor?: string) => {
    const answer = await server.call('admin_vno/sync/pull', cursor === undefined ? {} : { cursor }, { session })
    assert.equal(answer.status, 200, answer.text)
    return answer.body as Pulled
  }
  const push = async (session: { cookie: string }, operations: object[]) => {
    const answer = await server.call('admin_vno/sync/push', { operations }, { session })
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { results: Pushed }).results
  }
  const save = (event_id: number, step: string, more = {}) => ({
    path: 'admin_vno/events/step/save',
    query: { event_id, step, status: 'started', ...more },
    client_request_id: randomUUID(),
  })

  it('brings orders, interventions and boxes with their faces, then only what changed and what is gone', async () => {
    const { session, order, event, cto, technician, vno } = await scene()
    const first = await pull(session)
    assert.deepEqual([first.orders.map(({ id }) => id), first.events.map(({ id }) => id)], [[order.id], [event.id]])
    assert.equal(first.events[0]?.steps?.length, 2)
    assert.deepEqual(first.ctos.map(({ id, ports }) => [id, ports?.length]), [[cto.id, 5]]) // prettier-ignore
    const still = await pull(session, first.cursor)
    assert.deepEqual(
      [still.orders, still.events, still.ctos, still.removed],
      [[], [], [], { orders: [], events: [], ctos: [] }],
    )
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const next = await makeOrder(server.db, { vno })
    await server.call('admin_vno/orders/assign', { order_id: next.id, technical_id: technician.id }, { session: admin })
    await server.call('admin_vno/orders/assign', { order_id: order.id, technical_id: null }, { session: admin })
    const delta = await pull(session, still.cursor)
    assert.deepEqual([delta.orders.map(({ id }) => id), delta.removed.orders, delta.ctos], [[next.id], [order.id], []])
    assert.deepEqual((await pull(session, delta.cursor)).orders, [])
  })

  it('S10 holds nothing of colleagues or other operators, and nothing for who does no field work', async () => {
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

  it('sends operations in their order with the versions that they make; the same batch again changes nothing', async () => {
    const { session, event } = await scene()
    const { version } = await readEvent(server, event.id, session)
    const batch = [save(event.id, 'initial', { version }), save(event.id, 'report', { version })]
    const results = await push(session, batch)
    assert.deepEqual(results.map(({ status, client_request_id }) => [status, client_request_id]), batch.map((one) => [200, one.client_request_id])) // prettier-ignore
    const after = await readEvent(server, event.id, session)
    assert.deepEqual(after.steps?.map(({ status }) => status), ['started', 'started']) // prettier-ignore
    assert.deepEqual(await push(session, batch), results)
    assert.equal((await readEvent(server, event.id, session)).version, after.version)
    const lonely = await server.call('admin_vno/events/step/save', { ...batch[0]?.query, client_request_id: batch[0]?.client_request_id }, { session }) // prettier-ignore
    assert.deepEqual(lonely.body, results[0]?.body, 'each answer is that of its own call')
  })

  it('a failure holds back what follows on the same intervention, and nothing else', async () => {
    const mine = await scene()
    const stale = { version: 999 }
    const note = {
      path: 'admin_vno/notes/create',
      query: { event_id: mine.event.id, text: 'x' },
      client_request_id: randomUUID(),
    }
    const cancel = {
      path: 'admin_vno/assigments/cancel_service_order',
      query: { service_order_id: mine.order.id, reason_code: 'sin_acceso' },
      client_request_id: randomUUID(),
    }
    const results = await push(mine.session, [
      save(mine.event.id, 'initial', stale),
      note,
      save(mine.event.id, 'report'),
      cancel,
    ])
    const said = results.map(({ status, body }) => [status, body['error']])
    assert.deepEqual(said, [
      [409, 'VERSION_CONFLICT'],
      [409, 'SYNC_BLOCKED'],
      [409, 'SYNC_BLOCKED'],
      [200, undefined],
    ])
  })

  it('S1 S2 each operation is judged as its own call: rights, foreign ids, unknown fields, calls that change nothing', async () => {
    const [mine, other] = [await scene(), await scene()]
    const operation = (path: string, query: object) => ({ path, query, client_request_id: randomUUID() })
    const results = await push(mine.session, [
      save(other.event.id, 'initial'),
      save(2 ** 30, 'initial'),
      operation('admin_vno/orders/assign', { order_id: mine.order.id, technical_id: null }),
      operation('admin_vno/events/step/save', { nonsense: 1 }),
      operation('admin_vno/orders/get', {}),
      operation('admin_vno/sync/push', { operations: [] }),
      operation('constructor', {}),
    ])
    const said = results.map(({ status, body }) => [status, body['error']])
    assert.deepEqual(said, [
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
