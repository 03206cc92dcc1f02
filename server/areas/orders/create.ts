import { vnoStatus } from '@hilo/domain/status.ts'
import type { Input } from '@hilo/contract/index.ts'
import { firstOrderState, isOrderClosed } from '@hilo/domain/order.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { authorOf } from '../../kernel/sql/author.ts'
import { normalCode } from '@hilo/domain/text.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { deadlineSql, writeOrder, type OrderPatch, type OrderRow } from '../../process/order-row.ts'
import { checkHours, checkVersion, creatorOf } from './order-lookup.ts'
import { endOrder, promiseAccess } from './reservation.ts'

type Asked = Input<'admin_vno/orders/create'>
type Edit = Input<'admin_vno/orders/edit'>

export const namedByOrder = `select json_build_object(
    'vno', (select v.id from vno v where v.id = $1 and v.status = ${vnoStatus.is.enabled}),
    'access', (select json_build_object('id', x.id, 'cto_id', x.cto_id, 'state', x.state) from access x where x.id = $2 and x.vno_id = $1),
    'cto', (select json_build_object('id', c.id) from cto c where c.id = any(array(select id from cto where id = $3::bigint
        union all select id from cto where code = $4::text or label = $4))
      and ($3 is null or c.id = $3) and ($4 is null or c.code = $4 or c.label = $4) limit 1),
    'same', (select json_build_object('id', o.id, 'code', o.code) from service_order o
      where o.vno_id = $1 and o.external_order_id = $5))::text`
interface Named {
  vno: number | null
  access: { id: number; cto_id: number; state: string } | null
  cto: { id: number } | null
  same: { id: number; code: string } | null
}

/**
 * The operator's number is the idempotency key: a second order with it is the first. The unique constraint decides between
 * concurrent ones.
 */
const insertOrder = `insert into service_order (code, external_order_id, vno_id, kind, access_id, cto_id, feasibility_id, requested_date,
    appointment_from, appointment_to, product, address, state, created_by, created_at, updated_at, deadline_at)
  select n.code, coalesce($1, n.code), $2, $3, $4, $5, $6, coalesce($7::date, (app_now() at time zone 'Europe/Madrid')::date), $8, $9, $10,
    $11, $12, $13, n.at, n.at, ${deadlineSql({ kind: '$3', since: 'n.at', sla: '(select v.sla from vno v where v.id = $2)' })}
  from (select next_order_code() as code, app_now() as at) n
  on conflict (vno_id, external_order_id) do nothing returning id, version, vno_id`

const json = (value: object | null | undefined) => (value == null ? null : JSON.stringify(value))
const wrong = (field: string) =>
  new Problem('VALIDATION', { details: [{ field, code: 'value', message: 'validation.value' }] })

/** Another operator's record counts as missing. */
function check(found: Named, asked: Asked): void {
  if (found.vno === null || (asked.access_id !== undefined && found.access === null)) throw new Problem('NOT_FOUND')
  const box = asked.cto_id !== undefined || asked.cto_code !== undefined
  if (box && found.cto === null) throw new Problem('CTO_NOT_FOUND')
  if (found.access && found.cto && found.access.cto_id !== found.cto.id) throw wrong('access_id')
  if (found.access?.state === 'baja') throw wrong('access_id')
  if (found.same !== null) throw new Problem('ALREADY_EXISTS', { record: found.same })
}

/**
 * Creates an order and its reservations; a connection order takes over the port of its feasibility inquiry.
 * @throws Problem VALIDATION, NOT_FOUND, CTO_NOT_FOUND, PORT_NOT_AVAILABLE, ALREADY_EXISTS with the order in `record`
 */
export async function createOrder(context: WriteContext, asked: Asked): Promise<number> {
  const { sql, principal } = context
  const vnoId = creatorOf(principal, asked.vno_id)
  const code = asked.cto_code === undefined ? null : normalCode(asked.cto_code)
  const external = asked.external_order_id ?? null
  const values = [vnoId, asked.access_id ?? null, asked.cto_id ?? null, code, external]
  const found = JSON.parse((await sql.json(namedByOrder, values)) ?? '') as Named
  check(found, asked)
  const { feasibility_id: feasibility = null, product = null, address = null, appointment } = asked
  const alone = feasibility !== null && found.access === null
  const promised = alone ? await promiseAccess(sql, vnoId, feasibility, { product, address }) : null
  if (feasibility !== null && !alone) await findFeasibility(sql, vnoId, feasibility)
  const [made] = await sql.rows<{ id: number; version: number }>(insertOrder, [
    external,
    vnoId,
    asked.kind,
    found.access?.id ?? promised?.access ?? null,
    found.access?.cto_id ?? promised?.cto ?? found.cto?.id ?? null,
    feasibility,
    asked.requested_date ?? null,
    appointment?.from ?? null,
    appointment?.to ?? null,
    json(product),
    json(address),
    firstOrderState,
    json(authorOf(principal)),
  ])
  if (!made) throw new Problem('ALREADY_EXISTS')
  await sql.rows(`select changed('orders', $1, $2, $3), keep_order_contact($1, $4::json)`, [
    made.id,
    made.version,
    vnoId,
    json(asked.contact),
  ])
  return made.id
}

async function findFeasibility(sql: Tx, vnoId: number, id: number): Promise<void> {
  const known = await sql.json('select id::text from feasibility where id = $1 and vno_id = $2', [id, vnoId])
  if (known === null) throw new Problem('NOT_FOUND')
}

/** Changes of an order: only the given fields; null clears one. */
function patchOf(asked: Edit): OrderPatch {
  const { appointment, requested_date, product, address } = asked
  return {
    ...(appointment !== undefined && {
      appointment_from: appointment?.from ?? null,
      appointment_to: appointment?.to ?? null,
    }),
    ...(requested_date !== undefined && { requested_date }),
    ...(product !== undefined && { product }),
    ...(address !== undefined && { address }),
  }
}

/**
 * Changes a locked order, or rejects it. New hours must not have gone by.
 * @throws Problem VALIDATION, VERSION_CONFLICT, ORDER_HAS_OPEN_EVENT, ORDER_ALREADY_COMPLETED, ORDER_BAD_STATE
 */
export async function editOrder(context: WriteContext, order: OrderRow, asked: Edit): Promise<OrderRow> {
  const { sql } = context
  await checkVersion(context, order, asked.version)
  if (isOrderClosed(order.state))
    throw new Problem(order.state === 'completada' ? 'ORDER_ALREADY_COMPLETED' : 'ORDER_BAD_STATE')
  await checkHours(sql, [order], asked.appointment, false)
  const patch = patchOf(asked)
  if (asked.reject_code !== undefined)
    return await endOrder(sql, order, 'reject', { ...patch, reject_code: asked.reject_code })
  const written = await writeOrder(sql, order, null, patch)
  if (asked.contact !== undefined)
    await sql.rows('select keep_order_contact($1, $2::json)', [order.id, json(asked.contact)])
  return written
}
