/** The only place that moves a service order. */
import {
  isOrderClosed,
  orderAfter,
  orderKinds,
  orderTerm,
  termMs,
  type OrderMove,
  type OrderState,
} from '@hilo/domain/order.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { asProcess } from '../kernel/sql/in-process.ts'
import { everywhere, type Reach } from '../kernel/list/list-source.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { writeNotice } from './notices/notify.ts'

/** A locked order. */
export interface OrderRow {
  id: number
  code: string
  vno_id: number
  kind: string
  state: OrderState
  access_id: number | null
  cto_id: number | null
  assigned_technical_id: number | null
  requested_date: string | null
  appointment_from: Date | null
  appointment_to: Date | null
  version: number
}

const columns = `id, code, vno_id, kind, state, access_id, cto_id, assigned_technical_id, requested_date::text, appointment_from,
  appointment_to, version`

/**
 * SQL of the deadline of a new order; infinite if none is agreed.
 * @param sla the agreed terms of its operator
 */
export function deadlineSql({ kind, since, sla }: { kind: string; since: string; sla: string }): string {
  const cases = orderKinds.flatMap((one) => {
    const term = orderTerm[one]
    return term === null ? [] : `when '${one}' then (${sla} ->> '${term}')::int * interval '${termMs[term]} ms'`
  })
  return `coalesce(${since} + case ${kind} ${cases.join(' ')} end, 'infinity')`
}

/** Fields of an order that may be written, except its state; objects are stored as JSON. */
export interface OrderPatch {
  access_id?: number
  cto_id?: number
  assigned_technical_id?: number | null
  requested_date?: string | null
  appointment_from?: string | null
  appointment_to?: string | null
  product?: object | null
  address?: object | null
  reject_code?: string
  cancellation?: object
  /** External reason for waiting; null if there is none. */
  held_reason?: HeldReason | null
}
/** No free port in the box; or no access to the home, so a new appointment is needed. */
type HeldReason = 'CTO_COPADA' | 'NO_ACCESS'
const completed = `completed_at = case when $2 = 'completada' then app_now() else completed_at end`
const json = new Set(['product', 'address', 'cancellation'])

/** Locks orders in id order; skips those out of reach. */
export async function lockOrders(
  sql: Tx,
  ids: readonly number[],
  { vnoId, technicalId }: Reach = everywhere,
): Promise<OrderRow[]> {
  const text = `select ${columns} from service_order where id = any($1::bigint[]) and ($2::int is null or vno_id = $2)
    and ($3::bigint is null or assigned_technical_id = $3) order by id for no key update`
  return await sql.rows<OrderRow>(text, [ids, vnoId, technicalId])
}

/** Problem code of an illegal move. */
export function orderProblem(state: OrderState): Problem['code'] {
  if (state === 'completada') return 'ORDER_ALREADY_COMPLETED'
  return state === 'en_curso' ? 'ORDER_HAS_OPEN_EVENT' : 'ORDER_BAD_STATE'
}

/**
 * Writes a locked order, with or without a move; also sets version and change time, and publishes the change. Notifies the
 * former and the new technician.
 * @throws Problem ORDER_HAS_OPEN_EVENT, ORDER_ALREADY_COMPLETED, ORDER_BAD_STATE for an illegal move
 */
export async function writeOrder(
  sql: Tx,
  order: OrderRow,
  move: OrderMove | null,
  patch: OrderPatch = {},
): Promise<OrderRow> {
  const state = move === null ? order.state : orderAfter(order.state, move)
  if (state === null) throw new Problem(orderProblem(order.state))
  // A new appointment ends the waiting.
  const agreed = move === 'complete' || patch.appointment_from != null
  const whole = agreed ? { ...patch, held_reason: null } : patch
  const entries = Object.entries(whole).filter(([, value]) => value !== undefined)
  const sets = entries.map(([name], index) => `${name} = $${index + 4}`)
  const values = entries.map(([name, value]: [string, unknown]) =>
    json.has(name) && value !== null ? JSON.stringify(value) : value,
  )
  const [row] = await sql.rows<OrderRow>(
    `with written as (update service_order set ${[...sets, 'state = $2', 'version = version + 1', 'updated_at = app_now()', completed].join(', ')}
       where id = $1 returning ${columns}),
     told as (select changed('orders', w.id, w.version, w.vno_id, t.id) from written w,
       lateral (select w.assigned_technical_id as id union select $3::bigint) t
       where t.id is not null or (w.assigned_technical_id is null and $3::bigint is null))
     select w.*, (select count(*) from told) as told from written w`,
    [order.id, state, order.assigned_technical_id, ...values],
  )
  if (!row) throw new Error(`order ${order.id} was locked and is gone`)
  const kind = newsFor(order, row)
  if (kind) await notifyAssigned(sql, row, kind)
  return row
}

const sameTime = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

/** The notice for the order's technician about a change made by someone else. */
function newsFor(before: OrderRow, after: OrderRow): 'order_assigned' | 'order_rescheduled' | null {
  const { assigned_technical_id: technical, state } = after
  if (technical === null || state !== 'asignada') return null
  if (before.assigned_technical_id !== technical) return 'order_assigned'
  const moved =
    !sameTime(before.appointment_from, after.appointment_from) || !sameTime(before.appointment_to, after.appointment_to)
  return moved ? 'order_rescheduled' : null
}

async function notifyAssigned(sql: Tx, order: OrderRow, kind: 'order_assigned' | 'order_rescheduled'): Promise<void> {
  const payload = { order_id: order.id, order_code: order.code }
  const to = { vnoId: order.vno_id, technicalId: order.assigned_technical_id, eventId: null, caseId: null }
  await asProcess(sql, () => writeNotice(sql, { ...to, kind, payload }))
}

/** Puts the order of a failed visit on hold: its operator is notified and has to agree another appointment. */
export async function holdOrderOf(sql: Tx, event: { service_order_id: number | null; code: string }): Promise<void> {
  if (event.service_order_id === null) return
  const [order] = await lockOrders(sql, [event.service_order_id])
  if (!order || isOrderClosed(order.state)) return
  await writeOrder(sql, order, null, { held_reason: 'NO_ACCESS' })
  const payload = { order_id: order.id, order_code: order.code, event_code: event.code }
  const to = { vnoId: order.vno_id, technicalId: null, eventId: null, caseId: null }
  await asProcess(sql, () => writeNotice(sql, { ...to, kind: 'order_held', payload }))
}

/**
 * Moves the order of an intervention. An order closed meanwhile stays unchanged.
 * @param accessId the access that the work put in or out of service
 */
export async function moveOrderOf(
  sql: Tx,
  event: { service_order_id: number | null; cto_id: number },
  move: 'complete' | 'give_back',
  accessId: number | null = null,
): Promise<void> {
  if (event.service_order_id === null) return
  const [order] = await lockOrders(sql, [event.service_order_id])
  if (!order) return
  const nobody = move === 'give_back' && order.assigned_technical_id === null
  const trigger = nobody ? 'give_back_unassigned' : move
  if (orderAfter(order.state, trigger) === null) return
  const served = move === 'complete'
  await writeOrder(sql, order, trigger, {
    ...(served && order.access_id === null && accessId !== null && { access_id: accessId }),
    ...(served && order.cto_id === null && { cto_id: event.cto_id }),
  })
}
