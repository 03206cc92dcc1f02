/** What the calls on orders have in common: whose order it is, as the client read it. */
import { Problem } from '@hilo/domain/problem.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import type { Tx } from '../../db/scope.ts'
import { ownVno, reachOf } from '../../db/viewer.ts'
import { JsonAfter, type WriteContext } from '../../http/handler.ts'
import type { Principal } from '../../http/principal.ts'
import { missingDetail, twiceDetail, unknownDetail } from '../../http/validation.ts'
import { lockOrders, type OrderRow } from '../../process/order-row.ts'
import { orderAfterwards } from './list.ts'

/**
 * The operator that a creation is for: one's own, or the one that the neutral operator names.
 * @throws Problem PRIVILEGE_DENIED to a technician, who is given orders and makes none; VALIDATION
 */
export function operatorOf(principal: Principal, asked: number | undefined): number {
  if (principal.account_type === 'te') throw new Problem('PRIVILEGE_DENIED')
  const own = ownVno(principal)
  if (own === null && asked === undefined) throw new Problem('VALIDATION', { details: [missingDetail('vno_id')] })
  refuseOperator(principal, asked)
  return own ?? asked ?? 0
}

/** Only the neutral operator says for whom. */
export function refuseOperator(principal: Principal, asked: number | undefined): void {
  if (ownVno(principal) !== null && asked !== undefined)
    throw new Problem('VALIDATION', { details: [unknownDetail('vno_id')] })
}

/**
 * The one order that a call names, by either of its names.
 * @throws Problem VALIDATION where the two differ
 */
export function orderIdOf(asked: { order_id?: number | undefined; service_order_id?: number | undefined }) {
  const { service_order_id: id, order_id = id } = asked
  if (id === undefined || id === order_id) return order_id
  throw new Problem('VALIDATION', { details: [twiceDetail('service_order_id')] })
}

/** @throws Problem VERSION_CONFLICT with the record as it is */
export async function checkVersion(
  { sql, principal }: { sql: Tx; principal: Principal },
  order: OrderRow,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === order.version) return
  const record = await recordOf(orderAfterwards, sql, principal, order.id)
  throw new Problem('VERSION_CONFLICT', { record: JSON.parse(record) as unknown })
}

/**
 * The order of a call, locked. A technician finds his own alone.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT
 */
export async function lockOrder(context: WriteContext, id: number, version: number | undefined): Promise<OrderRow> {
  const { principal, sql } = context
  const [order] = await lockOrders(sql, [id], reachOf(principal))
  if (!order) throw new Problem('NOT_FOUND')
  await checkVersion(context, order, version)
  return order
}

/** The record that a change leaves, around which its answer stands. */
export function answered({ principal }: WriteContext, id: number, flag?: number): JsonAfter {
  const head = flag === undefined ? '{"record":' : `{"result_flag":${flag},"record":`
  return new JsonAfter(head, recordStatement(orderAfterwards, principal, id), '}')
}
