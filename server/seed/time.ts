import { wallClock, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { at } from './rng.ts'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

const digits = (count: number, width: number) => Array.from({ length: count }, (_, n) => String(n).padStart(width, '0'))
const two = digits(60, 2)
const three = digits(1000, 3)
const dates = new Map<number, string>()
const clocks: string[] = []

/** `14:32:07.` for a second of the day. */
function clockOf(seconds: number): string {
  return (clocks[seconds] ??=
    `${at(two, Math.floor(seconds / 3600))}:${at(two, Math.floor(seconds / 60) % 60)}:${at(two, seconds % 60)}.`)
}

/** The wire's form of an instant, faster than Date: `2026-11-20T14:32:07.000Z`. */
export function stamp(ms: number): string {
  const number = Math.floor(ms / day)
  let date = dates.get(number)
  if (date === undefined) {
    date = new Date(number * day).toISOString().slice(0, 11)
    dates.set(number, date)
  }
  const rest = Math.floor(ms) - number * day
  return `${date}${clockOf(Math.floor(rest / second))}${at(three, rest % second)}Z`
}

/** `2026-11-20`. */
export function dateOf(ms: number): string {
  return stamp(ms).slice(0, 10)
}

/** Offset of a zone from UTC at an instant, ms. */
export const zoneOffset = (ms: number, zone: PlaceZone): number => wallClock(ms, zone) - ms

export interface WorkDay {
  /** 00:00 local time as UTC ms. */
  midnight: number
  /** Events wanted for this day. */
  target: number
}

/** Days back to the demonstration's begin: twenty-four months. */
export const historyDays = 730

/**
 * Distributes `total` over the last 730 days: less at weekends, growing each year, and today's part by the time of day.
 * `recent` above 0 moves weight towards the last days, for a network too small to show any otherwise.
 */
export function workDays(now: number, total: number, recent: number): WorkDay[] {
  const ahead = zoneOffset(now, 'Europe/Madrid')
  const today = Math.floor((now + ahead) / day)
  const weights = Array.from({ length: historyDays }, (_, index) => {
    const number = today - historyDays + 1 + index
    const weekday = (number + 4) % 7
    const base = weekday === 0 ? 0.12 : weekday === 6 ? 0.4 : 1
    const age = historyDays - 1 - index
    const busy = base * (1 + index / historyDays / 4 + recent * Math.exp(-age / 12))
    const elapsed = age > 0 ? 1 : Math.min(Math.max((now + ahead - number * day - 8 * hour) / (12 * hour), 0), 1)
    return { number, weight: busy * elapsed }
  })
  const sum = weights.reduce((one, { weight }) => one + weight, 0)
  let wished = 0
  let given = 0
  return weights.map(({ number, weight }) => {
    const noon = number * day + 12 * hour
    wished += (total * weight) / sum
    const target = Math.round(wished) - given
    given += target
    return { midnight: number * day - zoneOffset(noon, 'Europe/Madrid'), target }
  })
}
