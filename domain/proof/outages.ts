/** Darkness above a box, that no hand in it causes: a tree that falls, an OLT that restarts. */
import type { Outage } from './evidence.ts'
import { between, fallenOf, fallsOf, firstPast, foundWith, maybeFallen, type Fall } from './falls.ts'
import { slackOf } from './marks.ts'
import { beganBetween, type Dark, type Timeline } from './timeline.ts'

/** The falls of one fault come apart by so much at most, in ms: the OLT notices within 3 s and tells within 5 s. */
export const treeFallMs = 15_000
/** Whoever fell earlier than this before an outage, in ms, fell by himself. */
export const fellBeforeMs = 10_000
/** Share of the lit ONTs that have to fall for the whole tree to have fallen. */
const wholeTree = 0.8
/** ONTs need up to so long, in ms, to come back after their tree. */
export const rangingMs = 180_000
/** A fall of the tree, with the darknesses of those who fell: outside the box, and in it. */
interface TreeOutage extends Outage {
  out: readonly Dark[]
  here: readonly Dark[]
}
/** When its light was back at the latest; null while it is not. */
const litAgain = ({ to, back_by }: Dark) => (to === null ? null : (back_by ?? to))

/** When half of them were back; null while they are not. */
export function halfBack(fallen: readonly Dark[]): number | null {
  const back = fallen
    .map(litAgain)
    .filter((to) => to !== null)
    .toSorted((a, b) => a - b)
  return back[Math.floor((fallen.length - 1) / 2)] ?? null
}

/**
 * When a tree was back: half of all that fell had light, or half of those outside the box, or the first one of the box.
 * Customers may have switched off meanwhile, and hairs been pulled.
 */
