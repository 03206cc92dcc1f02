/** Own customer of a work: while the work is open it answers for that position, together with works of the same operator in the box. */
import type { Power, WatchedOnt, Work } from './evidence.ts'
import { isReading, sameMoment, slackOf } from './marks.ts'
import type { LitReading, Timeline } from './timeline.ts'

/** Works for the customer of this position that were open from the first to the second moment; ms since 1970. */
const openAt = (works: readonly Work[], port: number, [start, end]: readonly [number, number]) =>
  works.filter((one) => isFor(one, port) && one.from <= start && (one.to === null || end <= one.to))

const isFor = ({ worked_ports }: Work, port: number) => worked_ports?.includes(port) === true
const isOpenIn = ({ from, to }: Work, [start, end]: readonly [number, number]) =>
  from <= end && (to ?? Infinity) >= start

/** Open in the interval for the same operator. The evidence cannot tell colleagues apart, so neither excuses the other. */
const isColleague = (work: Work, own: readonly Work[], [start, end]: readonly [number, number]) =>
  isOpenIn(work, [start - slackOf.alarm, end]) && own.some(({ vno_id }) => vno_id === work.vno_id)

/** True if other works for the customer of this position were open in the interval, and the work was not beside a colleague's. */
export function isOthers(
  works: readonly Work[],
  work: Work,
  port: number,
  between: readonly [number, number],
): boolean {
  const own = openAt(works, port, between)
  return own.length > 0 && !own.some(({ id }) => id === work.id) && !isColleague(work, own, between)
}

/**
 * Works that answer for what a work finds at a position: for its own customer the work while it is open, with its colleagues in
 * the box; for the others all works of the box.
 */
export function answering(
  works: readonly Work[],
  work: Work,
  port: number,
  between: readonly [number, number],
): readonly Work[] {
  const own = openAt(works, port, between)
  if (!own.some(({ id }) => id === work.id)) return works
  return works.filter((one) => own.includes(one) || isColleague(one, own, between))
}

/**
 * True if the work itself caused a change at its worked port: it was open for that port throughout the interval, and no other
 * work of any operator was open in the box.
 */
export function isOwnDoing(
  works: readonly Work[],
  work: Work,
  port: number,
  [start, end]: readonly [number, number],
): boolean {
  const others = works.filter(({ id }) => id !== work.id)
  const isThere = openAt([work], port, [start, end]).length > 0
  return isThere && !others.some((one) => isOpenIn(one, [start - slackOf.alarm, end]))
}

/** Loss at both ends, dB, 0 or negative: a gain counts as 0. */
function lossBetween(before: Power | undefined, after: Power | undefined): { rx: number; olt: number } {
  const lost = (one: number | null | undefined, other: number | null | undefined) =>
    one == null || other == null ? 0 : Math.min(0, other - one)
  return { rx: lost(before?.rx_dbm, after?.rx_dbm), olt: lost(before?.olt_rx_dbm, after?.olt_rx_dbm) }
}

/** Readings without the loss that happened during the other work; what was gained in it counts. */
function without(lit: readonly LitReading[], { from, to }: Work): LitReading[] {
  const end = to ?? Infinity
  // The first reading of the other work shows the light that it found.
  const first = lit.find(({ at }) => at >= from && at <= from + sameMoment)
  const before = lit.filter(({ at }) => at < from || at === first?.at)
  const during = lit.filter((one) => !before.includes(one) && one.at <= end)
  const after = lit.filter(({ at }) => at > end)
  const last = before.at(-1)
  // Each end may be missing in the last reading.
  const found: Power = {
    rx_dbm: during.findLast(({ rx_dbm }) => rx_dbm !== null)?.rx_dbm ?? null,
    olt_rx_dbm: during.findLast(({ olt_rx_dbm }) => olt_rx_dbm !== null)?.olt_rx_dbm ?? null,
  }
  const lost = lossBetween(last, during.length > 0 ? found : after[0])
  return [
    ...before,
    // Without an earlier reading the loss by then is unknown.
    ...(last ? during.map((one) => raised(one, lossBetween(last, one))) : []),
    ...after.map((one) => raised(one, lost)),
  ]
}

const raised = (one: LitReading, { rx, olt }: { rx: number; olt: number }): LitReading => ({
  ...one,
  rx_dbm: one.rx_dbm === null ? null : one.rx_dbm - rx,
  olt_rx_dbm: one.olt_rx_dbm === null ? null : one.olt_rx_dbm - olt,
})

/** Light of a position without the loss during other works of its customer, but for works of colleagues at the same time. */
export function ownLight(
  ont: WatchedOnt,
  timeline: Timeline,
  works: readonly Work[],
  work: Work,
): { ont: WatchedOnt; timeline: Timeline } {
  const others = works
    .filter(({ id, to }) => id !== work.id && (to ?? Infinity) >= work.from)
    .filter(
      (one) => isFor(one, ont.port) && !(one.vno_id === work.vno_id && isOpenIn(one, [work.from, work.to ?? Infinity])),
    )
    .toSorted((a, b) => a.from - b.from)
  if (others.length === 0) return { ont, timeline }
  // A loss during another work can be separated only with a reading from before it.
  const known = ont.last_known?.at ?? Infinity
  const isOlder = others.some(
    ({ from, to }) => (to ?? Infinity) > known && !timeline.lit.some(({ at }) => at > known && at < from),
  )
  return {
    ont: isOlder ? { ...ont, last_known: null } : ont,
    timeline: { ...timeline, lit: others.reduce(without, [...timeline.lit]) },
  }
}

/**
 * A work's own customer once the work is over: a neighbour like others, watched from that moment on. What the work did to it is
 * a matter of its own checks; its last power of then is the baseline of a later loss.
 * @param end of the work, ms since 1970
 */
export function ownCustomer(ont: WatchedOnt, end: number): WatchedOnt {
  const last = ont.evidence
    .filter(isReading)
    .toSorted((one, other) => one.at - other.at)
    .findLast(({ at, state }) => at < end && state !== 'unknown')
  const isLit = last?.state === 'online' && (last.rx_dbm ?? last.olt_rx_dbm) !== null
  return { ...ont, last_known: isLit ? last : null, baseline: null }
}
