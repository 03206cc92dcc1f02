/** Age of work recorded without coverage. */
import type { EventRow } from './event-row.ts'

/** A younger record counts as sent at once. */
const leastMs = 60_000
/** Maximum of the column: over three weeks is stored as this. */
const mostMs = 2_147_483_647

interface Said {
  done_at?: string | undefined
  /** Age counted by the device, ms. */
  offline_ms?: number | undefined
}

/**
 * Age at arrival, by the clock that devices use; null if sent at once or dated in the future. It is a claim: it marks the work
 * and changes none of its times.
 */
export function offlineAge(reported: Said, now = Date.now()): number | null {
  const age = agoOf(reported, now)
  return age < leastMs ? null : age
}

/** Age in ms. */
export function agoOf({ done_at, offline_ms }: Said, now = Date.now()): number {
  const age = Math.max(offline_ms ?? 0, done_at === undefined ? 0 : now - Date.parse(done_at))
  return Math.min(Math.max(0, age), mostMs)
}

/** Time of the act by the device's record, on the clock of `now`; without a record it is now. */
export function saidAt({ done_at, offline_ms }: Said, now: Date, clock = Date.now()): Date {
  const age = done_at === undefined ? (offline_ms ?? 0) : clock - Date.parse(done_at)
  return new Date(now.getTime() - age)
}

/** Patch with the greatest age among the parts of an intervention. */
export function withAge({ offline_ms: known }: Pick<EventRow, 'offline_ms'>, reported: Said): { offline_ms?: number } {
  const age = offlineAge(reported)
  return age === null || age <= (known ?? 0) ? {} : { offline_ms: age }
}
