/** Reservations of an order, and its cancellation. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { codeOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno } from '../../test/factories.ts'
import { startTestServer, type Answer } from '../../test/harness.ts'
import { makeOrder, makePromise } from '../../test/order-factories.ts'
import { makeEvent } from '../../test/plant-factories.ts'

const paths = {
  create: 'admin_vno/orders/create',
  cancel: 'admin_vno/assigments/cancel_service_order',
} as const satisfies Record<string, Path>
const record = ({ body }: Answer) => (body as { record: Order }).record

describe('cancelling an order', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))

  const ask = (path: Path, query: object, session: { cookie: string } = admin) => server.call(path, query, { session })
  const done = async (path: (typeof paths)[keyof typeof paths], query: object) =>
    (await server.done(path, query, admin)).record
  const row = async (table: string, id: number) =>
    (await server.db.owner.query<Record<string, unknown>>(`select * from ${table} where id = $1`, [id])).rows[0] ?? {}

  it('a connection order keeps the port reserved by its feasibility inquiry, and cancelling releases everything', async () => {
    const { feasibility, port } = await makePromise(server.db, { vno })
    const made = await done(paths.create, { kind: 'alta', feasibility_id: feasibility, product: { code: 'FTTH300' } })
    assert.equal(made.port_id, port.id)
    const access = await row('access', made.access_id ?? 0)
    assert.deepEqual([access['state'], access['port_id']], ['reservado', port.id])
    const kept = await row('port', port.id)
    assert.deepEqual([kept['state'], kept['assignment_status']], [portState.is.asignado, assignmentStatus.is.assigned])
    assert.equal(codeOf(await ask(paths.create, { kind: 'alta', feasibility_id: feasibility })), 'PORT_NOT_AVAILABLE')

    const reason = { reason_code: 'cliente_desiste', comments: 'Se muda' }
    const cancelled = await done(paths.cancel, { external_order_id: made.external_order_id, ...reason })
    assert.deepEqual([cancelled.state, cancelled.tmf_state], ['cancelada', 'cancelled'])
    assert.deepEqual([cancelled.cancellation?.reason_code, cancelled.cancellation?.comments], Object.values(reason))
    assert.equal((await row('access', made.access_id ?? 0))['state'], 'baja')
    const free = await row('port', port.id)
    const { disponible } = portState.is
    assert.deepEqual([free['state'], free['assignment_status']], [disponible, assignmentStatus.is.available])
    assert.equal((await row('cto', port.cto_id))['ports_free'], 1)
    const query = { filter: { state: 'cancelada' }, search: made.code }
    assert.equal((await server.done('admin_vno/orders/get', query, admin)).records[0]?.id, made.id)
  })

  it('a refused cancellation has its reason, and a repeated request is one', async () => {
    const cancel = (id: number, more = {}) =>
      ask(paths.cancel, { service_order_id: id, reason_code: 'duplicada', ...more })
    const busy = await makeOrder(server.db, { vno, state: 'asignada' })
    const event = await makeEvent(server.db, { vno, service_order_id: busy.id })
    const refused = await cancel(busy.id)
    assert.equal(codeOf(refused), 'ORDER_HAS_OPEN_EVENT')
    assert.deepEqual(record(refused), { id: event.id, code: event.code })
    const complete = await makeOrder(server.db, { vno, state: 'completada' })
    assert.equal(codeOf(await cancel(complete.id)), 'ORDER_ALREADY_COMPLETED')
    const { id, external_order_id } = await makeOrder(server.db, { vno })
    const client_request_id = randomUUID()
    const [first, again] = [await cancel(id, { client_request_id }), await cancel(id, { client_request_id })]
    assert.deepEqual([first.status, first.text], [200, again.text])
    assert.equal(codeOf(await cancel(id)), 'ORDER_BAD_STATE')
    assert.equal(codeOf(await cancel(id, { external_order_id: 'OTRO' })), 'NOT_FOUND')
    assert.equal(codeOf(await ask(paths.cancel, { reason_code: 'otra' })), 'VALIDATION')
    const open = await makeOrder(server.db, { vno })
    assert.equal(codeOf(await cancel(open.id, { reason_code: 'porque_si' })), 'VALIDATION')
    assert.equal(codeOf(await cancel(open.id, { comments: 'x'.repeat(501) })), 'VALIDATION')
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    const byNumber = { external_order_id, reason_code: 'otra' }
    assert.equal(codeOf(await ask(paths.cancel, byNumber, neutral)), 'VALIDATION', 'whose number it is must be said')
    const named = { ...byNumber, external_order_id: open.external_order_id, vno_id: vno.id }
    assert.equal((await ask(paths.cancel, named, neutral)).status, 200)
  })
})
