/** Falls and returns of one ONT's light, from alarms and from the times that the OLT stores. */
import type { AlarmEvidence, Evidence, ReadingEvidence } from './evidence.ts'

export type DarkCause = 'los' | 'dying_gasp' | 'silent' | 'admin'
/** `alarm`: received at the time. `memory`: last change stored by the OLT. `reading`: state found, start unknown. */
export type Source = 'alarm' | 'memory' | 'reading'

/**
 * Alarms arrive up to 5 s late, in any order, and an OLT's clock is known to about a second: two moments so near to each
 * other, in ms, are the same fall or the same return.
 */
export const sameMoment = 10_000
/** How far the moment of a fall may be off, in ms, by where it comes from. */
export const slackOf = { alarm: 5000, memory: 1000, reading: 0 } as const satisfies Record<Source, number>

/** One fall (`up: false`) or return (`up: true`) of an ONT's light. */
export interface Mark {
  at: number
  up: boolean
  cause: DarkCause
  source: Source
  /** The OLT stores another time or another cause. */
  disputed?: boolean
  /** A reading found the ONT dark, but the OLT stores no time of the fall. */
  undated?: true
  /** Arrival of the late alarm, ms since 1970. */
  heardLate?: number
  /** Late alarm of a return before a later fall: ends an open dark interval and is ignored otherwise. */
  late?: true
}

const darkStates: readonly string[] = ['los', 'offline', 'dying_gasp', 'admin_down']

function causeOf({ state, last_down_cause: cause }: ReadingEvidence): DarkCause {
  if (state === 'admin_down' || cause === 'admin_down') return 'admin'
  if (state === 'dying_gasp' || cause === 'dying_gasp') return 'dying_gasp'
  return state === 'los' || cause === 'los' ? 'los' : 'silent'
}

/**
 * True if an alarm reports a return after the stored fall. The OLT stores a return before its fall if its clock was set in
 * between.
 */
const isReturnHeard = ({ at, last_down_at: down }: ReadingEvidence, alarms: readonly AlarmEvidence[]) =>
  down !== null && alarms.some((one) => one.alarm === 'up' && one.at > down && one.at <= at)

/** The last fall and the last return that a reading stores, if they are plausible. */
function memoryOf(reading: ReadingEvidence, alarms: readonly AlarmEvidence[]): Mark[] {
  const { at, state, last_down_at: down, last_up_at: up } = reading
  const lit = state === 'online'
  const cause = causeOf(reading)
  const marks: Mark[] = []
  if (down !== null && down <= at) {
    // A fall of a lit ONT counts with the return that followed it, or that the OLT does not date; or if it is lit on another PON.
    const isOver = up === null || (up >= down && up <= at) || isReturnHeard(reading, alarms)
    if (!lit || reading.elsewhere || isOver) marks.push({ at: down, up: false, cause, source: 'memory' })
  }
  // A dark ONT has fallen since its last return: without a stored time of that fall the OLT's clock cannot be trusted.
  if (up !== null && up <= at && (lit || (down !== null && up <= down)))
    marks.push({ at: lit || up !== down ? up : up - 1, up: true, cause, source: 'memory' })
  return marks
}

export const isReading = (one: Evidence): one is ReadingEvidence => one.kind === 'reading'

interface Span {
  from: number
  to: number
  cause: DarkCause
}

/** The interval in which the ONT was dark throughout: from the last stored fall to its return, or to the reading. */
function darkThroughout(reading: ReadingEvidence): Span[] {
  const { at, state, last_down_at: from, last_up_at: up } = reading
  if (from === null) return []
  const to = state === 'online' ? (up ?? from) : darkStates.includes(state) ? at : from
  return from < to ? [{ from, to, cause: causeOf(reading) }] : []
}

const hourMs = 3_600_000
/** Daylight saving moved the OLT's clock by one hour: a stored fall without any alarm at that time, or at its return. */
const isSetByHour = (one: ReadingEvidence, before: ReadingEvidence, alarms: readonly AlarmEvidence[]) => {
  const [down, first] = [one.last_down_at ?? 0, before.last_down_at ?? 0]
  const hasAlarm = alarms.some(
    ({ alarm, at }) => Math.abs(at - ((alarm === 'up' ? one.last_up_at : down) ?? 0)) <= sameMoment,
  )
  const isHour = Math.abs(Math.abs(down - first) - hourMs) <= sameMoment
  return isHour && !hasAlarm && one.last_down_cause === before.last_down_cause
}

