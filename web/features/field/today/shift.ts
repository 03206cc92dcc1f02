/** Summary of a day, in figures and text. Pure. */
import type { Verdict } from '@hilo/domain/status.ts'
import type { Operation } from '../../../offline/operation.ts'
import { isCancelled, isFinished, isUnderWay, type Work } from '../work.ts'

export interface Shift {
  /** Oldest first. */
  works: readonly Work[]
  done: number
  cancelled: number
  /** Seconds in finished interventions. */
  seconds: number
  verdicts: readonly { verdict: Verdict; count: number }[]
  /** Pictures of the day's interventions sent from this device. */
  picturesSent: number
  /** Unsent pictures on this device, of any intervention. */
  unsent: number
}

const picturePath = 'admin_vno/enrollments/pictures/upload'
const startOf = (work: Work) => work.started_at ?? work.created_at

/** Summary of the interventions of a day. */
export function shiftOf(all: readonly Work[], operations: readonly Operation[]): Shift {
  const works = all.toSorted((a, b) => startOf(a).localeCompare(startOf(b)))
  const mine = new Set(works.map(({ id }) => String(id)))
  const here = operations.filter(({ group }) => mine.has(group))
  const counts = new Map<Verdict, number>()
  for (const { neighbours } of works)
    if (neighbours.verdict !== null) counts.set(neighbours.verdict, (counts.get(neighbours.verdict) ?? 0) + 1)
  return {
    works,
    done: works.filter(isFinished).length,
    cancelled: works.filter(isCancelled).length,
    seconds: works.reduce((sum, work) => sum + (isUnderWay(work) ? 0 : (work.duration_s ?? 0)), 0),
    verdicts: [...counts].map(([verdict, count]) => ({ verdict, count })),
    picturesSent: here.filter(({ path, state }) => path === picturePath && state === 'sent').length,
    unsent: here.filter(({ state }) => state !== 'sent').length,
  }
}

/** Start and end of a day (`2026-11-20`) in the device's time zone. */
export function boundsOf(day: string): { gte: string; lte: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return {
    gte: new Date(year, month - 1, date).toISOString(),
    lte: new Date(year, month - 1, date + 1, 0, 0, 0, -1).toISOString(),
  }
}

/** Day of a moment, shifted by `by` days. */
export function dayOf(now: number, by = 0): string {
  const at = new Date(now)
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate() + by)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

export const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
/** Day shifted by `by` days. */
export const dayBeside = (day: string, by: number): string => dayOf(Date.parse(`${day}T12:00`), by)
