/** The timeline of one ONT: when it was dark and why, from evidence that comes late, twice, out of order, or not at all. */
import type { DownCause } from '../diagnosis.ts'
import type { Evidence, Power, ReadingEvidence, WatchedOnt } from './evidence.ts'
import { isReading, marksOf, sameMoment, slackOf, type DarkCause, type Mark, type Source } from './marks.ts'

/** One time without light. Moments in ms since 1970. */
export interface Dark {
  from: number
  /** Null while it lasts; the last moment at which it was known dark where no reading or alarm saw the return. */
  to: number | null
  /** It came back unseen, between `to` and this moment. */
  back_by?: number
  cause: DarkCause
  source: Source
  /** Last moment at which light was seen before; null when it never was. Between it and `from` it fell. */
  lit_before: number | null
  /**
   * A LOS was heard, and an OLT that tells no times says that the power went, or that its operator shut it: with this fall, or
   * with a later one. Or it says that no fall was so late.
   */
  disputed?: boolean
  /**
   * Earliest possible start, if `from` is uncertain: an alarm during darkness (a new fall after an unseen return, or a late
   * alarm of the same fall), or a fall that the OLT held back together with its return.
   */
  since?: number
  /** Two alarms of different falls came at the same moment: one of them was held back. */
  twice?: true
  /** Arrival of a late alarm of it, more than `sameMoment` after the fall: it was held back, or the clock of the OLT is wrong. */
  heardLate?: number
}

export interface LitReading extends Power {
  at: number
  distance_m: number | null
}

export interface Timeline {
  /** Oldest first, apart from each other. */
  darks: Dark[]
  /** Readings with light and at least one figure, oldest first. */
  lit: LitReading[]
  /** To the OLT by ranging at its last reading with light, metres. */
  distance_m: number | null
  /** Last reading that answered; null when none did. */
  last: ReadingEvidence | null
  /** The last attempt to read, after the last that answered, got no answer. */
  unread: boolean
  /** It answers on another PON: between which moments it went there. `from` is null where it was never seen in its place. */
  elsewhere: { from: number | null; to: number } | null
  /** It came back from a darkness whose begin was not seen: when, and when light was seen before; `lost`: by LOS, as the OLT reports. */
  returns: { at: number; lit_before: number | null; lost?: true }[]
}

/** A gasp explains a LOS near it; a LOS explains what was only silent. */
const strength: Readonly<Record<DarkCause, number>> = { silent: 0, los: 1, admin: 2, dying_gasp: 3 }

const isExplained = (cause: DarkCause | DownCause | null) =>
  cause === 'dying_gasp' || cause === 'admin' || cause === 'admin_down'

/**
 * One more sign of darkness while it is dark: the same fall, or a new one after a return that was not seen.
 * @param seenDark last moment at which it was known dark
 */
function fallAgain(darks: Dark[], last: Dark, mark: Mark, seenDark: number): void {
  if (mark.heardLate !== undefined && mark.at === last.from)
    last.heardLate = Math.max(mark.heardLate, last.heardLate ?? 0)
  if (mark.disputed && mark.at === last.from && last.cause === 'silent') {
    last.cause = mark.cause
    last.disputed = true
  }
  if (mark.disputed) return
  // Found dark while the alarm of that fall was on its way: it tells when.
  if (last.source === 'reading' && mark.source === 'alarm' && mark.at - last.from <= slackOf.alarm)
    last.source = 'alarm'
  if (mark.source === 'reading' || mark.at - last.from <= sameMoment) {
    if (mark.source === 'alarm' && mark.at !== last.from) last.twice = true
    if (isExplained(mark.cause) && last.cause === 'los' && last.source === 'alarm') last.disputed = true
    // The OLT dated a fall without a LOS. A LOS that it does not date may be of a later fall.
    const isLater = last.cause === 'silent' && last.source === 'memory' && mark.undated === true
    const near = mark.at - last.from <= sameMoment || (last.cause === 'silent' && mark.cause === 'los')
    // A reading in the second of a LOS that the OLT stores shows the darkness before it.
    const isEarlier = mark.source === 'reading' && last.source === 'memory' && mark.at - last.from < slackOf.memory
    if (near && !isEarlier && strength[mark.cause] > strength[last.cause]) last.cause = mark.cause
    if (isExplained(mark.cause) && mark.cause === last.cause) delete last.disputed
    // A dying gasp, but then the OLT reports LOS without times: of this fall or of a later one.
    const isUndated = last.cause === 'dying_gasp' && (mark.undated === true || last.source !== 'memory')
    if ((isUndated || isLater) && mark.source === 'reading' && mark.cause === 'los') last.disputed = true
    return
  }
  last.to = seenDark
  last.back_by = mark.at
  const since = mark.source === 'alarm' && !isExplained(last.cause) ? { since: doneBetween(last)[0] } : {}
  // An ONT that is off cannot lose light: the alarm is late, or the ONT was on again meanwhile.
  const disputed = isExplained(last.cause) && mark.cause === 'los' ? { disputed: true } : {}
  darks.push({
    from: mark.at,
    to: null,
    cause: mark.cause,
    source: mark.source,
    lit_before: mark.at,
    ...since,
    ...disputed,
  })
}

