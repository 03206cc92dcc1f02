/** How old work is that was done without coverage. */
import type { EventRow } from './event-row.ts'

/** What arrives sooner was sent at once. */
const leastMs = 60_000
/** The column holds no more: beyond three weeks it is as old as that. */
const mostMs = 2_147_483_647

interface Said {
  done_at?: string | undefined
  /** As the device counted it itself. */
  offline_ms?: number | undefined
}

/**
 * Age of what arrives now, by the clock that devices live by; null where it was sent at once, or by one that says it comes
 * from the future. A claim: it marks the work and moves none of its times.
 */
export function offlineAge(said: Said, now = Date.now()): number | null {
  const age = agoOf(said, now)
  return age < leastMs ? null : age
}

/** How long ago it was done, in ms. */
export function agoOf({ done_at, offline_ms }: Said, now = Date.now()): number {
  const age = Math.max(offline_ms ?? 0, done_at === undefined ? 0 : now - Date.parse(done_at))
  return Math.min(Math.max(0, age), mostMs)
}

/** When it was done as the device says, in the time of `now`; a device that says nothing did it now. */
export function saidAt({ done_at, offline_ms }: Said, now: Date, clock = Date.now()): Date {
  const age = done_at === undefined ? (offline_ms ?? 0) : clock - Date.parse(done_at)
  return new Date(now.getTime() - age)
}

/** The greatest age of what an intervention is made of, as a change of its row. */
export function withAge({ offline_ms: known }: Pick<EventRow, 'offline_ms'>, said: Said): { offline_ms?: number } {
  const age = offlineAge(said)
  return age === null || age <= (known ?? 0) ? {} : { offline_ms: age }
}
