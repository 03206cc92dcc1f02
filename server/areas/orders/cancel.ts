import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { ownVno } from '../../kernel/list/viewer.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { missingDetail } from '../../kernel/validation.ts'
import type { OrderRow } from '../../process/order-row.ts'
import { reasonsOf } from '../../process/reason-catalogue.ts'
import { operatorIfNamed } from '../shared/operator.ts'
import { lockOrder } from './order-lookup.ts'
import { endOrder } from './reservation.ts'

type Asked = Input<'admin_vno/assigments/cancel_service_order'>

const byExternalId = `select id::text from service_order where external_order_id = $1 and ($2::int is null or vno_id = $2)`

/** The order by id, by the operator's number, or by both if they agree; else 0, which no order has. */
async function meant({ principal, sql }: WriteContext, asked: Asked): Promise<number> {
  const { service_order_id: id, external_order_id: external, vno_id } = asked
  operatorIfNamed(principal, vno_id)
  if (id === undefined && external === undefined)
    throw new Problem('VALIDATION', { details: [missingDetail('service_order_id')] })
  if (external === undefined) return id ?? 0
  const vnoId = ownVno(principal) ?? vno_id ?? null
  if (vnoId === null && id === undefined) throw new Problem('VALIDATION', { details: [missingDetail('vno_id')] })
  const known = await sql.rows<{ id: string }>(byExternalId, [external, vnoId])
  return known.map((one) => Number(one.id)).find((one) => id === undefined || one === id) ?? 0
}

/**
 * Cancels an order without open work, and releases its reservations.
 * @throws Problem VALIDATION, NOT_FOUND, VERSION_CONFLICT, ORDER_HAS_OPEN_EVENT, ORDER_ALREADY_COMPLETED, ORDER_BAD_STATE
 */
export async function cancelOrder(context: WriteContext, asked: Asked): Promise<{ before: OrderRow; after: OrderRow }> {
  const { sql, principal } = context
  const before = await lockOrder(context, await meant(context, asked), asked.version)
  const { reason_code, comments } = asked
  const known = await reasonsOf(sql, before.vno_id, 'order_cancel')
  if (!known.has(reason_code)) {
    const details = [{ field: 'reason_code', code: 'value', message: 'validation.value' }]
    throw new Problem('VALIDATION', { details })
  }
  const at = (await businessNow(sql)).toISOString()
  const by = { id: principal.user.id, name: principal.user.name }
  const cancellation = { reason_code, comments: comments?.length ? comments : null, at, by }
  return { before, after: await endOrder(sql, before, 'cancel', { cancellation }) }
}
