import type { Order } from '@hilo/contract/orders.ts'
import { minutesOf, wallOf } from '../clock.ts'

/** A visit in its lane: where it begins, how long it is, and in which row it stands when several meet. */
export interface Placed {
  order: Order
  from: number
  to: number
  row: number
}

/** Visits of one technician and day in rows, so that none covers another. */
export function placeRows(orders: readonly Order[]): { placed: Placed[]; rows: number } {
  const ends: number[] = []
  const placed = orders
    .flatMap((order) => {
      if (!order.appointment) return []
      const { minute: from } = wallOf(order.appointment.from, order.time_zone)
      return [{ order, from, to: from + minutesOf(order.appointment), row: 0 }]
    })
    .toSorted((one, other) => one.from - other.from || one.order.id - other.order.id)
  for (const one of placed) {
    const free = ends.findIndex((end) => end <= one.from)
    one.row = free < 0 ? ends.length : free
    ends[one.row] = one.to
  }
  return { placed, rows: Math.max(1, ends.length) }
}

export interface Hours {
  from: number
  to: number
}

/** Hours that a day shows: those of work, and those of its visits where they are earlier or later. */
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
/** So near to the agreed hours a visit keeps them. */
const magnet = 40

/** Start of a visit of `length` minutes that is let go at `minute`. */
export function snap(minute: number, length: number, hours: Hours, agreed: number | null): number {
  if (agreed !== null && Math.abs(minute - agreed) <= magnet) return agreed
  const rounded = Math.round(minute / stepMinutes) * stepMinutes
  return Math.max(hours.from, Math.min(rounded, Math.max(hours.from, hours.to - length)))
}

/** First hour at which somebody is free for so long that day, from eight on. */
export function firstFree(busy: readonly { from: number; to: number }[], length: number, start = 8 * 60): number {
  let at = start
  for (const { from, to } of busy.toSorted((one, other) => one.from - other.from)) {
    if (from >= at + length) break
    at = Math.max(at, to)
  }
  return at + length <= 1440 ? at : start
}
