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

const byItself = ({ cause }: Dark) => cause === 'los' || cause === 'silent'
const litAt = (timeline: Timeline, at: number) => darkAt(timeline, at) === undefined

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

const enough = (fallen: number, lit: number) => fallen >= lit * wholeTree

/** When more than half of those that fell were back; null while they are not. */
function backAt(fallen: readonly Fall[]): number | null {
  const back = fallen
    .map(({ dark }) => dark.to)
    .filter((to) => to !== null)
    .toSorted((a, b) => a - b)
  return back[Math.floor(fallen.length / 2)] ?? null
}

/** A fall of the tree that begins with this fall of somebody outside the box; null when too few fell with him. */
function treeFrom(start: number, inside: readonly Timeline[], outside: readonly Timeline[]): Fall[] | null {
  const outsideLit = outside.filter((one) => litAt(one, start - 1))
  const outsideFallen = between(fallsOf(outsideLit), start, start + treeFallMs)
  if (outsideLit.length === 0 || !enough(outsideFallen.length, outsideLit.length)) return null
  const insideLit = inside.filter((one) => litAt(one, start - fellBeforeMs))
  const insideFallen = between(fallsOf(insideLit), start - fellBeforeMs, start + treeFallMs)
  return enough(insideFallen.length, insideLit.length) ? [...outsideFallen, ...insideFallen] : null
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

/** An OLT says that it has started after its ONTs fell, and before they are back. */
const restartMs = 600_000

function restartOutages(restarts: readonly number[], onts: readonly Timeline[]): Outage[] {
  return restarts.map((at) => {
    const back = onts.flatMap(({ darks }) =>
      darks.filter((one) => byItself(one) && one.from <= at + fellBeforeMs && (one.to === null || one.to >= at)),
    )
    const falls = fallsOf(onts.map((ont) => ({ ...ont, darks: back.filter((one) => ont.darks.includes(one)) })))
    const recent = between(falls, at - restartMs, at + fellBeforeMs)
    // The moment at which most fell: whoever was pulled before is not part of it.
    const middle = recent[Math.floor(recent.length / 2)]?.dark.from ?? at
    return { scope: 'olt', from: Math.min(middle, at), to: backAt(recent) ?? (recent.length === 0 ? at : null) }
  })
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

/** The outage with which, or during which, this darkness began. */
export function outageOf(outages: readonly Outage[], { from }: Dark): Outage | undefined {
  return outages.find((one) => from >= one.from - fellBeforeMs && from <= (one.to ?? Infinity))
}

/** Falls of the box at the same moment, as exactly as moments are known. */
function together(inside: readonly Timeline[], dark: Dark): Dark[] {
  return inside.flatMap(({ darks }) => {
    const near = darks.find(
      (one) => Math.abs(one.from - dark.from) <= feederMs + Math.max(slackOf[one.source], slackOf[dark.source]),
    )
    return near ? [near] : []
  })
}

export type CommonFall = 'box_feeder' | 'power_cut'

/**
 * Whether a darkness is one of many that began in the box at the same moment: the power of a street went (several ONTs said
 * so), or the feeder of the box was cut.
 */
export function commonFall(inside: readonly Timeline[], dark: Dark): CommonFall | null {
  const fallen = together(inside, dark)
  if (fallen.filter(({ cause }) => cause === 'dying_gasp').length >= 2) return 'power_cut'
  const window = feederMs + slackOf[dark.source]
  const lit = inside.filter((one) => litAt(one, dark.from - window - 1)).length
  const most = fallen.filter(byItself).length
  return most >= 2 && most > lit / 2 ? 'box_feeder' : null
}
