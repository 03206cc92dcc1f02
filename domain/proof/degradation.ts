/** Light that an ONT has lost without going dark: against its reading before the work, and against its usual light of 30 days. */
import { quantise } from '../optics.ts'
import type { Level } from '../optics.ts'
import type { Baseline, Power, WatchedOnt } from './evidence.ts'
import type { LitReading, Timeline } from './timeline.ts'

/** dB against the reading before the work from which an ONT is degraded, and from which it is serious. */
export const degradedFrom = -2
export const degradedHard = -3
/** A loss against the usual light counts for a work whose own share of it is at least this, dB: readings vary by less. */
const ownShare = -0.5
/** Standard deviation of a normal distribution per median absolute deviation. */
const deviation = 1.4826
/** Two readings of an untouched line differ by this much at least, dB. */
const leastMad = 0.1

export interface Loss {
  /** Gained (+) or lost (−) against the reading before the work, dB; null where either is missing. */
  delta_db: number | null
  /** Against the median of 30 days, dB. */
  usual_db: number | null
  level: Level
  /** Between these moments it was lost, ms since 1970. */
  between: readonly [number, number] | null
  /** It was weak already at a first reading that came late: nobody knows whether it was lost before the request. */
  maybe_before: boolean
}
/** A first reading later than this after the request, in ms, does not show the light before the work. */
const lateReading = 60_000
/** A stored reading as old as this, in ms, says nothing of today. */
const dayMs = 24 * 3_600_000

const gained = (now: number | null | undefined, before: number | null | undefined) =>
  now == null || before == null ? null : quantise(now - before)

/** By the ONT's own reading, or by the OLT's where the ONT tells none: a bend takes the same from both. */
const difference = (now: Power, before: Power) =>
  gained(now.rx_dbm, before.rx_dbm) ?? gained(now.olt_rx_dbm, before.olt_rx_dbm)

/** The light before the work: the first reading of it, or the last one stored where the ONT was dark by then. */
export function referenceOf(ont: WatchedOnt, timeline: Timeline, from: number): LitReading | null {
  const first = timeline.lit.find(({ at }) => at >= from)
  const firstDark = timeline.darks.find((dark) => dark.to === null || dark.to > from)
  const untouched = first && (!firstDark || first.at < firstDark.from)
  return untouched ? first : (ont.last_known ?? first ?? null)
}

const belowBand = (now: Power, baseline: Baseline | null) =>
  baseline === null ||
  now.rx_dbm === null ||
  now.rx_dbm < baseline.median - 3 * deviation * Math.max(baseline.mad, leastMad)

/** Whether the first reading came late and was weaker than the light of the day before, and still is. */
function isWeakAtFirst(ont: WatchedOnt, now: LitReading, first: LitReading, from: number): boolean {
  const { last_known: stored, baseline } = ont
  if (stored === null || first === stored || first.at - from <= lateReading || from - stored.at > dayMs) return false
  return [first, now].every((one) => (difference(one, stored) ?? 0) <= degradedFrom && belowBand(one, baseline))
}

/** @param from begin of the work, ms since 1970 */
export function lossOf(ont: WatchedOnt, timeline: Timeline, from: number): Loss {
  const now = timeline.lit.at(-1)
  const before = referenceOf(ont, timeline, from)
  const none: Loss = { delta_db: null, usual_db: null, level: 'ok', between: null, maybe_before: false }
  if (now && before && isWeakAtFirst(ont, now, before, from))
    return { ...none, maybe_before: true, between: [ont.last_known?.at ?? from, before.at] }
  if (!now || !before || now.at <= before.at) return none
  const delta_db = difference(now, before)
  const usual_db = gained(now.rx_dbm, ont.baseline?.median)
  const lost = delta_db ?? 0
  const here = lost <= degradedFrom && belowBand(now, ont.baseline)
  const summed = lost <= ownShare && usual_db !== null && usual_db <= degradedHard
  if (!here && !summed) return { ...none, delta_db, usual_db }
  const serious = summed || lost <= degradedHard
  return { delta_db, usual_db, level: serious ? 'bloqueo' : 'aviso', between: [before.at, now.at], maybe_before: false }
}
