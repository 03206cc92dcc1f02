/**
 * Falls of several ONTs in the order of time, and who had light when. Indexed once for each judgement: a PON that flaps has fallen
 * thousands of times by the end of a work.
 */
import { beganBetween, type Dark, type Timeline } from './timeline.ts'

export interface Fall {
  ont: Timeline
  dark: Dark
}

/** It fell while it was watched, and no customer or operator switched it off, as far as is known. */
export const byItself = ({ cause, source, lit_before }: Dark) =>
  (cause === 'los' || cause === 'silent') && (source !== 'reading' || lit_before !== null)

/** Where the first of so many items stands that is past a bound, if all after it are; `length` if none is. */
export function firstPast(length: number, isPast: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The items between two moments, of a list in the order of the moment that `at` takes from each. */
export function between<T>(items: readonly T[], at: (item: T) => number, from: number, to: number): readonly T[] {
  const first = firstPast(items.length, (index) => at(items[index] as T) >= from)
  let end = first
  while (end < items.length && at(items[end] as T) <= to) end++
  return items.slice(first, end)
}

const fromOf = ({ from }: Dark) => from
/** Darknesses of one ONT that begin between two moments. */
const beginning = ({ darks }: Timeline, from: number, to: number) => between(darks, fromOf, from, to)

type Span = readonly [from: number, to: number]
/** Intervals in the order of their begin, each with the latest end of it and of all before it. */
interface Spans {
  from: number[]
  latest: number[]
}

function spansOf(spans: readonly Span[]): Spans {
  const sorted = spans.toSorted((a, b) => a[0] - b[0])
  const latest: number[] = []
  for (const [, to] of sorted) latest.push(Math.max(to, latest.at(-1) ?? -Infinity))
  return { from: sorted.map(([from]) => from), latest }
}

/** Some interval has begun before a moment, or at it where that counts, and ends after it. */
function isIn({ from, latest }: Spans, at: number, countsBegin: boolean): boolean {
  const begun = firstPast(from.length, (index) => (countsBegin ? from[index]! > at : from[index]! >= at))
  return (latest[begun - 1] ?? -Infinity) > at
}

/** When an ONT is not known to be lit: dark from the begin of an interval on, or only after it. */
interface Unlit {
  dark: Spans
  unknown: Spans
}

function unlitOf({ darks, returns, elsewhere }: Timeline): Unlit {
  const dark = darks.map(({ from, to, back_by }): Span => [from, to === null ? Infinity : Math.max(to, back_by ?? to)])
  if (elsewhere) dark.push([elsewhere.from ?? -Infinity, Infinity])
  const unseen = returns.map(({ at, lit_before }): Span => [lit_before ?? -Infinity, at])
  const found = darks.map(({ from, source, lit_before }, index): Span => {
    const before = darks[index - 1]?.from ?? -Infinity
    return [source === 'reading' ? Math.max(lit_before ?? -Infinity, before) : from, from]
  })
  return { dark: spansOf(dark), unknown: spansOf([...unseen, ...found]) }
}

const knownUnlit = new WeakMap<Timeline, Unlit>()

/** True if the ONT is known to be lit: not between its last light and a reading that finds it dark, nor before an unobserved return. */
export function litAt(timeline: Timeline, at: number): boolean {
  const unlit = knownUnlit.get(timeline) ?? unlitOf(timeline)
  knownUnlit.set(timeline, unlit)
  if (isIn(unlit.dark, at, true) || isIn(unlit.unknown, at, false)) return false
  return timeline.darks.length > 0 || timeline.last !== null
}

const knownFalls = new WeakMap<readonly Timeline[], readonly Fall[]>()

/** Oldest first. */
export function fallsOf(onts: readonly Timeline[]): readonly Fall[] {
  const known = knownFalls.get(onts)
  if (known) return known
  const falls = onts
    .flatMap((ont) => ont.darks.filter(byItself).map((dark) => ({ ont, dark })))
    .toSorted((a, b) => a.dark.from - b.dark.from)
  knownFalls.set(onts, falls)
  return falls
}

/** Found dark without its moment after `to`, and may have fallen before that. */
export function maybeFallen(onts: readonly Timeline[], to: number): Fall[] {
  return onts.flatMap((ont): Fall[] => {
    // Only the next darkness may have begun before: light was seen between it and each later one.
    const dark = ont.darks[firstPast(ont.darks.length, (index) => ont.darks[index]!.from > to)]
    const may = dark?.source === 'reading' && byItself(dark) && beganBetween(dark)[0] < to
    return may ? [{ ont, dark }] : []
  })
}

/** Falls whose moment is unknown and may be that of this one; and their share of all that fell or stayed lit. */
export function foundWith({ dark }: Fall, onts: readonly Timeline[]): { fallen: Fall[]; share: number } {
  const [start, end] = beganBetween(dark)
  const fallen = onts.flatMap((ont): Fall[] => {
    const found: Fall[] = []
    const first = firstPast(ont.darks.length, (index) => ont.darks[index]!.from > start)
    for (let index = first; index < ont.darks.length; index++) {
      const one = ont.darks[index]!
      if (beganBetween(one)[0] >= end) break
      // Lit again before the others were found dark: another fall.
      const isOver = one.to !== null && one.to < end
      if (one.source === 'reading' && byItself(one) && !isOver) found.push({ ont, dark: one })
    }
    return found
  })
  const gone = new Set(fallen.map(({ ont }) => ont))
  const others = onts.filter((one) => !gone.has(one) && litAt(one, end)).length
  return { fallen, share: fallen.length + others === 0 ? 1 : fallen.length / (fallen.length + others) }
}

/** It came back between two moments, and has light at the second one. */
function isBackAt(one: Timeline, from: number, to: number): boolean {
  const { darks } = one
  // Each is over before the next begins.
  let index = firstPast(darks.length, (at) => (darks[at]!.to ?? Infinity) >= from)
  for (; index < darks.length && (darks[index]!.to ?? Infinity) <= to; index++)
    if ((darks[index]!.back_by ?? 0) <= to) return litAt(one, to)
  return false
}

/** Falls between two moments, and their share of the ONTs that were lit. 1 where none was. */
export function fallenOf(onts: readonly Timeline[], from: number, to: number, found: readonly Fall[] = []) {
  const fallen = [...between(fallsOf(onts), ({ dark }) => dark.from, from, to), ...found]
  const dark = new Set(fallen.map(({ ont }) => ont))
  // Back from a darkness before, and still lit when all have fallen: it has kept its light.
  const others = onts.filter(
    (one) =>
      !dark.has(one) && beginning(one, from, to).length === 0 && (litAt(one, from - 1) || isBackAt(one, from, to)),
  ).length
  return { fallen, share: dark.size + others === 0 ? 1 : dark.size / (dark.size + others) }
}
