/** Facts of a demonstration intervention, which its report and board are judged by. */
import type { AlarmEvidence } from '@hilo/domain/proof/evidence.ts'
import { liveView, type LivePort } from '@hilo/domain/proof/live-view.ts'
import { portState } from '@hilo/domain/status.ts'
import type { Phase } from '@hilo/domain/status.ts'
import { boxEvidence, compare, judgedReading } from '../../process/judging/compare.ts'
import type { Comparison, Facts } from '../../process/judging/compare.ts'
import type { WatchedRow } from '../../process/judging/facts.ts'
import type { SnapshotItem } from '../../process/opening/snapshot.ts'
import type { Draft } from '../draft.ts'
import { at } from '../rng.ts'
import type { Rng } from '../rng.ts'
import { stamp } from '../time.ts'
import type { BoxLine } from './box-lines.ts'

export interface Taken {
  phase: Phase
  at: number
  items: SnapshotItem[]
  complete: number
}
/** A watched position with the alarms of its light. */
export interface HeardRow extends WatchedRow {
  cuts: { down_at: string; up_at: string | null; gasp: boolean }[]
}

export interface PortCut {
  down: number
  up: number | null
  gasp: boolean
}
export interface Scene {
  draft: Draft
  lines: BoxLine[]
  own: number | null
  opened: number
  /** By port number. */
  cuts: Map<number, PortCut[]>
  rng: Rng
}

/** The watched positions with their alarms up to a time. */
export function watchedRows({ lines, own, cuts }: Scene, before: Taken, until: number): HeardRow[] {
  return before.items.flatMap((item, index) => {
    const line = at(lines, index)
    const somebody = item.port_state === portState.is.ocupado || item.state === 'online' || item.serial !== null
    if (item.port === own || !somebody) return []
    const known = (cuts.get(item.port) ?? []).filter(({ down }) => down <= until)
    return [
      {
        ...{ port_id: item.port_id, port: item.port, port_state: item.port_state, vno_id: item.vno_id },
        ...{ access_id: item.access_id, access_code: item.access_code, serial: item.serial },
        ...{
          serial_due: item.serial,
          worked: false,
          changes: [],
          found_dark_at: null,
          ceased_at: null,
          watched_from: null,
        },
        ...{ last_rx: item.rx_dbm, last_olt_rx: item.olt_rx_dbm, last_distance_m: item.distance_m },
        last_lit_at: item.state === 'online' ? item.read_at : null,
        ...{ before_state: item.state, before_rx: item.rx_dbm, before_olt_rx: item.olt_rx_dbm },
        baseline_p50: line.baseline?.p50 ?? null,
        baseline_stddev: line.baseline?.stddev ?? null,
        cuts: known.map(({ down, up, gasp }) => {
          return { down_at: stamp(down), up_at: up !== null && up <= until ? stamp(up) : null, gasp }
        }),
      },
    ]
  })
}

/** Alarms of these cuts. */
const alarmsOf = (cuts: HeardRow['cuts']): AlarmEvidence[] =>
  cuts.flatMap(({ down_at, up_at, gasp }) => [
    { kind: 'alarm' as const, alarm: gasp ? ('dying_gasp' as const) : ('los' as const), at: Date.parse(down_at) },
    ...(up_at === null ? [] : [{ kind: 'alarm' as const, alarm: 'up' as const, at: Date.parse(up_at) }]),
  ])

/** Facts of an intervention at a time, with its last reading. */
function factsOf(scene: Scene, before: Taken, reading: Taken, when: number): Facts {
  const { draft } = scene
  const watched = watchedRows(scene, before, when)
  const end = draft.finished === null ? null : stamp(draft.finished)
  return {
    event_id: draft.id,
    ...{ cto_id: 0, pon_id: 0 },
    process_state: draft.state,
    degraded: false,
    // Its value does not matter, only that there is one.
    before_id: 0,
    after_id: null,
    created_at: stamp(draft.created),
    now: stamp(when),
    watched,
    works: [
      {
        id: draft.id,
        technical_id: null,
        vno_id: draft.tenant + 1,
        from: stamp(before.at),
        to: end,
        control_to: end,
        worked_ports: [],
      },
    ],
    seen: [{ taken_at: stamp(before.at), items: before.items }],
    alarms: new Map(watched.map(({ port, cuts }) => [port, alarmsOf(cuts)])),
    tree: { outside: [], restarts: [] },
    ...{ strangers: [], own_serials: [] },
    judged: { taken_at: stamp(reading.at), items: reading.items },
  }
}

/** The report by a reading. */
export function judged(scene: Scene, before: Taken, reading: Taken): Comparison {
  const facts = factsOf(scene, before, reading, reading.at)
  return compare(facts, judgedReading(facts))
}

/** The board of each watched port at a time, by the last reading. */
export function liveOf(scene: Scene, before: Taken, last: Taken, when: number): LivePort[] {
  const facts = factsOf(scene, before, last, when)
  const seen = [...facts.seen, { taken_at: stamp(last.at), items: last.items }]
  return liveView(boxEvidence({ ...facts, seen }), scene.draft.id, when).ports
}
