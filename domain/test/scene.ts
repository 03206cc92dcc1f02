/** A box, its works and what its OLT showed, written by hand: moments in minutes after the first request. */
import { judgeWork, type Judgement } from '../proof/judgement.ts'
import type { AlarmEvidence, BoxEvidence, Evidence, ReadingEvidence, WatchedOnt, Work } from '../proof/evidence.ts'
import type { Finding } from '../proof/finding.ts'

const start = 1_760_000_000_000
/** Minutes after the first request as a moment, ms since 1970. */
export const at = (minutes: number): number => start + Math.round(minutes * 60_000)
const orNull = (minutes: number | null) => (minutes === null ? null : at(minutes))

export const alarm = (kind: AlarmEvidence['alarm'], minutes: number): Evidence => ({
  kind: 'alarm',
  alarm: kind,
  at: at(minutes),
})
/** @param rest figures and times that differ from those of a line of −20 dBm that never fell */
export const lit = (minutes: number, rest: Partial<ReadingEvidence> = {}): Evidence => ({
  kind: 'reading',
  at: at(minutes),
  state: 'online',
  rx_dbm: -20,
  olt_rx_dbm: -22,
  last_down_at: null,
  last_up_at: null,
  last_down_cause: null,
  distance_m: 1500,
  ...rest,
})
/** Found dark. @param since when it fell by the OLT's memory */
export const dark = (minutes: number, state: ReadingEvidence['state'], since: number | null): Evidence =>
  lit(minutes, {
    state,
    rx_dbm: null,
    olt_rx_dbm: null,
    distance_m: null,
    last_down_at: orNull(since),
    last_down_cause: state === 'los' || state === 'dying_gasp' ? state : 'unknown',
  })
/** Found lit by an OLT that remembers a fall and its end. */
export const backLit = (minutes: number, down: number, up: number, cause: ReadingEvidence['last_down_cause'] = 'los') =>
  lit(minutes, { last_down_at: at(down), last_up_at: at(up), last_down_cause: cause })
export const silent = (minutes: number): Evidence => dark(minutes, 'unknown', null)

/** An ONT of another operator that is not touched unless its evidence says so. */
export const neighbour = (
  port: number,
  evidence: readonly Evidence[] = [lit(1), lit(29)],
  rest: Partial<WatchedOnt> = {},
): WatchedOnt => ({
  port,
  vno_id: 3,
  serial: `ONT${port}`,
  worked: false,
  evidence,
  last_known: { at: at(-120), rx_dbm: -20, olt_rx_dbm: -22, distance_m: 1500 },
  found_dark_at: null,
  baseline: { median: -20, mad: 0.05 },
  ceased_at: null,
  changes_ordered: [],
  ...rest,
})
/** @param to closed; null while open */
export const work = (id: number, from: number, to: number | null, rest: Partial<Work> = {}): Work => ({
  id,
  technician_id: id,
  vno_id: 1,
  from: at(from),
  to: orNull(to),
  control_to: to === null ? null : at(to + 24 * 60),
  ...rest,
})

/** Port 1 is what happens; ports 2 to 5 and five ONTs outside the box stay lit. */
export function boxOf(one: readonly Evidence[] | WatchedOnt, rest: Partial<BoxEvidence> = {}): BoxEvidence {
  const first = 'port' in one ? one : neighbour(1, one)
  return {
    onts: [first, ...[2, 3, 4, 5].map((port) => neighbour(port))],
    newcomers: [],
    tree: { outside: [1, 2, 3, 4, 5].map(() => [lit(1), lit(29)]), restarts: [] },
    works: [work(1, 0, null)],
    ...rest,
  }
}

export const judged = (box: BoxEvidence, minutes = 30, workId = 1): Judgement =>
  judgeWork(box, workId, { degraded_blocks: true }, at(minutes))
/** What is found of port 1, and whether the work earns a discharge code. */
export function found(box: BoxEvidence, minutes = 30, workId = 1): Finding & { clean: boolean } {
  const judgement = judged(box, minutes, workId)
  return { ...judgement.findings[0]!, clean: judgement.clean }
}