/** A stored time up to this far in the future, in ms, is taken for the time of the reading. */
const aheadMs = 5000

/** True if two readings store the same fall under different times: equal duration, or still dark. */
function isSameFall(one: ReadingEvidence, before: ReadingEvidence, alarms: readonly AlarmEvidence[]): boolean {
  const [down, first] = [one.last_down_at, before.last_down_at]
  if (down === null || first === null) return false
  const isSet = Math.abs(down - first) > sameMoment
  if (isSet && !isSetByHour(one, before, alarms)) return false
  // A clock set forward stores a return in the future, which is dropped as impossible.
  if (isSet && one.state === 'online' && one.last_up_at === null && before.last_up_at !== null) return true
  const length = (before.last_up_at ?? 0) - first
  // Dark at both readings without a stored return, or dark at the first and online since.
  if (length < 0) return (one.last_up_at ?? 0) - (down - first) < first || down <= before.at
  const shorter = length - ((one.last_up_at ?? 0) - down)
  return Math.abs(shorter) <= 2 * slackOf.memory || (one.last_up_at === one.at && shorter > 0 && shorter <= aheadMs)
}

/** Stored times shift when the OLT's clock drifts against its measured offset: each fall keeps the time first reported. */
function withFirstTimes(readings: readonly ReadingEvidence[], alarms: readonly AlarmEvidence[]): ReadingEvidence[] {
  const kept: ReadingEvidence[] = []
  return readings.map((one) => {
    const known = kept.find((before) => isSameFall(one, before, alarms))
    if (!known) {
      const { last_down_at: down } = one
      if (down === null) return one
      // The last fall cannot become older: the clock was set back.
      const isOlder = kept.some((before) => (before.last_down_at ?? 0) > down + sameMoment)
      if (isOlder) return { ...one, last_down_at: null, last_up_at: null }
      kept.push(one)
      return one
    }
    const late = (one.last_down_at ?? 0) - (known.last_down_at ?? 0)
    const up = one.last_up_at === null ? null : Math.min(one.at, one.last_up_at - late)
    const same = { ...one, last_down_at: known.last_down_at, last_up_at: up }
    // Later readings are compared with the duration too, once the return is stored.
    kept[kept.indexOf(known)] = same
    return same
  })
}

/** False if a reading only repeats what the OLT had stored in the reading before. */
const hasNewTimes = (one: ReadingEvidence, index: number, all: readonly ReadingEvidence[]) => {
  const before = all[index - 1]
  return !(
    before &&
    before.state === one.state &&
    before.last_down_at === one.last_down_at &&
    before.last_up_at === one.last_up_at &&
    before.last_down_cause === one.last_down_cause
  )
}

/**
 * True if the next reading stores no fall as recent as this alarm: the alarm was held back, or the clock of the OLT is wrong.
 */
function isContradicted({ at }: AlarmEvidence, readings: readonly ReadingEvidence[]): boolean {
  const next = readings.find((one) => one.at > at + slackOf.memory && one.last_down_at !== null)
  if (!next || next.state !== 'online' || next.elsewhere) return false
  const { last_down_at: down, last_up_at: up } = next
  return down !== null && up !== null && up >= down && at > up
}

const isWithReturn = ({ at }: AlarmEvidence, alarms: readonly AlarmEvidence[]) =>
  alarms.some((one) => one.alarm === 'up' && one.at >= at && one.at - at < slackOf.memory)

const isInside = ({ at }: AlarmEvidence, { from, to }: Span) => at >= from && at < to - slackOf.memory

/** What the OLT's readings store of one ONT. */
interface OltMemory {
  readings: readonly ReadingEvidence[]
  /** Falls and returns that the readings store. */
  marks: readonly Mark[]
  /** Intervals that the readings store as dark throughout. */
  dark: readonly Span[]
}

