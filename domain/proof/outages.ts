/** Darkness that no hand in one box causes: a tree that falls, an OLT that restarts, the feeder of the box, the power of a street. */
import type { Outage } from './evidence.ts'
import { darkAt, slackOf, type Dark, type Timeline } from './timeline.ts'

/** The falls of one fault come apart by so much at most, in ms: the OLT notices within 3 s and tells within 5 s. */
const treeFallMs = 15_000
/** Whoever fell earlier than this before an outage, in ms, fell by himself. */
export const fellBeforeMs = 10_000
/** Share of the lit ONTs that have to fall for the whole tree to have fallen. */
const wholeTree = 0.8
/** ONTs need up to so long, in ms, to come back after their tree. */
export const rangingMs = 180_000
/** All hairs of a box fall within this, in ms, when its feeder is cut; nobody pulls most hairs of a box as quickly. */
const feederMs = 2000

/** It fell while it was watched, and no customer or operator switched it off. */
const byItself = ({ cause, source, lit_before }: Dark) =>
  (cause === 'los' || cause === 'silent') && (source !== 'reading' || lit_before !== null)

/** Known to have had light. Between the last light that was seen and a reading that finds it dark nobody knows. */
function litAt(timeline: Timeline, at: number): boolean {
  const { elsewhere, returns } = timeline
  if (returns.some((one) => at < one.at && at > (one.lit_before ?? -Infinity))) return false
  if (darkAt(timeline, at) || (elsewhere && at >= (elsewhere.from ?? -Infinity))) return false
  const next = timeline.darks.find(({ from }) => from > at)
  if (next) return next.source !== 'reading' || at <= (next.lit_before ?? -Infinity)
  return timeline.darks.length > 0 || timeline.last !== null
}

interface Fall {
  ont: Timeline
  dark: Dark
}
const fallsOf = (onts: readonly Timeline[]): Fall[] =>
  onts
    .flatMap((ont) => ont.darks.filter(byItself).map((dark) => ({ ont, dark })))
    .toSorted((a, b) => a.dark.from - b.dark.from)

/** Those of the falls that begin between two moments. */
const between = (falls: readonly Fall[], from: number, to: number) =>
  falls.filter(({ dark }) => dark.from >= from && dark.from <= to)

/** When half of those that fell were back; null while they are not. */
function backAt(fallen: readonly Fall[]): number | null {
  const back = fallen
    .map(({ dark }) => dark.to)
    .filter((to) => to !== null)
    .toSorted((a, b) => a - b)
  return back[Math.floor((fallen.length - 1) / 2)] ?? null
}

/** A fall of the tree that begins with this fall of somebody outside the box; null when too few fell with him. */
function treeFrom(start: number, inside: readonly Timeline[], outside: readonly Timeline[]): Fall[] | null {
  const out = fallenOf(outside, start, start + treeFallMs)
  if (out.fallen.length === 0 || out.share < wholeTree) return null
  const here = fallenOf(inside, start - fellBeforeMs, start + treeFallMs)
  // Where most of the box stays lit, another box has fallen.
  return here.share >= 0.5 ? [...out.fallen, ...here.fallen] : null
}

/** Falls between two moments, and their share of the ONTs that were lit. 1 where none was. */
function fallenOf(onts: readonly Timeline[], from: number, to: number): { fallen: Fall[]; share: number } {
  const fallen = between(fallsOf(onts), from, to)
  const dark = new Set(fallen.map(({ ont }) => ont))
  const others = onts.filter((one) => !dark.has(one) && litAt(one, from - 1)).length
  return { fallen, share: dark.size + others === 0 ? 1 : dark.size / (dark.size + others) }
}

function treeOutages(inside: readonly Timeline[], outside: readonly Timeline[]): Outage[] {
  const found: Outage[] = []
  // From the last to the first: an outage begins with the last fall that still has most of the others after it.
  for (const { dark } of fallsOf(outside).toReversed()) {
    const later = found.at(-1)
    if (later && dark.from >= later.from - treeFallMs) continue
    const fallen = treeFrom(dark.from, inside, outside)
    if (fallen) found.push({ scope: 'pon', from: dark.from, to: backAt(fallen) })
  }
  return found.toReversed()
}