/**
 * An OLT keeps the cause of the last fall while the ONT is up: without times, or with those of an older fall, it may belong to
 * either fall.
 */
function dispute(darks: Dark[], readings: readonly ReadingEvidence[]): void {
  for (const { at, state, last_down_at: down, last_down_cause } of readings) {
    const last = darks.findLast(({ from }) => from <= at)
    if (!last || state !== 'online' || !isExplained(last_down_cause)) continue
    const isOfLast = down !== null && down >= last.from - sameMoment
    if (!isOfLast && last.cause === 'los' && last.source === 'alarm') last.disputed = true
  }
}

/** A moment that the OLT dates is off by its slack once more where it was dated anew, in ms. No ONT is back as quickly. */
const sameInstant = 2 * slackOf.memory

/** A fall and its return received in the same second were held back by the OLT: their times are unknown. */
const isHeldBack = (dark: Dark, { source, at }: Mark) =>
  dark.source === 'alarm' && source === 'alarm' && at - dark.from < slackOf.memory

/** Two `up` alarms after one fall: the first is a late, duplicate or held-back alarm of the darkness before. */
function isReturnOfEarlier({ from, to, since, lit_before, twice }: Dark, { source }: Mark): boolean {
  if (source === 'reading' || to === null) return false
  // The alarm of the return just before the fall came a second time.
  if (lit_before !== null && to - lit_before <= sameMoment && to - from <= sameInstant) return true
  if (since === undefined) return false
  return (lit_before === from && to - from <= slackOf.alarm) || (twice === true && to - from < slackOf.memory)
}

/**
 * A fall heard just after a return of an ONT that was known to be lit, and then found lit: the two alarms came in the wrong order, and
 * the fall was over with that return.
 */
function isOvertaken(last: Dark, { source }: Mark, returns: Timeline['returns']): boolean {
  if (source !== 'reading' || last.source !== 'alarm') return false
  const before = returns.at(-1)
  return before?.at === last.lit_before && before?.lit_before !== null && last.from - before.at <= slackOf.alarm
}

function elsewhereOf(readings: readonly ReadingEvidence[]): Timeline['elsewhere'] {
  const online = readings.filter(({ state }) => state === 'online')
  if (!online.at(-1)?.elsewhere) return null
  const inPlace = online.findLastIndex(({ elsewhere }) => !elsewhere)
  return { from: online[inPlace]?.at ?? null, to: online[inPlace + 1]?.at ?? 0 }
}

/**
 * Returns of falls without an alarm: an OLT without times reports another cause than at the previous reading, and no darkness
 * is known in between.
 */
function unheardReturns(darks: readonly Dark[], readings: readonly ReadingEvidence[]): Timeline['returns'] {
  const answered = readings.filter(({ state }) => state !== 'unknown')
  return answered.flatMap(({ at, state, last_down_at, last_down_cause }, index) => {
    const before = answered[index - 1]
    if (state !== 'online' || last_down_at !== null || last_down_cause === null || before?.state !== 'online') return []
    const isKnown = darks.some(({ from, to }) => from <= at && (to ?? Infinity) >= before.at)
    if (isKnown || before.last_down_cause === last_down_cause) return []
    return [{ at, lit_before: before.at, ...(last_down_cause === 'los' && { lost: true as const }) }]
  })
}

