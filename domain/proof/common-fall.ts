/**
 * Falls of many ONTs of one box at the same moment, which no hand at one hair causes: its feeder is cut, or the power of its street
 * goes. Decided once for each set of falls, so that all of one set are called the same.
 */
import { between, byItself, litAt } from './falls.ts'
import { slackOf } from './marks.ts'
import { halfBack } from './outages.ts'
import { beganBetween, type Dark, type Timeline } from './timeline.ts'

/** All hairs of a box fall within this, in ms, when its feeder is cut; a hand does not pull most hairs of a box as quickly. */
const feederMs = 2000
/**
 * Hairs that no hand pulls at the same moment, even if most of the box stays lit: a box may have several splitters, and the
 * inventory does not say which port hangs on which. Asking for half of the lit ones as well blames twice as many technicians
 * for a cut feeder: 790 instead of 409 in 20,000 random histories.
 */
const handful = 3
/** Gasps of so many ONTs at the same moment are those of a street, and not of its customers. */
const street = 2

export interface CommonFall {
  kind: 'box_feeder' | 'power_cut'
  /** When half of those that fell had light again, ms since 1970; null while they have not. */
  back: number | null
}

/** When a darkness may have begun, ms since 1970. */
interface Begin {
  ont: Timeline
  dark: Dark
  from: number
  to: number
}

function beginOf(ont: Timeline, dark: Dark): Begin {
  const [from, to] = beganBetween(dark)
  return { ont, dark, from: from - slackOf[dark.source], to }
}

/** An alarm that came with one that is known to be late was held back as well: it may have fallen when the late one did. */
function heldBackWith(begins: readonly Begin[]): Begin[] {
  const late = begins
    .flatMap((one) => (one.dark.heardLate === undefined ? [] : [{ ...one, heard: one.dark.heardLate }]))
    .toSorted((a, b) => a.heard - b.heard)
  if (late.length === 0) return []
  return begins.flatMap(({ ont, dark }) =>
    dark.source === 'alarm'
      ? between(late, ({ heard }) => heard, dark.from - feederMs, dark.from + feederMs)
          .filter((one) => one.ont !== ont)
          .map(({ from, to }) => ({ ont, dark, from, to }))
      : [],
  )
}

/** It is known to have begun in some interval. One that a reading found without light before it may have begun days ago. */
const hasBegin = ({ source, lit_before }: Dark) => source !== 'reading' || lit_before !== null

/** The largest sets of falls that may all have begun within the time of one fault. Each fall with a begin is in one at least. */
function setsOf(inside: readonly Timeline[]): (readonly Begin[])[] {
  const begins = inside.flatMap((ont) => ont.darks.filter(hasBegin).map((dark) => beginOf(ont, dark)))
  const sorted = [...begins, ...heldBackWith(begins)].toSorted((a, b) => a.from - b.from)
  const sets: (readonly Begin[])[] = []
  let set: Begin[] = []
  for (const one of sorted) {
    const still = set.filter(({ to }) => to >= one.from - feederMs)
    if (still.length < set.length) sets.push(set)
    set = [...still, one]
  }
  return set.length > 0 ? [...sets, set] : sets
}

type Box = Readonly<Record<'inside' | 'outside', readonly Timeline[]>>
interface Gasp {
  ont: Timeline
  at: number
  slack: number
}

/** Last words of the tree outside the box, oldest first. One that a reading finds has no moment. */
const gaspsOf = (outside: readonly Timeline[]): Gasp[] =>
  outside
    .flatMap((ont) =>
      ont.darks
        .filter(({ cause, source }) => cause === 'dying_gasp' && source !== 'reading')
        .map(({ from, source }): Gasp => ({ ont, at: from, slack: slackOf[source] })),
    )
    .toSorted((a, b) => a.at - b.at)

/** ONTs outside the box with a dying gasp within the time of one set. */
function gaspsWith(gasps: readonly Gasp[], first: number, last: number): number {
  const near = between(gasps, ({ at }) => at, first, last + feederMs + slackOf.alarm)
  return new Set(near.filter(({ at, slack }) => at - slack <= last + feederMs).map(({ ont }) => ont)).size
}

function kindOf(set: readonly Begin[], { inside, outside }: Box, gasps: readonly Gasp[]): CommonFall['kind'] | null {
  const byOnt = Map.groupBy(set, ({ ont }) => ont)
  const fellFor = (ont: Timeline, why: (dark: Dark) => boolean) => byOnt.get(ont)?.some(({ dark }) => why(dark))
  const count = (why: (dark: Dark) => boolean) => inside.filter((ont) => fellFor(ont, why)).length
  // All of them began within `feederMs` of a moment between these two.
  const first = Math.max(...set.map(({ from }) => from)) - feederMs
  const last = Math.min(...set.map(({ to }) => to))
  const before = first - 1
  const gasped = count(({ cause }) => cause === 'dying_gasp')
  // A street without power takes most of those that say nothing as well; where none of the box speaks, all of it.
  const had = inside.filter((ont) => byOnt.has(ont) || litAt(ont, before)).length
  const isStreet = gasped >= street || gaspsWith(gasps, first, last) >= street
  if (isStreet && byOnt.size >= (gasped > 0 ? had / 2 : had)) return 'power_cut'
  // An ONT that switched off at that moment counts neither as fallen nor as lit.
  const lit = inside.filter((ont) => fellFor(ont, byItself) ?? litAt(ont, before)).length
  const most = count(byItself)
  if (most >= handful) return 'box_feeder'
  const alone = !outside.some((ont) => litAt(ont, before))
  return most >= (alone ? 1 : 2) && most > lit / 2 ? 'box_feeder' : null
}

/**
 * Every darkness of the box that began with many: the power of a street went (several ONTs of the tree sent a dying gasp), or the feeder of
 * the box was cut. Where no other ONT of the tree was lit, a fall of the last lit ONT of a box and a fall of its tree give the same
 * evidence.
 */
export function commonFalls(inside: readonly Timeline[], outside: readonly Timeline[]): ReadonlyMap<Dark, CommonFall> {
  const gasps = gaspsOf(outside)
  const common = new Map<Dark, CommonFall>()
  for (const set of setsOf(inside)) {
    const kind = kindOf(set, { inside, outside }, gasps)
    if (!kind) continue
    const fall = { kind, back: halfBack([...new Set(set.map(({ dark }) => dark))].filter(byItself)) }
    for (const { dark } of set) if (kind === 'power_cut' || !common.has(dark)) common.set(dark, fall)
  }
  return common
}
