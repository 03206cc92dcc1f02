import type { Order } from '@hilo/contract/orders/orders.ts'
import { instantAt, wallClock, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { serverNow } from '../../api/clock.ts'
import { withZoneNote } from '../../ui/place-time.ts'

interface Wall {
  /** `2026-11-21` */
  day: string
  /** Minutes since midnight. */
  minute: number
}

/** Day and minute of a moment in the place's time zone. */
export function wallOf(time: string | number, zone: PlaceZone): Wall {
  const wall = new Date(wallClock(new Date(time).getTime(), zone))
  return { day: wall.toISOString().slice(0, 10), minute: wall.getUTCHours() * 60 + wall.getUTCMinutes() }
}

/** Moment of a day and minute in the place's time zone; NaN for an invalid day. */
export function momentOf({ day, minute }: Wall, zone: PlaceZone): number {
  return instantAt(Date.parse(`${day}T00:00:00Z`) + minute * 60_000, zone)
}

const clock = new Intl.DateTimeFormat('es-ES', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' })
/** Hour and "a. m." stay on one line. */
const whole = (minute: number) => clock.format(minute * 60_000).replace(/\s/g, '\u00a0')
const bare = (minute: number) => whole(minute).replace(/\s[ap]\.\s?m\.$/, '')
const half = (minute: number) => Math.floor((minute % 1440) / 720)

/** "10:00 a. m." */
export const minuteText = whole
/** "8:00 a 10:00 a. m.", "11:00 a. m. a 1:00 p. m." */
export function spanText(from: number, to: number): string {
  const first = half(from) === half(to) ? bare(from) : minuteText(from)
  return `${first} a ${minuteText(to)}`
}

/**
 * Appointment in its place's time zone: "10:00 a. m. a 12:00 p. m."; the zone is named if it is not the reader's: "…
 * (hora canaria)".
 */
export function appointmentText(order: Pick<Order, 'appointment' | 'time_zone'>): string | null {
  const { appointment, time_zone: zone } = order
  if (!appointment) return null
  const from = wallOf(appointment.from, zone)
  return withZoneNote(spanText(from.minute, from.minute + minutesOf(appointment)), appointment.from, zone)
}

/**
 * Day on which a visit stands: that of its appointment. Without one, the first day that the customer accepts, and today once
 * that has come or if there is none.
 */
export function standingDay(
  { appointment, requested_date: first, time_zone }: Pick<Order, 'appointment' | 'requested_date' | 'time_zone'>,
  now: number = serverNow(),
): string {
  if (appointment) return wallOf(appointment.from, time_zone).day
  const today = wallOf(now, time_zone).day
  return first !== null && first > today ? first : today
}

/** Length of an appointment, minutes. */
export const minutesOf = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 60_000)

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)
const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es-ES', { timeZone: 'UTC', ...options })
const long = dayFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const short = dayFormat({ weekday: 'short', day: 'numeric' })
const plain = dayFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** "Sábado, 21 de noviembre de 2026" */
export function dayTitle(day: string): string {
  const name = long.format(atNoon(day))
  return name.charAt(0).toLocaleUpperCase('es') + name.slice(1)
}
/** "sáb 21" */
export const dayShort = (day: string): string => short.format(atNoon(day)).replace(',', '')
/** "21 de noviembre de 2026" */
export const dayPlain = (day: string): string => plain.format(atNoon(day))

/** Monday of a day's week. */
export function mondayOf(day: string): string {
  const date = atNoon(day)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