/** @param evidence in any order; the same evidence always gives the same timeline */
export function timelineOf(evidence: readonly Evidence[]): Timeline {
  const darks: Dark[] = []
  let litAt: number | null = null
  const returns: Timeline['returns'] = []
  let seenDark = 0
  for (const mark of marksOf(evidence)) {
    const last = darks.at(-1)
    if (mark.late && last?.to !== null) continue
    // Found lit as it fell: the reading came first.
    if (mark.up && mark.source === 'reading' && last && mark.at - last.from <= sameInstant) continue
    if (mark.up) {
      if (last && last.to === null) {
        last.to = isOvertaken(last, mark, returns) ? last.from : mark.at
        if (isHeldBack(last, mark)) last.since ??= last.lit_before ?? last.from
      } else if (last && litAt === last.to && isReturnOfEarlier(last, mark)) last.to = mark.at
      else if (mark.source !== 'reading') returns.push({ at: mark.at, lit_before: litAt })
      litAt = mark.at
      continue
    }
    // Found dark as it came back: the reading came first.
    const early = mark.source === 'reading' && last && last.to !== null && mark.at - last.to <= sameInstant
    if (early) continue
    if (last && last.to === null) fallAgain(darks, last, mark, seenDark)
    else {
      const { at: from, cause, source, disputed } = mark
      const isBatch = last?.since !== undefined && from - last.from < slackOf.memory
      const more = { ...(disputed && { disputed }), ...(isBatch && { twice: true as const }) }
      darks.push({ from, to: null, cause, source, lit_before: litAt, ...more })
    }
    seenDark = mark.at
  }
  const readings = evidence.filter(isReading).toSorted((a, b) => a.at - b.at)
  const last = readings.findLast(({ state }) => state !== 'unknown') ?? null
  const lit = readings
    .filter(({ state, rx_dbm, olt_rx_dbm }) => state === 'online' && (rx_dbm !== null || olt_rx_dbm !== null))
    .map(({ at, rx_dbm, olt_rx_dbm, distance_m }) => ({ at, rx_dbm, olt_rx_dbm, distance_m }))
  dispute(darks, readings)
  const ranged = readings.findLast((one) => one.state === 'online' && !one.elsewhere && one.distance_m !== null)
  return {
    darks,
    lit,
    distance_m: ranged?.distance_m ?? null,
    last,
    unread: readings.length > 0 && readings.at(-1) !== last,
    elsewhere: elsewhereOf(readings),
    returns: [...returns, ...unheardReturns(darks, readings)],
  }
}

/** Without light at this moment. */
export const darkAt = ({ darks }: Pick<Timeline, 'darks'>, at: number): Dark | undefined =>
  darks.find(({ from, to }) => from <= at && (to === null || to > at))

/** Interval in which a darkness began: a reading gives no exact start. */
export const beganBetween = ({ source, from, lit_before }: Dark) =>
  [source === 'reading' ? (lit_before ?? from) : from, from] as const

/** Interval of its possible start: `beganBetween`, or earlier if the alarm may have been late. */
export const doneBetween = (dark: Dark) => [dark.since ?? beganBetween(dark)[0], dark.from] as const

/** The evidence up to a moment: what came after it is not known yet. */
export function until(evidence: readonly Evidence[], at: number): Evidence[] {
  return evidence.filter((one) => one.at <= at)
}

const shutAt = (at: number): ReadingEvidence => ({
  ...{ kind: 'reading', at, state: 'admin_down', last_down_at: at, last_down_cause: 'admin_down' },
  ...{ last_up_at: null, rx_dbm: null, olt_rx_dbm: null, distance_m: null },
})

/** Evidence of a line that its operator ceases: it is shut from then on, whatever the OLT answers for an ONT that it has deleted. */
export const untilCeased = (evidence: readonly Evidence[], ceasedAt: number): Evidence[] => [
  ...until(evidence, ceasedAt - 1),
  shutAt(ceasedAt),
]

/** The timeline of a watched ONT as known at a moment, ms since 1970. */
export function timelineAt({ evidence, ceased_at }: Pick<WatchedOnt, 'evidence' | 'ceased_at'>, at: number): Timeline {
  if (ceased_at === null || ceased_at > at) return timelineOf(until(evidence, at))
  const served = timelineOf(until(evidence, ceased_at - 1))
  // What kept it dark until then did so to the end.
  const darks = served.darks.map((dark) => (dark.to === null ? { ...dark, to: ceased_at } : dark))
  const shut: Dark = { from: ceased_at, to: null, cause: 'admin', source: 'memory', lit_before: null }
  return { ...served, darks: [...darks, shut], last: shutAt(ceased_at), unread: false }
}
