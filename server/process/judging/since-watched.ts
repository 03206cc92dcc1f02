import type { Evidence } from '@hilo/domain/proof/evidence.ts'

/**
 * Evidence of a position since it is watched; the OLT also stores earlier falls.
 * @param from ms since 1970; null if watched since the request
 */
export function sinceWatched(evidence: readonly Evidence[], from: number | null): readonly Evidence[] {
  if (from === null) return evidence
  const later = (at: number | null) => (at === null || at < from ? null : at)
  return evidence
    .filter(({ at }) => at >= from)
    .map((one) => {
      if (one.kind === 'alarm') return one
      const last_down_at = later(one.last_down_at)
      // A cause without a moment may be of a fall since then.
      const isOlder = one.last_down_at !== null && last_down_at === null
      const last_down_cause = isOlder ? null : one.last_down_cause
      return { ...one, last_down_at, last_down_cause, last_up_at: later(one.last_up_at) }
    })
}
