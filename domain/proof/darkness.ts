/** Why one ONT was dark once: its customer, its operator, an outage above the box, a hand, or undecidable. */
import type { Newcomer, Outage, WatchedOnt } from './evidence.ts'
import type { CommonFall } from './common-fall.ts'
import { fellBeforeMs, outageOf, rangingMs, treeFallMs } from './outages.ts'
import { sameMoment, slackOf } from './marks.ts'
import type { Dark, LitReading, Timeline } from './timeline.ts'

/** What no evidence can decide. */
export const doubts = [
  /** The tree, the card or the OLT is out. */
  'outage',
  /** Its siblings have had light for five minutes after an outage, and it has not. */
  'dark_after_outage',
  /** Most ONTs of the box fell at the same moment. */
  'box_feeder',
  /** The power of several customers went at the same moment; this ONT said nothing. */
  'power_cut',
  /** It lost its light within half an hour before the work was requested. */
  'dark_before',
  /** It went offline without a LOS alarm. */
  'silent',
  /** The OLT did not answer for it. */
  'unread',
  /** It lost its light and came back between two readings, without an alarm, and the OLT reports neither when nor for how long. */
  'undated',
  /** Another ONT answers in its place, but its operator ordered that only after the loss, or why it fell is not known. */
  'replaced',
  /** Its operator has ordered a change of this ONT, and no other one has come up in its place. */
  'change_ordered',
  /** It was weaker than at the last reading before the request already at the first one since. */
  'weak_before',
  /** All ONTs of the box lost about as much power at the same time: no single hair was touched. */
  'common_loss',
  /** Sources contradict each other: a LOS alarm, but the OLT reports a dying gasp or an administrative shutdown. */
  'disputed',
] as const
export type Doubt = (typeof doubts)[number]

export type Reason =
  | { kind: 'own' | 'changed' | 'hand' }
  /** `again_at`: from this moment on, ms since 1970, the same evidence says something else. */
  | { kind: 'doubt'; doubt: Doubt; again_at?: number }

/** Siblings of an outage have to be back for so long, in ms, before an ONT that is still dark is in doubt. */
const siblingsBackMs = 300_000
/** An ONT that was replaced on the same hair: metres and dB. */
const sameHair = { metres: 20, db: 1.5 }
/** An order to change an ONT explains what follows within this, in ms. */
const orderMs = 24 * 3_600_000

export interface Place {
  ont: WatchedOnt
  timeline: Timeline
  outages: readonly Outage[]
  /** Darknesses of the box that began with many others of it. */
  common: ReadonlyMap<Dark, CommonFall>
  newcomers: readonly Newcomer[]
  /** Every ONT of the PON, of the box and outside it. */
  tree: readonly Timeline[]
}

function sameLine(newcomer: Newcomer, before: LitReading | null): boolean {
  if (before === null || newcomer.distance_m === null || before.distance_m === null) return false
  if (Math.abs(newcomer.distance_m - before.distance_m) > sameHair.metres) return false
  const gains = [
    [newcomer.rx_dbm, before.rx_dbm],
    [newcomer.olt_rx_dbm, before.olt_rx_dbm],
  ] as const
  const known = gains.find(([now, then]) => now !== null && then !== null)
  // Where no power of it is known its distance decides.
  return known === undefined ? newcomer.rx_dbm === null : Math.abs((known[0] ?? 0) - (known[1] ?? 0)) <= sameHair.db
}

/** Lines whose ONT may have been exchanged within this before another one came up, in ms. */
const exchangeMs = 24 * 3_600_000

/** True if another line of the PON at the same distance went dark within the day before: the newcomer may have replaced that one. */
const hasRival = ({ timeline, tree }: Place, { at, distance_m }: Newcomer) =>
  tree.some((one) => {
    if (one === timeline || one.distance_m === null || distance_m === null) return false
    const last = one.darks.at(-1)
    const isGone = last?.to === null && last.from <= at + fellBeforeMs && last.from >= at - exchangeMs
    return isGone && Math.abs(one.distance_m - distance_m) <= sameHair.metres
  })

/**
 * Whether this ONT was replaced by a newcomer of the PON. After a LOS only a change that its operator ordered counts: boxes of one tree
 * have the same distance to the OLT, so distance and power do not identify the line of an unknown ONT.
 */
