/** Loss of received power without going dark: against the reading before the work, and against the 30-day baseline. */
import { quantise } from '../optics.ts'
import type { Level } from '../optics.ts'
import type { Baseline, Power, WatchedOnt, Work } from './evidence.ts'
import { sameMoment } from './marks.ts'
import type { LitReading, Timeline } from './timeline.ts'

/** Change against the reading before the work, in dB, from which an ONT is degraded, and from which the work is blocked. */
const degradedDb = -2
const severeLossDb = -3
/**
 * A severe loss against the baseline is attributed to a work only if at least this much of it, in dB, was lost during the
 * work. Two readings of an untouched line differed by up to 0.57 dB in a million random histories.
 */
const minLossDuringWorkDb = -0.7
/** Standard deviation of a normal distribution divided by its median absolute deviation (MAD). */
const sigmaPerMad = 1.4826
/** Lower limit of the baseline's MAD, dB: two readings of an untouched line differ by at least this much. */
const minMadDb = 0.1

export interface Loss {
  /** Change against the reading before the work, dB, negative for a loss; null if either reading is missing. */
  delta_db: number | null
  /** Change against the median of 30 days, dB. */
  usual_db: number | null
  level: Level
  /** Interval in which most of the power was lost, from one reading to the next, ms since 1970. */
  between: readonly [number, number] | null
  /** The first reading was weak already: the loss may be older than the request. */
  maybe_before: boolean
  /** The other ONTs of the box lost about as much meanwhile. */
  common: boolean
  /** The ONT is online, but its power was not measured after the end of the work. */
  unchecked: boolean
}
/**
 * A first reading taken more than this after the request, in ms, does not show the power at the request. A stored reading
 * taken within this before the request does.
 */
const lateReadingMs = 60_000
/** Maximum age of the power that a reading reports, in ms. */
export const powerAgeMs = 60_000
/** An OLT that does not measure for each reading measures at least this often, in ms: its last power before a request still holds at the request. */
const keptPowerMs = 15 * 60_000 + powerAgeMs
/** A line that is not weaker than its baseline is compared with stored readings of up to this age, in ms. */
const maxStoredAgeMs = 24 * 3_600_000

const powerChange = (now: number | null | undefined, before: number | null | undefined) =>
  now == null || before == null ? null : quantise(now - before)

/**
 * Change of the power received by the ONT, else of that received by the OLT. The OLT's figure excuses nothing: it may be 15 min
 * old, and a bent fibre attenuates 1490 nm (downstream) several times as much as 1310 nm (upstream).
 */
const powerDifference = (now: Power, before: Power) =>
  powerChange(now.rx_dbm, before.rx_dbm) ?? powerChange(now.olt_rx_dbm, before.olt_rx_dbm)

const belowBand = (now: Power, baseline: Baseline | null) =>
  baseline === null ||
  now.rx_dbm === null ||
  now.rx_dbm < baseline.median - 3 * sigmaPerMad * Math.max(baseline.mad, minMadDb)

const isWeaker = (now: LitReading, before: LitReading, { baseline }: WatchedOnt) =>
  (powerDifference(now, before) ?? 0) <= degradedDb && belowBand(now, baseline)

/** True if the ONT was dark at any moment between `from` and `to`. */
const wasDark = ({ darks }: Timeline, from: number, to: number) =>
  darks.some((dark) => dark.from <= to && (dark.to === null || dark.to > from))

/** True if the first reading was too late to show the power at the request. */
const isLate = (first: LitReading | undefined, from: number) => first === undefined || first.at - from > lateReadingMs

/** Reference power: the first reading since the request, or the last one before it if that shows the power at the request too. */
function reference({ last_known: stored }: WatchedOnt, timeline: Timeline, from: number): LitReading | null {
  const first = timeline.lit.find(({ at }) => at >= from)
  const validMs = isLate(first, from) ? keptPowerMs : lateReadingMs
  if (stored === null || stored.at >= from || from - stored.at > validMs) return first ?? null
  if (first === undefined) return stored
  // What was lost between the two belongs to the work; what was gained was not there at the request.
  const isBetter = (powerDifference(first, stored) ?? 0) >= 0
  return isBetter || wasDark(timeline, stored.at, first.at) ? first : stored
}

