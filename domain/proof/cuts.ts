/** Cuts of one neighbour's light: how long they lasted, and which of them count as a loss of service. */
import type { Reason } from './darkness.ts'
import { slackOf } from './marks.ts'
import { doneBetween, type Dark } from './timeline.ts'

/** A darkness that began during the work or its control window, with its reason. */
export interface Cut extends Dark {
  reason: Reason
}

/** Minimum duration of a loss of service, ms. A shorter cut is a touch. */
export const shortCut = 20_000
/**
 * Touches on one neighbour that add up to so much, in ms, are a loss of service: three of the longest that pass as a touch.
 * Ten cuts of 12 s interrupt the service as much as one cut of 2 min.
 */
const summedTouches = 3 * shortCut
/** Length of a darkness, ms, up to `at` where it has not ended. */
export const lasted = ({ from, to, back_by }: Dark, at: number) => (back_by ?? to ?? at) - from

/** The cut, with those after it that began where it ended: no ONT is back for less than a second, so they may be one. */
function continued(cuts: readonly Cut[], first: number): Cut[] {
  const run: Cut[] = []
  for (const cut of cuts.slice(first)) {
    const last = run.at(-1)
    if (last && (last.back_by ?? last.to ?? Infinity) + slackOf.memory < cut.from) break
    run.push(cut)
  }
  return run
}

export const isHand = ({ reason }: Cut): boolean => reason.kind === 'hand'
const isOfFeeder = ({ reason }: Cut) => reason.kind === 'doubt' && reason.doubt === 'box_feeder'

/** One loss of service: by a hand, or of the whole box. */
export interface ServiceLoss {
  /** ms since 1970; `to` is null while it lasts. */
  from: number
  to: number | null
  doubt: 'box_feeder' | null
  /** Interventions that could have caused it. */
  works: readonly number[]
}

/** Each cut of 20 s or more, each that lasts, or the touches where only their sum is a loss. */
function eachLoss(cuts: readonly Cut[], at: number): Cut[][] {
  const found: Cut[][] = []
  for (let first = 0; first < cuts.length;) {
    const run = continued(cuts, first)
    const isLoss = run.at(-1)?.to === null || run.reduce((sum, cut) => sum + lasted(cut, at), 0) >= shortCut
    if (isLoss) found.push(run)
    first += isLoss ? run.length : 1
  }
  if (found.length > 0) return found
  const touches = lossOfService(cuts, at)
  return touches.length > 0 ? [touches] : []
}

/**
 * Every loss of service among cuts, whatever class they make together.
 * @param worksOf interventions that could have caused what was done between two moments
 */
export function serviceLosses(
  cuts: readonly Cut[],
  at: number,
  worksOf: (between: readonly [number, number]) => readonly number[],
): ServiceLoss[] {
  const lossOf = (doubt: ServiceLoss['doubt']) => (run: Cut[]) => {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) return []
    const works = worksOf([doneBetween(first)[0], last.from])
    return [{ from: first.from, to: last.back_by ?? last.to, doubt, works }]
  }
  const [hands, feeder] = [eachLoss(cuts.filter(isHand), at), eachLoss(cuts.filter(isOfFeeder), at)]
  return [...hands.flatMap(lossOf(null)), ...feeder.flatMap(lossOf('box_feeder'))]
}

/** Cuts that count as loss of service: the first of 20 s or more, else all of them if their sum reaches `summedTouches`. */
export function lossOfService(cuts: readonly Cut[], at: number): Cut[] {
  const sumOf = (some: readonly Cut[]) => some.reduce((sum, cut) => sum + lasted(cut, at), 0)
  const long = cuts.map((_, first) => continued(cuts, first)).find((run) => sumOf(run) >= shortCut)
  if (long) return long
  return sumOf(cuts) >= summedTouches ? [...cuts] : []
}

/** The cut with which these became a loss of service: the first, or the touch with which they add up to `summedTouches`. */
export function lossBegan(lost: readonly Cut[], at: number): Cut | undefined {
  let sum = 0
  return lost.find((cut) => (sum += lasted(cut, at)) >= summedTouches) ?? lost[0]
}
