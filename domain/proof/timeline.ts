/** The timeline of one ONT: when it was dark and why, from evidence that comes late, twice, out of order, or not at all. */
import type { Evidence, Power, ReadingEvidence } from './evidence.ts'

export type DarkCause = 'los' | 'dying_gasp' | 'silent' | 'admin'

/** One time without light. Moments in ms since 1970. */
export interface Dark {
  from: number
  /** Null while it lasts; the last moment at which it was known dark where nobody saw the light come back. */
  to: number | null
  /** It came back unseen, between `to` and this moment. */
  back_by?: number
  cause: DarkCause
  /** `alarm`: heard at the time. `memory`: the OLT remembered it. `reading`: found dark, nobody knows since when. */
  source: 'alarm' | 'memory' | 'reading'
  /** Last moment at which light was seen before; null when it never was. Between it and `from` it fell. */
  lit_before: number | null
  /** A LOS was heard, and an OLT that tells no times says that the last fall was a gasp: this one, or a later one. */
  disputed?: boolean
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
  /** Last reading that answered; null when none did. */
  last: ReadingEvidence | null
  /** The last attempt to read, after the last that answered, got no answer. */
  unread: boolean
  /** It answers on another PON: between which moments it went there. `from` is null where it was never seen in its place. */
  elsewhere: { from: number | null; to: number } | null
  /** It came back from a darkness that nobody saw begin: when, and when light was seen before. */
  returns: { at: number; lit_before: number | null }[]
}

/**
 * Alarms arrive up to 5 s late, in any order, and an OLT's clock is known to about a second: two moments so near to each
 * other, in ms, are the same fall or the same return.
 */
export const sameMoment = 10_000
/** How far the moment of a fall may be off, in ms, by where it comes from. */
export const slackOf = { alarm: 5000, memory: 1000, reading: 0 } as const satisfies Record<Dark['source'], number>

interface Mark {
  at: number
  up: boolean
  cause: DarkCause
  source: Dark['source']
}

const darkStates: readonly string[] = ['los', 'offline', 'dying_gasp', 'admin_down']

function causeOf({ state, last_down_cause: cause }: ReadingEvidence): DarkCause {
  if (state === 'admin_down' || cause === 'admin_down') return 'admin'
  if (state === 'dying_gasp' || cause === 'dying_gasp') return 'dying_gasp'
  return state === 'los' || cause === 'los' ? 'los' : 'silent'
}

/** What the OLT remembers of the last fall and the last return, as far as it is possible. */
function memoryOf(reading: ReadingEvidence): Mark[] {
  const { at, state, last_down_at: down, last_up_at: up } = reading
  const lit = state === 'online'
  const cause = causeOf(reading)
  const marks: Mark[] = []
  if (down !== null && down <= at) {
    // A fall of a lit ONT counts only with the return that followed it.
    if (!lit || (up !== null && up >= down && up <= at)) marks.push({ at: down, up: false, cause, source: 'memory' })
  }
  if (up !== null && up <= at && (lit || down === null || up <= down))
    marks.push({ at: up, up: true, cause, source: 'memory' })
  return marks
}

const isReading = (one: Evidence): one is ReadingEvidence => one.kind === 'reading'

/** Times in which it was dark throughout: from the last fall that the OLT remembers to its return, or to the reading. */
function darkThroughout({ at, state, last_down_at: from, last_up_at: up }: ReadingEvidence): [number, number][] {
  if (from === null) return []
  if (state === 'online') return up !== null && up > from ? [[from, up]] : []
  return darkStates.includes(state) && from < at ? [[from, at]] : []
}

/** Alarms are set to the moment that the OLT remembers, where one is near. */
function marksOf(evidence: readonly Evidence[]): Mark[] {
  const remembered = evidence.filter(isReading).flatMap(memoryOf)
  const dark = evidence.filter(isReading).flatMap(darkThroughout)
  const heard = evidence.flatMap((one): Mark[] => {
    if (isReading(one)) return []
    const up = one.alarm === 'up'
    // The return before this fall, told late.
    if (up && dark.some(([from, to]) => one.at >= from && one.at < to - slackOf.memory)) return []
    const near = remembered.find(
      (mark) => mark.up === up && one.at >= mark.at - slackOf.memory && one.at <= mark.at + sameMoment,
    )
    const cause = one.alarm === 'dying_gasp' ? 'dying_gasp' : 'los'
    // A fall told while the OLT remembers it dark is the fall that it remembers, told very late.
    const known = up ? undefined : dark.find(([from, to]) => one.at >= from && one.at < to - slackOf.memory)
    const at = near?.at ?? known?.[0]
    return [{ at: at ?? one.at, up, cause, source: at === undefined ? 'alarm' : 'memory' }]
  })
  const seen = evidence.filter(isReading).flatMap((one): Mark[] => {
    if (one.state === 'online') return [{ at: one.at, up: true, cause: 'silent', source: 'reading' }]
    return darkStates.includes(one.state) ? [{ at: one.at, up: false, cause: causeOf(one), source: 'reading' }] : []
  })
  // At the same instant a fall comes before a return, and what the OLT remembers before what was seen.
  const rank = { memory: 0, alarm: 1, reading: 2 }
  return [...remembered, ...heard, ...seen].toSorted(
    (a, b) => a.at - b.at || Number(a.up) - Number(b.up) || rank[a.source] - rank[b.source],
  )
}