/** The stored reading from before the request. A loss against it may be older than the work. */
function storedBefore(
  { last_known: stored, baseline }: WatchedOnt,
  timeline: Timeline,
  first: LitReading,
  from: number,
) {
  if (stored === null) return null
  const isRecent = from - stored.at <= maxStoredAgeMs
  const isUnusual = (powerChange(first.rx_dbm, baseline?.median) ?? 0) <= severeLossDb
  return isRecent || isUnusual || wasDark(timeline, from, first.at) ? stored : null
}

/** `before` and the readings after it that can be compared with it, oldest first. */
const readingsSince = (before: LitReading, { lit }: Timeline) => [
  before,
  ...lit.filter((one) => one.at > before.at && powerDifference(one, before) !== null),
]

/**
 * The two readings between which a loss began that has lasted since: from the last one that was better by at least
 * `minLossDuringWorkDb` than the first weak one. Readings of any work in the box count.
 */
function lostBetween(readings: readonly LitReading[], isWeak: (one: LitReading) => boolean): readonly [number, number] {
  const lastGood = readings.findLastIndex((one) => !isWeak(one))
  const weak = readings[lastGood + 1]
  const start = readings.findLastIndex(
    (one, index) => index <= lastGood && weak && (powerDifference(weak, one) ?? 0) <= minLossDuringWorkDb,
  )
  const [from, to] = [readings[Math.max(0, start)], readings[Math.max(0, start) + 1]]
  return [from?.at ?? 0, to?.at ?? 0]
}

/**
 * Loss of one ONT during a work.
 * @param work begin and end, ms since 1970; the end is null while the work is open
 * @param at moment of the judgement, ms since 1970
 */
export function lossOf(ont: WatchedOnt, timeline: Timeline, { from, to }: Pick<Work, 'from' | 'to'>, at: number): Loss {
  const now = timeline.lit.findLast((one) => one.at >= from)
  const unchecked =
    timeline.last?.state === 'online' && !timeline.last.elsewhere && (now?.at ?? -Infinity) < (to ?? at) - powerAgeMs
  const none: Loss = {
    ...{ delta_db: null, usual_db: null, level: 'ok', between: null },
    ...{ maybe_before: false, common: false, unchecked },
  }
  const before = reference(ont, timeline, from)
  if (!now || !before) return none
  const usualOf = ({ rx_dbm }: LitReading) => powerChange(rx_dbm, ont.baseline?.median)
  const isAccumulated = (one: LitReading) =>
    (powerDifference(one, before) ?? 0) <= minLossDuringWorkDb && (usualOf(one) ?? 0) <= severeLossDb
  const isDegraded = (one: LitReading) => isAccumulated(one) || isWeaker(one, before, ont)
  const found = { ...none, delta_db: powerDifference(now, before), usual_db: usualOf(now) }
  if (isDegraded(now)) {
    const level = isAccumulated(now) || (found.delta_db ?? 0) <= severeLossDb ? 'bloqueo' : 'aviso'
    return { ...found, level, between: lostBetween(readingsSince(before, timeline), isDegraded) }
  }
  const stored = storedBefore(ont, timeline, before, from)
  if (!stored || !isWeaker(now, stored, ont)) return found
  const between = lostBetween(readingsSince(stored, timeline), (one) => isWeaker(one, stored, ont))
  return { ...found, delta_db: powerDifference(now, stored), between, maybe_before: true }
}

/** Losses of one cause differ by this much at most, in dB, and by no more than half of the loss. */
const alikeDb = 1
/** Share of the other ONTs of a box that have to lose as much. */
const nearlyAll = 0.8

/** Change from the last reading before an interval to the first one after it, else to the last one, dB; null without both. */
function changeOver({ lit }: Timeline, [start, end]: readonly [number, number]): number | null {
  const slack = Math.min(sameMoment, (end - start) / 3)
  const before = lit.findLast(({ at }) => at <= start + slack)
  const after = lit.find(({ at }) => at >= end - slack) ?? lit.at(-1)
  return before && after && before.at < after.at ? powerDifference(after, before) : null
}

/** True if nearly all ONTs of the box lost about as much as this one in the interval: their common feeder lost it. */
export function isCommonLoss(
  inside: readonly Timeline[],
  timeline: Timeline,
  between: readonly [number, number],
): boolean {
  const own = changeOver(timeline, between) ?? 0
  if (own > minLossDuringWorkDb) return false
  const others = inside
    .filter((one) => one !== timeline)
    .map((one) => changeOver(one, between))
    .filter((change) => change !== null)
  const alike = others.filter((change) => Math.abs(change - own) <= Math.min(alikeDb, -own / 2))
  return alike.length > 0 && alike.length >= nearlyAll * others.length
}
