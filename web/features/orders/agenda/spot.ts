import type { Order } from '@hilo/contract/orders/orders.ts'
import { minutesOf, momentOf, spanText, standingDay, wallOf } from '../clock.ts'
import { conflictsOf, isPast, visitOf, type Conflict, type Technician, type Visit } from '../conflicts.ts'
import { firstFree, type Hours } from './lanes.ts'

/** Drop target: technician, day and start minute. Without a technician: the tray. */
export interface Spot {
  technician: number | null
  day: string
  minute: number
}

/** Length of a visit without hours, minutes. */
const usualMinutes = 120
export const lengthOf = (order: Order): number => (order.appointment ? minutesOf(order.appointment) : usualMinutes)

/** Current place of an order; null in the tray. Without hours it has no minute, which differs from every other. */
export function spotOf(order: Order): Spot | null {
  if (order.assigned_technical_id === null) return null
  if (!order.appointment)
    return { technician: order.assigned_technical_id, day: standingDay(order), minute: Number.NaN }
  return { technician: order.assigned_technical_id, ...wallOf(order.appointment.from, order.time_zone) }
}

/** Default start minute for a technician and day: the agreed one, else the first free one. */
export function naturalMinute(order: Order, technician: number, day: string, orders: readonly Order[]): number {
  if (order.appointment) return wallOf(order.appointment.from, order.time_zone).minute
  const busy = orders
    .filter((one) => one.assigned_technical_id === technician && one.id !== order.id)
    .flatMap((one) => {
      if (!one.appointment) return []
      const at = wallOf(one.appointment.from, one.time_zone)
      return at.day === day ? [{ from: at.minute, to: at.minute + minutesOf(one.appointment) }] : []
    })
  return firstFree(busy, usualMinutes)
}

/** Appointment at a spot; in the tray an order keeps its own. */
function appointmentAt(order: Order, spot: Spot): Order['appointment'] {
  if (spot.technician === null) return order.appointment
  const from = momentOf(spot, order.time_zone)
  return { from: new Date(from).toISOString(), to: new Date(from + lengthOf(order) * 60_000).toISOString() }
}

/** Technician and time. */
export interface Target {
  technician: number | null
  appointment: Order['appointment']
}
export const targetAt = (order: Order, spot: Spot): Target => ({
  technician: spot.technician,
  appointment: appointmentAt(order, spot),
})

/** The order with the target applied. */
export function orderWith(
  order: Order,
  { technician: id, appointment }: Target,
  technicians: ReadonlyMap<number, Technician>,
): Order {
  const technician = id === null ? undefined : technicians.get(id)
  return {
    ...order,
    state: id === null ? 'recibida' : 'asignada',
    assigned_technical_id: id,
    assigned_technical: technician ? { id: technician.id, name: technician.name } : null,
    appointment,
  }
}

export const sameSpot = (one: Spot | null, other: Spot | null): boolean =>
  (one?.technician ?? null) === (other?.technician ?? null) &&
  ((one?.technician ?? null) === null || (one?.day === other?.day && one?.minute === other?.minute))

/** Whether an order may be moved: not in progress and not finished. */
export const isMovable = ({ state }: Pick<Order, 'state'>): boolean => state === 'recibida' || state === 'asignada'

interface Around {
  visits: readonly Visit[]
  technicians: ReadonlyMap<number, Technician>
  agreed: ReadonlyMap<number, { from: string; to: string }>
}

/** Conflicts of an order at a spot. */
export function conflictsAt(order: Order, spot: Spot, { visits, technicians, agreed }: Around): Conflict[] {
  if (spot.technician === null) return []
  const there = visitOf(orderWith(order, targetAt(order, spot), technicians))
  const hours = agreed.get(order.id) ?? order.appointment ?? undefined
  const found = conflictsOf(there, technicians.get(spot.technician), visits, hours)
  return isPast(there.appointment, order.appointment) ? [{ kind: 'past' }, ...found] : found
}

/** "10:00 a. m. a 12:00 p. m." */
export const spotHours = (order: Order, { minute }: Spot): string => spanText(minute, minute + lengthOf(order))

export const percentOf = (minute: number, { from, to }: Hours): number => ((minute - from) / (to - from)) * 100
