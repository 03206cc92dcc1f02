import type { assignWarnings } from '@hilo/contract/orders/orders.ts'
import type { Input } from '@hilo/contract/index.ts'
import { orderAfter } from '@hilo/domain/order.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { ownVno, reachOf } from '../../kernel/list/viewer.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { text } from '../../kernel/texts.ts'
import { missingDetail } from '../../kernel/validation.ts'
import { lockOrders, writeOrder, type OrderPatch, type OrderRow } from '../../process/order-row.ts'
import { checkHours, checkVersion, orderIdOf } from './order-lookup.ts'

type Asked = Input<'admin_vno/orders/assign'>
interface Warning {
  order_id: number
  code: (typeof assignWarnings)[number]
  text: string
  order: { id: number; code: string } | null
}
interface Technical {
  id: number
  vno_id: number
  status: number
  prl_valid_until: string | null
}
// Locks the technician, so that concurrent assignments see each other.
const lockTechnical = `select id, vno_id, status, prl_valid_until::text from technical_account
  where id = $1 and ($2::int is null or vno_id = $2) for no key update`
const overlaps = `select a.id as order_id, json_build_object('id', b.id, 'code', b.code) as other
  from service_order a join service_order b on b.assigned_technical_id = $2 and b.id <> a.id
    and b.state in ('asignada', 'en_curso') and b.appointment_from < a.appointment_to and b.appointment_to > a.appointment_from
  where a.id = any($1::bigint[]) order by a.id, b.appointment_from, b.id`
/** Compares the day of the visit, in the place's time zone, with the expiry of the safety training. */
const expired = `select o.id as order_id from service_order o left join cto c on c.id = o.cto_id
  where o.id = any($1::bigint[]) and $2::date < (coalesce(o.appointment_from, app_now()) at time zone order_zone(c.ine_code, o.address))::date
  order by o.id`

function askedIds({ order_ids, version, ...one }: Asked): number[] {
  const order_id = orderIdOf(one)
  const refuse = (field: string) =>
    new Problem('VALIDATION', { details: [{ field, code: 'value', message: 'validation.value' }] })
  if (order_id !== undefined && order_ids !== undefined) throw refuse('order_ids')
  if (version !== undefined && order_id === undefined) throw refuse('version')
  if (order_id === undefined && order_ids === undefined)
    throw new Problem('VALIDATION', { details: [missingDetail('order_id')] })
  return order_id === undefined ? [...new Set(order_ids)] : [order_id]
}

async function technicalOf(sql: Tx, id: number | null, vnoId: number | null): Promise<Technical | null> {
  if (id === null) return null
  const [technical] = await sql.rows<Technical>(lockTechnical, [id, vnoId])
  if (!technical) throw new Problem('NOT_FOUND')
  if (technical.status !== accountStatus.is.active) throw new Problem('TECHNICAL_NOT_ACTIVE')
  return technical
}

async function warningsOf(sql: Tx, ids: readonly number[], technical: Technical | null): Promise<Warning[]> {
  if (technical === null) return []
  const warning = (order_id: number, code: Warning['code'], order: Warning['order']): Warning => ({
    order_id,
    code,
    text: text(`assign.${code}`, { order: order?.code ?? '' }),
    order,
  })
  const late = await sql.rows<{ order_id: number }>(expired, [ids, technical.prl_valid_until])
  const crossed = await sql.rows<{ order_id: number; other: { id: number; code: string } }>(overlaps, [
    ids,
    technical.id,
  ])
  return [
    ...late.map(({ order_id }) => warning(order_id, 'prl_expired', null)),
    ...crossed.map(({ order_id, other }) => warning(order_id, 'appointment_overlap', other)),
  ]
}

/** An unassigned order without a new technician stays unchanged. */
async function give(sql: Tx, order: OrderRow, technical: Technical | null, patch: OrderPatch): Promise<OrderRow> {
  const move = technical
    ? 'assign'
    : order.assigned_technical_id === null && order.state === 'recibida'
      ? null
      : 'unassign'
  return await writeOrder(sql, order, move, { ...patch, assigned_technical_id: technical?.id ?? null })
}

/**
 * Assigns orders to a technician of their operator, or unassigns them: all or none. Nobody is sent into the past.
 * @throws Problem VALIDATION, NOT_FOUND, VERSION_CONFLICT, TECHNICAL_NOT_ACTIVE, ORDER_HAS_OPEN_EVENT, ORDER_ALREADY_COMPLETED,
 * ORDER_BAD_STATE
 */
export async function assignOrders(
  context: WriteContext,
  asked: Asked,
): Promise<{ before: OrderRow[]; after: OrderRow[]; warnings: Warning[] }> {
  const { sql, principal } = context
  const ids = askedIds(asked)
  const vnoId = ownVno(principal)
  const technical = await technicalOf(sql, asked.technical_id, vnoId)
  const before = await lockOrders(sql, ids, reachOf(principal))
  const whole = before.length === ids.length
  if (!whole || before.some((order) => technical !== null && order.vno_id !== technical.vno_id))
    throw new Problem('NOT_FOUND')
  for (const order of before) await checkVersion(context, order, asked.version)
  const { appointment } = asked
  // An order that cannot be assigned at all is refused for its state.
  const open = before.filter(({ state }) => orderAfter(state, 'assign') !== null)
  await checkHours(sql, open, appointment, technical !== null)
  const patch: OrderPatch =
    appointment === undefined
      ? {}
      : { appointment_from: appointment?.from ?? null, appointment_to: appointment?.to ?? null }
  const after: OrderRow[] = []
  for (const order of before) after.push(await give(sql, order, technical, patch))
  return { before, after, warnings: await warningsOf(sql, ids, technical) }
}
