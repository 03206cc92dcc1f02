/** Visits in the past: refused by the calls that assign and change an order. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { detailsOf, faultsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'

const paths = { assign: 'admin_vno/orders/assign', edit: 'admin_vno/orders/edit' } as const
type Call = (typeof paths)[keyof typeof paths]

describe('visits in the past', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const technician = await makeTechnician(server.db, { vno })

  const done = async (path: Call, query: object) => (await server.done(path, query, admin)).record as Order
  const row = async (id: number) =>
    (await server.db.owner.query<Record<string, unknown>>('select * from service_order where id = $1', [id])).rows[0]

  it('sends nobody into the past: neither with new hours nor with those that the order has', async () => {
    const hour = 3_600_000
    const around = (from: number, to: number) => ({
      from: new Date(Date.now() + from * hour).toISOString(),
      to: new Date(Date.now() + to * hour).toISOString(),
    })
    const made = (hours: { from: string; to: string } | null, more: object = {}) =>
      makeOrder(server.db, { vno, appointment_from: hours?.from ?? null, appointment_to: hours?.to ?? null, ...more })
    const refused = async (path: Call, query: object, code = '') => {
      const answer = await server.call(path, query, { session: admin })
      assert.deepEqual([answer.status, faultsOf(answer)[0]], [422, 'appointment past'], answer.text)
      assert.ok(detailsOf(answer)[0]?.message.includes(code), answer.text)
    }
    const [free, over, underWay] = [await made(null), await made(around(-4, -2)), await made(around(-1, 1))]
    const given = { technical_id: technician.id }
    await refused(paths.assign, { ...given, order_id: free.id, appointment: around(-13, -11) }, free.code)
    await refused(paths.assign, { ...given, order_id: free.id, appointment: around(-1, 1) }, free.code)
    await refused(paths.assign, { ...given, order_id: over.id }, over.code)
    await refused(paths.assign, { ...given, order_ids: [free.id, over.id] }, over.code)
    await refused(paths.edit, { order_id: free.id, appointment: around(-13, -11) }, free.code)
    for (const { id } of [free, over]) assert.equal((await row(id))?.['state'], 'recibida')
    assert.equal((await done(paths.assign, { ...given, order_id: underWay.id })).state, 'asignada')
    const again = { ...given, order_id: over.id, appointment: around(1, 3) }
    assert.equal((await done(paths.assign, again)).state, 'asignada')
    const late = await made(around(-4, -2), { state: 'asignada', assigned_technical_id: technician.id })
    const back = { order_id: late.id, technical_id: null, appointment: around(-4, -2) }
    await refused(paths.assign, back)
    const kept = (await row(late.id)) as { appointment_from: Date; appointment_to: Date }
    const same = { from: kept.appointment_from.toISOString(), to: kept.appointment_to.toISOString() }
    assert.equal((await done(paths.assign, { ...back, appointment: same })).state, 'recibida')
    assert.equal((await done(paths.edit, { order_id: late.id, requested_date: '2026-12-01' })).id, late.id)
  })
})
