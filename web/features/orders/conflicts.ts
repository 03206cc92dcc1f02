import type { RecordOf } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders.ts'
import { isOrderClosed } from '@hilo/domain/order.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { serverNow } from '../../api/clock.ts'
import { wallOf } from './clock.ts'

export type Technician = RecordOf<'admin_vno/technicals/get'>

/** What of an order decides whether somebody can go, and when. */
export type Visit = Pick<
  Order,
  'id' | 'code' | 'state' | 'appointment' | 'deadline_at' | 'time_zone' | 'requested_date' | 'cto'
> & {
  technical: number | null
}
export const visitOf = (order: Order): Visit => ({ ...order, technical: order.assigned_technical_id })

/** Why a visit does not fit; `order` is the other one at the same time. */
export interface Conflict {
  kind: 'inactive' | 'overlap' | 'zone' | 'prl' | 'hours' | 'early' | 'late'
  order?: { id: number; code: string }
}

/** The municipality of the box, as its code begins with it. */
export const municipalityOf = ({ cto }: Pick<Visit, 'cto'>): string | null =>
  cto && /^\d{5}-/.test(cto.code) ? cto.code.slice(0, 5) : null

const meet = (one: Visit, other: Visit) =>
  one.appointment !== null &&
  other.appointment !== null &&
  one.appointment.from < other.appointment.to &&
  other.appointment.from < one.appointment.to

const dayOf = (visit: Visit): string => wallOf(visit.appointment?.from ?? serverNow(), visit.time_zone).day

/** Somebody without zones works everywhere. */
export function isOutOfZone(visit: Pick<Visit, 'cto'>, { zones }: Pick<Technician, 'zones'>): boolean {
  const place = municipalityOf(visit)
  return place !== null && zones.length > 0 && !zones.includes(place)
}

/**
 * What speaks against a visit as it is planned. `agreed`: the hours that the customer accepted, where they have been moved.
 * An inactive technician is the only thing that the server refuses; the rest is for people to weigh.
 */
export function conflictsOf(
  visit: Visit,
  technician: Technician | undefined,
  others: readonly Visit[],
  agreed?: { from: string; to: string },
): Conflict[] {
  if (isOrderClosed(visit.state)) return []
  const found: Conflict[] = []
  if (technician) {
    if (technician.status !== accountStatus.is.active) found.push({ kind: 'inactive' })
    for (const other of others)
      if (
        other.id !== visit.id &&
        other.technical === technician.id &&
        other.state !== 'recibida' &&
        !isOrderClosed(other.state) &&
        meet(visit, other)
      )
        found.push({ kind: 'overlap', order: { id: other.id, code: other.code } })
    if (isOutOfZone(visit, technician)) found.push({ kind: 'zone' })
    if (technician.prl_valid_until !== null && technician.prl_valid_until < dayOf(visit)) found.push({ kind: 'prl' })
  }
  const { appointment } = visit
  if (agreed && appointment && (appointment.from < agreed.from || appointment.to > agreed.to))
    found.push({ kind: 'hours' })
  if (appointment && visit.requested_date !== null && dayOf(visit) < visit.requested_date) found.push({ kind: 'early' })
  // By then it should be done.
  if (appointment && visit.deadline_at !== null && appointment.from > visit.deadline_at) found.push({ kind: 'late' })
  return found
}

export const isOf = (kind: Conflict['kind']) => (conflict: Conflict) => conflict.kind === kind
