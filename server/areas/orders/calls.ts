import { contract } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { listStatement } from '../../kernel/list/list.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { actorViewOf } from '../../kernel/list/viewer.ts'
import { Json, type WriteHandler } from '../../kernel/handler.ts'
import { missingDetail } from '../../kernel/validation.ts'
import type { Principal } from '../../kernel/principal.ts'
import type { OrderRow } from '../../process/order-row.ts'
import { assignOrders } from './assign.ts'
import { cancelOrder } from './cancel.ts'
import { createOrder, editOrder } from './create.ts'
import { answered, lockOrder, orderIdOf } from './order-lookup.ts'
import { orderLoads } from './loads.ts'
import { orderAfterwards, orderList } from './list.ts'
import { papers } from './papers.ts'

/** Fields of an order for the audit; never the customer's data. */
const auditedFields = ({ state, version, assigned_technical_id, appointment_from, appointment_to }: OrderRow) => ({
  state,
  version,
  assigned_technical_id,
  appointment_from,
  appointment_to,
})

/** Records of several orders as JSON text, by id. */
async function recordsOf(sql: Tx, principal: Principal, ids: number[]): Promise<string> {
  const viewer = actorViewOf(principal)
  const query = { filter: { id: ids }, sort: [['id', 'asc']] as [string, 'asc'][], limit: 200 }
  const { text, values } = listStatement(orderAfterwards, contract['admin_vno/orders/get'].list, viewer, query, false)
  return `[${(await sql.json(text, values)) ?? ''}]`
}

export const orders = {
  'admin_vno/orders/create': (async (context, asked) => {
    const id = await createOrder(context, asked)
    const { contact: _contact, ...kept } = asked
    context.audit({ entity: 'service_order', entityId: id, after: kept })
    return answered(context, id)
  }) satisfies WriteHandler<'admin_vno/orders/create'>,

  'admin_vno/orders/edit': (async (context, asked) => {
    const order_id = orderIdOf(asked)
    if (order_id === undefined) throw new Problem('VALIDATION', { details: [missingDetail('order_id')] })
    const before = await lockOrder(context, order_id, asked.version)
    const after = await editOrder(context, before, asked)
    const { contact: _contact, ...kept } = asked
    context.audit({
      entity: 'service_order',
      entityId: after.id,
      before: auditedFields(before),
      after: { ...auditedFields(after), ...kept },
    })
    return answered(context, after.id)
  }) satisfies WriteHandler<'admin_vno/orders/edit'>,

  'admin_vno/orders/assign': (async (context, asked) => {
    const { before, after, warnings } = await assignOrders(context, asked)
    for (const [index, order] of after.entries()) {
      const old = before[index]
      context.audit({
        entity: 'service_order',
        entityId: order.id,
        before: old && auditedFields(old),
        after: auditedFields(order),
      })
    }
    const ids = after.map(({ id }) => id)
    const records = await recordsOf(context.sql, context.principal, ids)
    const one = orderIdOf(asked) === undefined ? 'null' : records.slice(1, -1)
    const flag = resultFlag.is.success
    return new Json(
      `{"result_flag":${flag},"record":${one},"records":${records},"warnings":${JSON.stringify(warnings)}}`,
    )
  }) satisfies WriteHandler<'admin_vno/orders/assign'>,

  'admin_vno/assigments/cancel_service_order': (async (context, asked) => {
    const { before, after } = await cancelOrder(context, asked)
    const { reason_code, comments } = asked
    const cancelled = { ...auditedFields(after), reason_code, comments }
    context.audit({ entity: 'service_order', entityId: after.id, before: auditedFields(before), after: cancelled })
    return answered(context, after.id, resultFlag.is.success)
  }) satisfies WriteHandler<'admin_vno/assigments/cancel_service_order'>,

  ...orderLoads,
  ...papers,
}
export const ordersLists = { 'admin_vno/orders/get': orderList }
