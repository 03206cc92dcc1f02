/** Days of filters and figures are days of `homeZone`, whatever the browser's time zone. */
import { dayAt, homeZone, instantAt } from '@hilo/domain/place-clock.ts'

/** `2026-11-20` for the instant `ms`. */
export const dayOf = (ms: number): string => dayAt(ms, homeZone)

/** Start of a day, in milliseconds; NaN if `day` is not a valid day. */
export function startOfDay(day: string): number {
  return instantAt(Date.parse(`${day}T00:00:00Z`), homeZone)
}

/** The day `count` days after `day`. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** Presets of every time filter. */
export const pastPresets = ['hoy', 'ayer', 'reciente', 'semana', 'mes'] as const
/** Adds the presets used by saved views of future dates. */
export const timePresets = [...pastPresets, 'manana', 'antes'] as const
type TimePreset = (typeof timePresets)[number]

/** First and last day of a preset, '' where open-ended; weeks begin on Monday. */
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