function replacement(place: Place, dark: Dark): Reason | null {
  const { ont, timeline, newcomers, outages } = place
  // Whoever comes back was not replaced.
  if (dark.to !== null) return null
  const orders = ont.changes_ordered.filter((at) => dark.from <= at + orderMs)
  // An order given after the light was lost explains a change, and not the loss.
  const expected = orders.some((at) => at <= dark.from + sameMoment)
  const isLos = dark.cause === 'los' && !dark.disputed
  if (isLos && orders.length === 0) return null
  const before = timeline.lit.findLast(({ at }) => at <= dark.from) ?? ont.last_known
  for (const newcomer of newcomers) {
    if (newcomer.serial === ont.serial || newcomer.at < dark.from - fellBeforeMs) continue
    if (newcomer.port !== null && newcomer.port !== ont.port) continue
    const isOrdered = orders.length > 0 && newcomer.port !== null
    if (!isOrdered && (!sameLine(newcomer, before) || hasRival(place, newcomer))) continue
    const switchedOff = dark.cause !== 'los' && !dark.disputed && !outageOf(outages, timeline, dark)
    return expected || switchedOff ? { kind: 'changed' } : { kind: 'doubt', doubt: 'replaced' }
  }
  return expected && dark.cause === 'los' ? { kind: 'doubt', doubt: 'change_ordered' } : null
}

/** Outages excuse the darkness inside them and the ranging after them, and nothing else. */
function excuse({ outages, timeline }: Place, dark: Dark, at: number): Reason | null {
  const outage = outageOf(outages, timeline, dark)
  if (!outage) return null
  // Who is back is over with it, though others are not.
  if (outage.to === null) return dark.to === null ? { kind: 'doubt', doubt: 'outage' } : { kind: 'own' }
  // An ONT raises LOS only after having light: its tree had returned, or had not fallen.
  const wasLit = dark.cause === 'los' && dark.source !== 'reading' && dark.from > outage.from + treeFallMs
  if (!wasLit && dark.to !== null && dark.to <= outage.to + rangingMs) return { kind: 'own' }
  return dark.to === null ? untilLeft('outage', outage.to, at) : { kind: 'doubt', doubt: 'dark_after_outage' }
}

/** The doubt of a fall of several ONTs; `dark_after_outage` once the others have had light for `siblingsBackMs`. */
function untilLeft(doubt: Doubt, back: number, at: number): Reason {
  const leftAt = back + siblingsBackMs
  return at >= leftAt ? { kind: 'doubt', doubt: 'dark_after_outage' } : { kind: 'doubt', doubt, again_at: leftAt }
}

/** @param at moment of the judgement, ms since 1970 */
export function reasonOf(place: Place, dark: Dark, at: number): Reason {
  const replaced = replacement(place, dark)
  // A change of equipment begins with a gasp as a rule: named, where it can be told.
  if (replaced?.kind === 'changed') return replaced
  if (dark.cause === 'dying_gasp' || dark.cause === 'admin')
    return dark.disputed ? { kind: 'doubt', doubt: 'disputed' } : { kind: 'own' }
  if (replaced) return replaced
  const excused = excuse(place, dark, at)
  if (excused) return excused
  const common = place.common.get(dark)
  if (common?.back != null && dark.to === null) return untilLeft(common.kind, common.back, at)
  if (common) return { kind: 'doubt', doubt: common.kind }
  if (dark.cause === 'silent') return dark.to === null ? { kind: 'doubt', doubt: 'silent' } : { kind: 'own' }
  if (dark.disputed) return { kind: 'doubt', doubt: 'disputed' }
  return isUnconfirmed(place.timeline, dark, at) ? { kind: 'doubt', doubt: 'unread' } : { kind: 'hand' }
}

/** A LOS that was heard alone: its gasp may still be on the way, or lost, and the OLT has not answered since. */
function isUnconfirmed({ last, unread }: Timeline, { source, from, to }: Dark, at: number): boolean {
  if (source !== 'alarm' || to !== null || (last !== null && last.at >= from)) return false
  return unread || at - from < slackOf.alarm
}
