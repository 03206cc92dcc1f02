/** Days of filters and figures: those of `homeZone`, whatever zone the browser is in. */
import { dayAt, homeZone, instantAt } from '@hilo/domain/place-clock.ts'

/** `2026-11-20` for the instant `ms`. */
export const dayOf = (ms: number): string => dayAt(ms, homeZone)

/** The moment at which a day begins, in milliseconds; NaN for what is no day. */
export function startOfDay(day: string): number {
  return instantAt(Date.parse(`${day}T00:00:00Z`), homeZone)
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