function backAt(from: number, out: readonly Dark[], here: readonly Dark[]): number | null {
  // An ONT that returned while the others were still falling had an earlier, separate fall.
  const first = here.map(litAgain).filter((to) => to !== null && to > from + treeFallMs)
  const ends = [halfBack(out), halfBack([...out, ...here]), ...first].filter((at) => at !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}

function treeOutage(from: number, outside: readonly Fall[], inside: readonly Fall[]): TreeOutage {
  const [out, here] = [outside, inside].map((fallen) => fallen.map(({ dark }) => dark)) as [Dark[], Dark[]]
  return { scope: 'pon', from, to: backAt(from, out, here), out, here }
}

/** A fall of the tree that begins with this fall of an ONT outside the box; null when too few fell with it. */
function treeFrom(start: number, inside: readonly Timeline[], outside: readonly Timeline[]): TreeOutage | null {
  const out = fallenOf(outside, start, start + treeFallMs)
  // Most of those outside have to be heard: otherwise one hair pulled there would explain every ONT found dark later.
  const unheard = maybeFallen(outside, start + treeFallMs)
  const isHeard = unheard.length < out.fallen.length
  const share = isHeard ? fallenOf(outside, start, start + treeFallMs, unheard).share : out.share
  if (out.fallen.length === 0 || Math.max(out.share, share) < wholeTree) return null
  const found = maybeFallen(inside, start + treeFallMs)
  const here = fallenOf(inside, start - fellBeforeMs, start + treeFallMs, found)
  // Where most of the box stays lit, another box has fallen.
  return here.share >= 0.5 ? treeOutage(start, out.fallen, here.fallen) : null
}

/** A fall of the tree of which no alarm was heard and no OLT tells the moment: most are found dark. */
function treeFound(fall: Fall, inside: readonly Timeline[], outside: readonly Timeline[]): TreeOutage | null {
  const out = foundWith(fall, outside)
  const here = foundWith(fall, inside)
  if (out.share < wholeTree || here.share < 0.5) return null
  const from = beganBetween(fall.dark)[0]
  return { ...treeOutage(from, out.fallen, here.fallen), found: fall.dark.from }
}

function treeOutages(inside: readonly Timeline[], outside: readonly Timeline[]): TreeOutage[] {
  const found: TreeOutage[] = []
  // From the last to the first: an outage begins with the last fall that still has most of the others after it.
  const falls = fallsOf(outside)
  for (const { dark } of falls.toReversed()) {
    const later = found.at(-1)
    if (dark.source === 'reading' || (later && dark.from >= later.from - treeFallMs)) continue
    const tree = treeFrom(dark.from, inside, outside)
    if (tree) found.push(tree)
  }
  const byReading = falls.filter(({ dark }) => dark.source === 'reading')
  return [...found, ...byReading.map((fall) => treeFound(fall, inside, outside)).filter((one) => one !== null)]
}

/** An OLT that starts again is silent for no longer than this, in ms. */
const restartMs = 3_600_000
/** ONTs that go dark together when their OLT stops, in ms. */
const stopMs = 5000

const fellAt = ({ dark }: Fall) => dark.from

/** When an OLT stopped before it started at `at`: the last time at which ONTs went offline together without a LOS. */
function stoppedAt(falls: readonly Fall[], at: number): number {
  const silent = between(falls, fellAt, at - restartMs, at).filter(
    ({ dark: { cause, source, to } }) => cause === 'silent' && source !== 'reading' && (to === null || to >= at),
  )
  const last = silent.findLast(({ dark: { from }, ont }) =>
    between(silent, fellAt, from - stopMs, from + stopMs).some((other) => other.ont !== ont),
  )
  return last?.dark.from ?? at
}

/** An OLT that has started gives light at once: ONTs that are not back then have the time of ranging. */
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

const isOfTree = (outage: Outage): outage is TreeOutage => 'here' in outage

/** An OLT notices all falls of one fault within this, in ms. */
const noticedMs = 3000
/**
 * The OLT dates this fall, and the only fall outside the box, further apart than one fault explains. Several falls outside are
 * evidence of an outage even where their times differ by more.
 */
const isApart = (outage: Outage, { source, from }: Dark) =>
  isOfTree(outage) &&
  outage.out.length === 1 &&
  source === 'memory' &&
  Math.abs(from - outage.from) <= treeFallMs &&
  outage.out.every((only) => only.source === 'memory' && Math.abs(only.from - from) > noticedMs + 2 * slackOf.memory)

/** An outage as one ONT is judged by it. */
interface Expiring {
  outage: Outage
  /** When nothing begins with it or during it any more, ms since 1970; and so of all that began before it. */
  over: number
  allOver: number
}
const expiringBy = new WeakMap<readonly Outage[], WeakMap<Timeline, readonly Expiring[]>>()

const spanKey = ({ from, to }: Dark) => `${from}/${to}`

/** Outages with their ends as the other ONTs show them: an ONT's own late return must not move the end that it is judged by. */
function expiringOutages(outages: readonly Outage[], timeline: Timeline): readonly Expiring[] {
  const ofBox = expiringBy.get(outages) ?? new WeakMap<Timeline, readonly Expiring[]>()
  expiringBy.set(outages, ofBox)
  const known = ofBox.get(timeline)
  if (known) return known
  const own = new Set(timeline.darks.map(spanKey))
  let allOver = -Infinity
  const expiring = outages.map((one): Expiring => {
    const index = isOfTree(one) ? one.here.findIndex((fell) => own.has(spanKey(fell))) : -1
    const outage =
      isOfTree(one) && index >= 0 ? { ...one, to: backAt(one.from, one.out, one.here.toSpliced(index, 1)) } : one
    const over = Math.max(outage.to ?? Infinity, outage.from + treeFallMs)
    allOver = Math.max(allOver, over)
    return { outage, over, allOver }
  })
  ofBox.set(timeline, expiring)
  return expiring
}

/**
 * The outage with which, or during which, this darkness of an ONT began, or may have begun. An ONT that has come back since the
 * outage began is over with it, though others are not.
 * @param outages oldest first
 */
export function outageOf(outages: readonly Outage[], timeline: Timeline, dark: Dark): Outage | undefined {
  const { darks, returns } = timeline
  const [earliest, latest] = beganBetween(dark)
  const expiring = expiringOutages(outages, timeline)
  for (
    let index = firstPast(expiring.length, (at) => expiring[at]!.allOver >= earliest);
    index < expiring.length;
    index++
  ) {
    const { outage: one, over } = expiring[index]!
    if (latest < one.from - fellBeforeMs) return undefined
    // An ONT with a fall alarm of its own may have fallen alone.
    if (one.found && (dark.source !== 'reading' || (dark.to ?? Infinity) < one.found)) continue
    if (earliest > over || isApart(one, dark)) continue
    // Fell together with the others, even if it had just come back from another darkness.
    if (earliest <= one.from + treeFallMs) return one
    const back = (at: number | null) => at !== null && !one.found && at >= one.from && at <= earliest
    const isBack = darks.some(({ from, to, back_by }) => from < dark.from && back(back_by ?? to))
    if (!isBack && !returns.some(({ at }) => back(at))) return one
  }
  return undefined
}
