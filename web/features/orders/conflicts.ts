import type { RecordOf } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { isOrderClosed, pastVisit } from '@hilo/domain/order.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { serverNow } from '../../api/clock.ts'
import { standingDay, wallOf } from './clock.ts'

export type Technician = RecordOf<'admin_vno/technicals/get'>

/** Fields of an order that conflicts depend on. */
export type Visit = Pick<
  Order,
  'id' | 'code' | 'state' | 'appointment' | 'deadline_at' | 'time_zone' | 'requested_date' | 'cto'
> & {
  technical: number | null
}
export const visitOf = (order: Order): Visit => ({ ...order, technical: order.assigned_technical_id })

/** Conflict of a visit; `order`: the overlapping one. */
export interface Conflict {
  kind: 'inactive' | 'past' | 'overlap' | 'zone' | 'prl' | 'hours' | 'early' | 'late'
  order?: { id: number; code: string }
}

/** Municipality of the box, from the prefix of its code. */
export const municipalityOf = ({ cto }: Pick<Visit, 'cto'>): string | null =>
  cto && /^\d{5}-/.test(cto.code) ? cto.code.slice(0, 5) : null

const meet = (one: Visit, other: Visit) =>
  one.appointment !== null &&
  other.appointment !== null &&
  one.appointment.from < other.appointment.to &&
  other.appointment.from < one.appointment.to

/** True if an order without hours is due before the first day that its customer accepts. */
export const isDueTooSoon = ({
  appointment,
  requested_date,
  deadline_at,
  time_zone,
}: Omit<Visit, 'technical'>): boolean =>
  appointment === null &&
  requested_date !== null &&
  deadline_at !== null &&
  wallOf(deadline_at, time_zone).day < requested_date

/** Kinds of conflict that the agenda does not let through. */
export const refusedKinds: readonly Conflict['kind'][] = ['inactive', 'past']

/** True if a visit cannot be planned there, since its hours have gone by. */
export function isPast(there: Order['appointment'], before: Order['appointment'], now: number = serverNow()): boolean {
  return there !== null && pastVisit(there, before, now) !== null
}

/** Technicians without zones work everywhere. */
export function isOutOfZone(visit: Pick<Visit, 'cto'>, { zones }: Pick<Technician, 'zones'>): boolean {
  const place = municipalityOf(visit)
  return place !== null && zones.length > 0 && !zones.includes(place)
}

/**
 * Conflicts of a planned visit. `agreed`: hours accepted by the customer, if they were moved. The server rejects only
 * inactive technicians; all others are warnings.
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
    if (technician.prl_valid_until !== null && technician.prl_valid_until < standingDay(visit))
      found.push({ kind: 'prl' })
  }
  const { appointment } = visit
  if (agreed && appointment && (appointment.from < agreed.from || appointment.to > agreed.to))
    found.push({ kind: 'hours' })
  if (appointment && visit.requested_date !== null && standingDay(visit) < visit.requested_date)
    found.push({ kind: 'early' })
  // The deadline.
  if (appointment && visit.deadline_at !== null && appointment.from > visit.deadline_at) found.push({ kind: 'late' })
  return found
}
