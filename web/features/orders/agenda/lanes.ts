import type { Order } from '@hilo/contract/orders/orders.ts'
import { minutesOf, wallOf } from '../clock.ts'

/** A visit in its lane: start, length, and row among overlapping visits. */
interface Placed {
  order: Order
  from: number
  to: number
  row: number
}

/** A card is as wide as this at least, minutes: a shorter one has no room for its codes. */
const leastMinutes = 120

/** Minutes of the day over which a visit's card is drawn; a short visit late in the day is drawn towards the left. */
export function cardOf({ from, to }: Pick<Placed, 'from' | 'to'>, hours: Hours): { from: number; to: number } {
  const length = Math.max(leastMinutes, to - from)
  const start = Math.max(hours.from, Math.min(from, hours.to - length))
  return { from: start, to: start + length }
}

/** Rows of a technician's visits on one day, without overlapping cards. */
export function placeRows(orders: readonly Order[], hours: Hours): { placed: Placed[]; rows: number } {
  const ends: number[] = []
  const placed = orders
    .flatMap((order) => {
      if (!order.appointment) return []
      const { minute: from } = wallOf(order.appointment.from, order.time_zone)
      return [{ order, from, to: from + minutesOf(order.appointment), row: 0 }]
    })
    .toSorted((one, other) => one.from - other.from || one.order.id - other.order.id)
  for (const one of placed) {
    const card = cardOf(one, hours)
    const free = ends.findIndex((end) => end <= card.from)
    one.row = free < 0 ? ends.length : free
    ends[one.row] = card.to
  }
  return { placed, rows: Math.max(1, ends.length) }
}

export interface Hours {
  from: number
  to: number
}

/** Visible hours of a day: working hours, extended by the visits. */
export function hoursOf(orders: readonly Order[]): Hours {
  let [from, to] = [8 * 60, 20 * 60]
  for (const { appointment, time_zone } of orders) {
    if (!appointment) continue
    const { minute } = wallOf(appointment.from, time_zone)
    from = Math.min(from, Math.floor(minute / 60) * 60)
    to = Math.max(to, Math.min(1440, Math.ceil((minute + minutesOf(appointment)) / 60) * 60))
  }
  return { from, to }
}

export const stepMinutes = 15
/** Distance within which a dragged visit snaps to the agreed hours, minutes. */
const magnet = 40

/** Start of a visit of `length` minutes dropped at `minute`. */
export function snap(minute: number, length: number, hours: Hours, agreed: number | null): number {
  if (agreed !== null && Math.abs(minute - agreed) <= magnet) return agreed
  const rounded = Math.round(minute / stepMinutes) * stepMinutes
  return Math.max(hours.from, Math.min(rounded, Math.max(hours.from, hours.to - length)))
}

/** First free time of the given length from eight on. */
export function firstFree(busy: readonly { from: number; to: number }[], length: number, start = 8 * 60): number {
  let at = start
  for (const { from, to } of busy.toSorted((one, other) => one.from - other.from)) {
    if (from >= at + length) break
    at = Math.max(at, to)
  }
  return at + length <= 1440 ? at : start
}
