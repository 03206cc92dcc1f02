import type { Order } from '@hilo/contract/orders.ts'
import { minutesOf, momentOf, spanText, wallOf } from '../clock.ts'
import { conflictsOf, visitOf, type Conflict, type Technician, type Visit } from '../conflicts.ts'
import { firstFree, type Hours } from './lanes.ts'

/** Where an order would land: whose it is, which day, from which minute on. Without a technician it goes back to the tray. */
export interface Spot {
  technician: number | null
  day: string
  minute: number
}

/** A visit without hours takes so long, in minutes. */
const usualMinutes = 120
export const lengthOf = (order: Order): number => (order.appointment ? minutesOf(order.appointment) : usualMinutes)

/** Where an order stands now; null in the tray. */
export function spotOf(order: Order): Spot | null {
  if (order.assigned_technical_id === null || !order.appointment) return null
  return { technician: order.assigned_technical_id, ...wallOf(order.appointment.from, order.time_zone) }
}

/** Minute at which somebody would do an order that day: the agreed one, else the first when he is free. */
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

/** The appointment that a spot makes; back in the tray an order keeps the one that it has. */
export function appointmentAt(order: Order, spot: Spot): Order['appointment'] {
  if (spot.technician === null) return order.appointment
  const from = momentOf(spot, order.time_zone)
  return { from: new Date(from).toISOString(), to: new Date(from + lengthOf(order) * 60_000).toISOString() }
}

/** Who is to go, and when. */
export interface Target {
  technician: number | null
  appointment: Order['appointment']
}
export const targetAt = (order: Order, spot: Spot): Target => ({
  technician: spot.technician,
  appointment: appointmentAt(order, spot),
})

/** The order as it would be then. */
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

/** Whether an order may be taken up: nobody works at it, and it is not over. */
export const isMovable = ({ state }: Pick<Order, 'state'>): boolean => state === 'recibida' || state === 'asignada'

interface Around {
  visits: readonly Visit[]
  technicians: ReadonlyMap<number, Technician>
  agreed: ReadonlyMap<number, { from: string; to: string }>
}

/** What speaks against an order standing there. */
export function conflictsAt(order: Order, spot: Spot, { visits, technicians, agreed }: Around): Conflict[] {
  if (spot.technician === null) return []
  const there = visitOf(orderWith(order, targetAt(order, spot), technicians))
  const hours = agreed.get(order.id) ?? order.appointment ?? undefined
  return conflictsOf(there, technicians.get(spot.technician), visits, hours)
}

/** "10:00 a. m. a 12:00 p. m." */
export const spotHours = (order: Order, { minute }: Spot): string => spanText(minute, minute + lengthOf(order))

export const percentOf = (minute: number, { from, to }: Hours): number => ((minute - from) / (to - from)) * 100
