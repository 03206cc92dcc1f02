/** Common parts of the order calls: finding, locking and version check. */
import { pastVisit } from '@hilo/domain/order.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { assertVersion, recordOf } from '../../kernel/list/record.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { reachOf } from '../../kernel/list/viewer.ts'
import { text } from '../../kernel/texts.ts'
import type { JsonAfter, WriteContext } from '../../kernel/handler.ts'
import type { Principal } from '../../kernel/principal.ts'
import { twiceDetail } from '../../kernel/validation.ts'
import { lockOrders, type OrderRow } from '../../process/order-row.ts'
import { recordAnswer } from '../shared/edit.ts'
import { operatorOf } from '../shared/operator.ts'
import { orderAfterwards } from './list.ts'

/**
 * Operator of a new order: the session's own, or the one that the neutral operator names.
 * @throws Problem PRIVILEGE_DENIED for a technician; VALIDATION
 */
export function creatorOf(principal: Principal, asked: number | undefined): number {
  if (principal.account_type === 'te') throw new Problem('PRIVILEGE_DENIED')
  return operatorOf(principal, asked)
}

/**
 * The order that a call names, by either name.
 * @throws Problem VALIDATION if the two differ
 */
export function orderIdOf(asked: { order_id?: number | undefined; service_order_id?: number | undefined }) {
  const { service_order_id: id, order_id = id } = asked
  if (id === undefined || id === order_id) return order_id
  throw new Problem('VALIDATION', { details: [twiceDetail('service_order_id')] })
}

/** @throws Problem VERSION_CONFLICT with the current record */
export async function checkVersion(
  { sql, principal }: { sql: Tx; principal: Principal },
  order: OrderRow,
  version: number | undefined,
): Promise<void> {
  await assertVersion(version, order.version, () => recordOf(orderAfterwards, sql, principal, order.id))
}

/**
 * The order of a call, locked. A technician finds own orders only.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT
 */
export async function lockOrder(context: WriteContext, id: number, version: number | undefined): Promise<OrderRow> {
  const { principal, sql } = context
  const [order] = await lockOrders(sql, [id], reachOf(principal))
  if (!order) throw new Problem('NOT_FOUND')
  await checkVersion(context, order, version)
  return order
}

/** The record after a change, within its answer. */
export function answered(context: WriteContext, id: number, flag?: number): JsonAfter {
  return recordAnswer(context, orderAfterwards, id, flag)
}

type Hours = { from: string | Date; to: string | Date } | null
const hoursOf = ({ appointment_from: from, appointment_to: to }: OrderRow): Hours => from && to && { from, to }
const isSame = (one: Hours, other: Hours) =>
  (['from', 'to'] as const).every((end) => one && other && +new Date(one[end]) === +new Date(other[end]))

/**
 * Refuses a visit in the past: new hours, or the kept ones of an order that is assigned.
 * @param asked the new hours; undefined keeps those of each order
 * @param sent a technician is assigned to the orders
 * @throws Problem VALIDATION that names the orders
 */
export async function checkHours(
  sql: Tx,
  orders: readonly OrderRow[],
  asked: Hours | undefined,
  sent: boolean,
): Promise<void> {
  const planned = orders.flatMap((order) => {
    const before = hoursOf(order)
    const there = asked === undefined ? before : asked
    return there === null || (!sent && isSame(there, before)) ? [] : [{ code: order.code, there, before }]
  })
  if (planned.length === 0) return
  const now = Number(await sql.json('select (extract(epoch from app_now()) * 1000)::bigint::text', []))
  const past = planned.filter(({ there, before }) => pastVisit(there, before, now) !== null)
  if (past.length === 0) return
  const message = text('validation.past', { orders: past.map(({ code }) => code).join(', ') })
  throw new Problem('VALIDATION', { details: [{ field: 'appointment', code: 'past', message }] })
}
