import type { Order } from '@hilo/contract/orders.ts'
import { instantAt, wallClock, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { noted } from '../../ui/place-time.ts'

export interface Wall {
  /** `2026-11-21` */
  day: string
  /** Minutes since midnight. */
  minute: number
}

/** Day and minute of a moment, by the clock of the place. */
export function wallOf(time: string | number, zone: PlaceZone): Wall {
  const wall = new Date(wallClock(new Date(time).getTime(), zone))
  return { day: wall.toISOString().slice(0, 10), minute: wall.getUTCHours() * 60 + wall.getUTCMinutes() }
}

/** The moment of a day and minute, by the clock of the place; NaN for what is no day. */
export function momentOf({ day, minute }: Wall, zone: PlaceZone): number {
  return instantAt(Date.parse(`${day}T00:00:00Z`) + minute * 60_000, zone)
}

const clock = new Intl.DateTimeFormat('es-ES', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' })
/** An hour and its half of the day stay on one line. */
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

/** Hours of an appointment by the clock of its place: "10:00 a. m. a 12:00 p. m.", "… (hora canaria)" to a reader elsewhere. */
export function appointmentText(order: Pick<Order, 'appointment' | 'time_zone'>): string | null {
  const { appointment, time_zone: zone } = order
  if (!appointment) return null
  const from = wallOf(appointment.from, zone)
  return noted(spanText(from.minute, from.minute + minutesOf(appointment)), appointment.from, zone)
}

/** How long an appointment is, in minutes. */
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

/** Monday of the week of a day. */
export function mondayOf(day: string): string {
  const date = atNoon(day)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