/** The mark of an `up` alarm that came after the next fall; null if the alarm is no late return. */
function lateReturnMark(alarm: AlarmEvidence, { dark }: OltMemory): Mark[] | null {
  const next = alarm.alarm === 'up' ? dark.find((span) => isInside(alarm, span)) : undefined
  if (!next) return null
  // Too late after the fall to be the alarm of a return before it.
  if (alarm.at - next.from > slackOf.alarm) return []
  return [{ at: next.from - 1, up: true, cause: 'silent', source: 'alarm', late: true }]
}

/** The stored change that an alarm reports. A dying gasp long after a stored LOS belongs to an earlier fall. */
const storedChange = (alarm: AlarmEvidence, { marks }: OltMemory) =>
  marks.find((mark) => {
    const isOtherCause = alarm.alarm === 'dying_gasp' && mark.cause === 'los'
    const maxDelay = isOtherCause ? slackOf.alarm + slackOf.memory : sameMoment
    return mark.up === (alarm.alarm === 'up') && alarm.at >= mark.at - slackOf.memory && alarm.at <= mark.at + maxDelay
  })

/**
 * True for a dying gasp of an earlier fall that the OLT held back: the OLT stores a LOS at that time, and the gasp came
 * inside the dark interval or together with its return.
 */
function isGaspOfEarlierFall(
  alarm: AlarmEvidence,
  change: Mark | undefined,
  interval: Span | undefined,
  alarms: readonly AlarmEvidence[],
): boolean {
  if (alarm.alarm !== 'dying_gasp') return false
  return change ? change.cause === 'los' && isWithReturn(alarm, alarms) : interval?.cause === 'los'
}

/** Marks of one alarm: at most one. The alarm takes the time that the OLT stored, if one is near. */
function marksOfAlarm(alarm: AlarmEvidence, memory: OltMemory, alarms: readonly AlarmEvidence[]): Mark[] {
  const lateReturn = lateReturnMark(alarm, memory)
  if (lateReturn) return lateReturn
  const up = alarm.alarm === 'up'
  const cause = alarm.alarm === 'dying_gasp' ? 'dying_gasp' : 'los'
  const change = storedChange(alarm, memory)
  // A fall alarm inside a stored dark interval is the late alarm of the start of that interval.
  const interval = up ? undefined : memory.dark.find((span) => isInside(alarm, span))
  if (isGaspOfEarlierFall(alarm, change, interval, alarms)) return []
  const at = change?.at ?? interval?.from
  const isDisputed =
    !up &&
    cause === 'los' &&
    (at === undefined ? isContradicted(alarm, memory.readings) : !change && interval?.cause !== cause)
  return [
    {
      at: at ?? alarm.at,
      up,
      cause,
      source: at === undefined ? 'alarm' : 'memory',
      ...(isDisputed && { disputed: true }),
      ...(!change && interval && { heardLate: alarm.at }),
    },
  ]
}

/** Marks of the state that a reading found: at most one. */
function marksOfState(reading: ReadingEvidence): Mark[] {
  const { at, state } = reading
  if (state === 'online') return [{ at, up: true, cause: 'silent', source: 'reading' }]
  if (!darkStates.includes(state)) return []
  const undated = reading.last_down_at === null ? { undated: true as const } : {}
  return [{ at, up: false, cause: causeOf(reading), source: 'reading', ...undated }]
}

/** Order at the same instant: a fall before a return, and a stored change before an observed one. */
const sourceRank = { memory: 0, alarm: 1, reading: 2 } as const satisfies Record<Source, number>
const byTime = (a: Mark, b: Mark) =>
  a.at - b.at || Number(a.up) - Number(b.up) || sourceRank[a.source] - sourceRank[b.source]

/** All marks of one ONT in the order in which they happened. */
export function marksOf(evidence: readonly Evidence[]): Mark[] {
  const alarms = evidence.filter((one) => one.kind === 'alarm')
  const readings = withFirstTimes(
    evidence.filter(isReading).toSorted((a, b) => a.at - b.at),
    alarms,
  )
  const marks = readings.filter(hasNewTimes).flatMap((one) => memoryOf(one, alarms))
  const memory: OltMemory = { readings, marks, dark: readings.flatMap(darkThroughout) }
  const fromAlarms = alarms.flatMap((alarm) => marksOfAlarm(alarm, memory, alarms))
  return [...marks, ...fromAlarms, ...readings.flatMap(marksOfState)].toSorted(byTime)
}
