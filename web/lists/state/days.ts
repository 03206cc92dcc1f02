/** Calendar days in the place's zone, whatever zone the browser is in. */
const zone = 'Europe/Madrid'

let made: Intl.DateTimeFormat | undefined
/** Made when first used: a list without days need not wait for it. */
const parts = () =>
  (made ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }))

/** What the zone's wall clock shows at `ms`, read as if it were UTC. */
function wallClock(ms: number): number {
  const read = Object.fromEntries(
    parts()
      .formatToParts(ms)
      .map((part) => [part.type, Number(part.value)]),
  )
  return Date.UTC(read.year ?? 0, (read.month ?? 1) - 1, read.day, read.hour, read.minute, read.second)
}

/** `2026-11-20` for the moment `ms`. */
export function dayOf(ms: number): string {
  return new Date(wallClock(ms)).toISOString().slice(0, 10)
}

/** The moment at which a day begins, in milliseconds; NaN for what is no day. */
export function startOfDay(day: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(wall)) return Number.NaN
  const guess = wall - (wallClock(wall) - wall)
  return wall - (wallClock(guess) - guess)
}

/** The day `count` days after `day`. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** Offered for any time. */
export const pastPresets = ['hoy', 'ayer', 'reciente', 'semana', 'mes'] as const
/** Those too that saved views of what is still to come ask for. */
export const timePresets = [...pastPresets, 'manana', 'antes'] as const
export type TimePreset = (typeof timePresets)[number]

/** First and last day of a preset, '' where it has no end; the week begins on Monday. */
export function presetDays(preset: TimePreset, now: number): [from: string, to: string] {
  const today = dayOf(now)
  if (preset === 'manana') return [addDays(today, 1), addDays(today, 1)]
  if (preset === 'antes') return ['', addDays(today, -1)]
  if (preset === 'hoy') return [today, today]
  if (preset === 'ayer') return [addDays(today, -1), addDays(today, -1)]
  if (preset === 'reciente') return [addDays(today, -1), today]
  if (preset === 'mes') return [`${today.slice(0, 8)}01`, today]
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7
  return [addDays(today, -weekday), today]
}
