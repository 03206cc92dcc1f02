/** An order and its intervention move together. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf, columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician } from '../../test/factories.ts'
import { act, inState, makeField, until } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'

const create = 'admin_vno/events/create'
const cancelEvent = 'admin_vno/events/cancel'
const cancelOrder = 'admin_vno/assigments/cancel_service_order'

describe('an order and its intervention', async () => {
  const server = closedAfter(await startTestServer({}, { jobs: true }))

  const orderOf = async (id: number, session: { cookie: string }) =>
    (await server.done('admin_vno/orders/get', { id }, session)).records[0]
  const scene = async (over: object = {}) => {
    const field = await makeField(server)
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno: field.vno }))
    const { vno, cto, technician } = field
    const given = { vno, state: 'asignada', assigned_technical_id: technician.id, cto_id: cto.id }
    return { ...field, admin, order: await makeOrder(server.db, { ...given, ...over }) }
  }
  /** Simulates a quiet box, so that the ending need not wait. */
  const leftAlone = (id: number) =>
    server.db.owner.query(`update event set touched_at = touched_at - interval '2 minutes' where id = $1`, [id])
  const opened = (session: { cookie: string }, service_order_id: number, more = {}) =>
    server.call(create, { work_kind: 'mantenimiento', service_order_id, ...more }, { session })

  it('opening one puts the order in progress, in the order’s box; it cannot be cancelled meanwhile', async () => {
    const { order, session, admin, cto } = await scene()
    const event = await act(server, create, { work_kind: 'mantenimiento', service_order_id: order.id }, session)
    assert.deepEqual([event.cto_id, event.service_order?.code], [cto.id, order.code])
    const seen = await orderOf(order.id, admin)
    assert.deepEqual([seen?.state, seen?.tmf_state, seen?.open_event?.id], ['en_curso', 'inProgress', event.id])
    const other = { reason_code: 'otra', service_order_id: order.id }
    assert.equal(codeOf(await server.call(cancelOrder, other, { session: admin })), 'ORDER_HAS_OPEN_EVENT')
    const taken = { order_id: order.id, technical_id: null }
    const answer = await server.call('admin_vno/orders/assign', taken, { session: admin })
    assert.equal(codeOf(answer), 'ORDER_HAS_OPEN_EVENT')
    const colleague = await makeTechnician(server.db, { vno: (await scene()).vno })
    assert.ok(colleague)
    assert.equal(codeOf(await opened(admin, order.id)), 'ORDER_HAS_OPEN_EVENT')
  })

  it('an intervention cancelled at once, or after the box was looked at, gives the order back', async () => {
    const { order, session, admin } = await scene()
    for (const state of [8, 8]) {
      const event = await act(server, create, { work_kind: 'mantenimiento', service_order_id: order.id }, session)
      await until(server, event.id, session, inState(state))
      await leftAlone(event.id)
      await act(server, cancelEvent, { event_id: event.id, reason: 'no hay nadie' }, session)
      await until(server, event.id, session, ({ process_state }) => process_state === 3 || process_state === 12)
      assert.equal((await orderOf(order.id, admin))?.state, 'asignada')
    }
  })

  it('no entry: the order waits for another visit, its operator is notified, and a new appointment ends the waiting', async () => {
    const { order, session, admin, technician } = await scene()
    const event = await act(server, create, { work_kind: 'averia', service_order_id: order.id }, session)
    await until(server, event.id, session, inState(8))
    const step = { event_id: event.id, step: 'cto_access', status: 'paused', data: { no_access_reason: 'sin_llave' } }
    await act(server, 'admin_vno/events/step/save', step, session)
    await leftAlone(event.id)
    await act(server, cancelEvent, { event_id: event.id, reason: 'Sin llave del RITI' }, session)
    await until(server, event.id, session, ({ process_state }) => process_state === 3 || process_state === 12)
    const held = await orderOf(order.id, admin)
    assert.deepEqual([held?.state, held?.held_reason, held?.tmf_state], ['asignada', 'NO_ACCESS', 'held'])
    const filter = { kind: 'order_held' }
    const { records } = await server.done('admin_vno/notifications/get', { filter }, admin)
    assert.deepEqual(columnOf(records, 'link'), [{ entity: 'order', id: order.id }])
    assert.ok(records[0]?.text.includes(order.code))
    const appointment = { from: '2030-11-20T09:00:00.000Z', to: '2030-11-20T11:00:00.000Z' }
    const query = { order_id: order.id, technical_id: technician.id, appointment }
    assert.equal((await server.call('admin_vno/orders/assign', query, { session: admin })).status, 200)
    assert.equal((await orderOf(order.id, admin))?.held_reason, null)
  })

  it('S10 a technician opens for own orders only; none for a closed or foreign one', async () => {
    const { order, admin, vno } = await scene()
    const other = await scene()
    const colleague = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    const none = await opened(colleague, 2 ** 30)
    for (const session of [colleague, other.session]) {
      const answer = await opened(session, order.id)
      assert.deepEqual([answer.status, codeOf(answer)], [none.status, codeOf(none)])
    }
    for (const [state, code] of [
      ['completada', 'ORDER_ALREADY_COMPLETED'],
      ['cancelada', 'ORDER_BAD_STATE'],
      ['rechazada', 'ORDER_BAD_STATE'],
    ]) {
      const closed = await makeOrder(server.db, { vno, state, cto_id: other.cto.id })
      assert.equal(codeOf(await opened(admin, closed.id)), code)
    }
    assert.equal((await orderOf(order.id, admin))?.state, 'asignada')
  })

  it('the technician who goes gets the order', async () => {
    const { order, admin, vno } = await scene()
    const colleague = await makeTechnician(server.db, { vno })
    assert.equal((await opened(admin, order.id, { technical_id: colleague.id })).status, 200)
    assert.equal((await orderOf(order.id, admin))?.assigned_technical_id, colleague.id)
  })

  it('cancelled and started at the same moment: one of them wins, whichever it is', async () => {
    for (let round = 0; round < 8; round++) {
      const { order, session, admin } = await scene()
      const [started, cancelled] = await Promise.all([
        opened(session, order.id),
        server.call(cancelOrder, { service_order_id: order.id, reason_code: 'cliente_desiste' }, { session: admin }),
      ])
      const state = (await orderOf(order.id, admin))?.state
      if (started.status === 200) assert.deepEqual([codeOf(cancelled), state], ['ORDER_HAS_OPEN_EVENT', 'en_curso'])
      else assert.deepEqual([codeOf(started), cancelled.status, state], ['ORDER_BAD_STATE', 200, 'cancelada'])
    }
  })

  it('of two concurrent openings for one order one succeeds', async () => {
    const { order, admin } = await scene()
    const answers = await Promise.all(Array.from({ length: 4 }, () => opened(admin, order.id)))
    const codes = answers.map((one) => codeOf(one) ?? 'ok').toSorted()
    assert.deepEqual(codes, [...Array<string>(3).fill('ORDER_HAS_OPEN_EVENT'), 'ok'])
  })
})