/** A gasp explains a LOS near it; a LOS explains what was only silent. */
const strength: Readonly<Record<DarkCause, number>> = { silent: 0, los: 1, admin: 2, dying_gasp: 3 }

/**
 * One more sign of darkness while it is dark: the same fall, or a new one after a return that nobody saw.
 * @param seenDark last moment at which it was known dark
 */
function fallAgain(darks: Dark[], last: Dark, mark: Mark, seenDark: number): void {
  if (mark.source === 'reading' || mark.at - last.from <= sameMoment) {
    if (mark.cause === 'dying_gasp' && last.cause === 'los' && last.source === 'alarm') last.disputed = true
    const near = mark.at - last.from <= sameMoment || (last.cause === 'silent' && mark.cause === 'los')
    if (near && strength[mark.cause] > strength[last.cause]) last.cause = mark.cause
    if (last.cause === 'dying_gasp') delete last.disputed
    return
  }
  last.to = seenDark
  last.back_by = mark.at
  darks.push({ from: mark.at, to: null, cause: mark.cause, source: mark.source, lit_before: mark.at })
}

/** An OLT keeps the cause of the last fall while the ONT is up: without times, nobody knows which fall it is of. */
function dispute(darks: Dark[], readings: readonly ReadingEvidence[]): void {
  for (const { at, state, last_down_at, last_down_cause } of readings) {
    if (state !== 'online' || last_down_at !== null || last_down_cause !== 'dying_gasp') continue
    const last = darks.findLast(({ from }) => from <= at)
    if (last?.cause === 'los' && last.source === 'alarm') last.disputed = true
  }
}

function elsewhereOf(readings: readonly ReadingEvidence[]): Timeline['elsewhere'] {
  const online = readings.filter(({ state }) => state === 'online')
  if (!online.at(-1)?.elsewhere) return null
  const inPlace = online.findLastIndex(({ elsewhere }) => !elsewhere)
  return { from: online[inPlace]?.at ?? null, to: online[inPlace + 1]?.at ?? 0 }
}

/** @param evidence in any order; the same evidence always gives the same timeline */
export function timelineOf(evidence: readonly Evidence[]): Timeline {
  const darks: Dark[] = []
  let litAt: number | null = null
  const returns: Timeline['returns'] = []
  let seenDark = 0
  for (const mark of marksOf(evidence)) {
    const last = darks.at(-1)
    // Found lit in the very second in which it fell: the reading came first.
    if (mark.up && mark.source === 'reading' && last && mark.at - last.from < slackOf.memory) continue
    if (mark.up) {
      if (last && last.to === null) last.to = mark.at
      else if (mark.source !== 'reading') returns.push({ at: mark.at, lit_before: litAt })
      litAt = mark.at
      continue
    }
    // Found dark in the very second in which it came back: the reading came first.
    const early = mark.source === 'reading' && last && last.to !== null && mark.at - last.to < slackOf.memory
    if (early) continue
    if (last && last.to === null) fallAgain(darks, last, mark, seenDark)
    else darks.push({ from: mark.at, to: null, cause: mark.cause, source: mark.source, lit_before: litAt })
    seenDark = mark.at
  }
  const readings = evidence.filter(isReading).toSorted((a, b) => a.at - b.at)
  const last = readings.findLast(({ state }) => state !== 'unknown') ?? null
  const lit = readings
    .filter(({ state, rx_dbm, olt_rx_dbm }) => state === 'online' && (rx_dbm !== null || olt_rx_dbm !== null))
    .map(({ at, rx_dbm, olt_rx_dbm, distance_m }) => ({ at, rx_dbm, olt_rx_dbm, distance_m }))
  dispute(darks, readings)
  return {
    darks,
    lit,
    last,
    unread: readings.length > 0 && readings.at(-1) !== last,
    elsewhere: elsewhereOf(readings),
    returns,
  }
}

/** Without light at this moment. */
export const darkAt = ({ darks }: Pick<Timeline, 'darks'>, at: number): Dark | undefined =>
  darks.find(({ from, to }) => from <= at && (to === null || to > at))

/** The timeline up to a moment: what came after it is not known yet. */
export function until(evidence: readonly Evidence[], at: number): Evidence[] {
  return evidence.filter((one) => one.at <= at)
}