/** An OLT that starts again is silent for no longer than this, in ms. */
const restartMs = 3_600_000
/** ONTs that go dark together when their OLT stops, in ms. */
const stopMs = 5000

/** When an OLT stopped before it started at `at`: the last time at which ONTs went offline together without a LOS. */
function stoppedAt(falls: readonly Fall[], at: number): number {
  const silent = falls.filter(
    ({ dark: { cause, source, from, to } }) =>
      cause === 'silent' && source !== 'reading' && from <= at && from >= at - restartMs && (to === null || to >= at),
  )
  const last = silent.findLast(({ dark, ont }) =>
    silent.some((other) => other.ont !== ont && Math.abs(other.dark.from - dark.from) <= stopMs),
  )
  return last?.dark.from ?? at
}

/** An OLT that has started gives light at once: whoever is not back then has the time of ranging, like everybody. */
function restartOutages(restarts: readonly number[], onts: readonly Timeline[]): Outage[] {
  const falls = fallsOf(onts)
  return restarts.map((at) => ({ scope: 'olt', from: stoppedAt(falls, at), to: at }))
}

/** Outages above the box, oldest first. `inside` and `outside`: ONTs of the PON in the box and elsewhere. */
export function outagesOf(
  inside: readonly Timeline[],
  outside: readonly Timeline[],
  restarts: readonly number[],
): Outage[] {
  return [...treeOutages(inside, outside), ...restartOutages(restarts, [...inside, ...outside])].toSorted(
    (a, b) => a.from - b.from,
  )
}

/** Between which moments a darkness began: a reading that finds it tells no moment. */
const beganBetween = ({ source, from, lit_before }: Dark) =>
  [source === 'reading' ? (lit_before ?? from) : from, from] as const

/**
 * The outage with which, or during which, this darkness of an ONT began, or may have begun. An ONT that has come back since the
 * outage began is over with it, though others are not.
 */
export function outageOf(outages: readonly Outage[], { darks, returns }: Timeline, dark: Dark): Outage | undefined {
  const [earliest, latest] = beganBetween(dark)
  return outages.find((one) => {
    const start = one.from - fellBeforeMs
    if (latest < start || earliest > (one.to ?? Infinity)) return false
    const back = (at: number | null) => at !== null && at >= one.from && at <= earliest
    return !darks.some(({ from, to }) => back(to) && from < dark.from) && !returns.some(({ at }) => back(at))
  })
}

/** Falls of the box at the same moment, as exactly as moments are known. */
function together(inside: readonly Timeline[], dark: Dark): Dark[] {
  const [earliest, latest] = beganBetween(dark)
  return inside.flatMap(({ darks }) => {
    const near = darks.find((one) => {
      const slack = feederMs + Math.max(slackOf[one.source], slackOf[dark.source])
      return one.from >= earliest - slack && one.from <= latest + slack
    })
    return near ? [near] : []
  })
}

export type CommonFall = 'box_feeder' | 'power_cut'

/**
 * Whether a darkness is one of many that began in the box at the same moment: the power of a street went (several ONTs said
 * so), or the feeder of the box was cut. Where nobody else of the tree was lit, the last lit ONT of a box cannot be told from
 * its tree.
 */
export function commonFall(inside: readonly Timeline[], outside: readonly Timeline[], dark: Dark): CommonFall | null {
  const fallen = together(inside, dark)
  if (fallen.filter(({ cause }) => cause === 'dying_gasp').length >= 2) return 'power_cut'
  const start = beganBetween(dark)[0] - feederMs - slackOf[dark.source] - 1
  const lit = inside.filter((one) => litAt(one, start) || one.darks.some((each) => fallen.includes(each))).length
  const most = fallen.filter(byItself).length
  const alone = !outside.some((one) => litAt(one, start))
  return most >= (alone ? 1 : 2) && most > lit / 2 ? 'box_feeder' : null
}
