/** The judgement of an intervention as stored, shown and notified. */
import type { Level } from '@hilo/domain/optics.ts'
import type { DownCause } from '@hilo/domain/diagnosis.ts'
import type { Doubt } from '@hilo/domain/proof/darkness.ts'
import type { BoxEvidence } from '@hilo/domain/proof/evidence.ts'
import type { Finding } from '@hilo/domain/proof/finding.ts'
import { blames, isBlamable, judgeWork } from '@hilo/domain/proof/judgement.ts'
import type { NeighbourClass, OpticalState, Verdict } from '@hilo/domain/status.ts'
import type { PlantReading } from '../../plant/plant.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import type { SnapshotItem } from '../opening/snapshot.ts'
import { newcomersOf, watchedOnt, worksOf, type Facts, type SeenPort, type WatchedRow } from './facts.ts'
import { movedAt } from './moved-customer.ts'

export type { Facts } from './facts.ts'

/** The part of a box reading that a judgement needs. */
export type Reading = Pick<BoxAnswer, 'takenAt' | 'readings'>

interface Side {
  state: OpticalState
  rx_dbm: number | null
  olt_rx_dbm: number | null
}

/** A cut in the wire's form; `gasp`: not caused at the box. */
interface TravellingCut {
  down_at: string
  up_at: string | null
  gasp: boolean
}

/** One loss of service of a neighbour in the wire's form; `to` is null while it lasts. */
export interface LossRow {
  at: string
  to: string | null
  doubt: 'box_feeder' | null
  /** Interventions that could have caused it. */
  works: readonly number[]
}

/** One judged port as the report stores it. Holds every operator's figures, so it leaves only through the report's view. */
export interface DiffRow {
  port: number
  port_id: number
  port_state: number
  vno_id: number | null
  access_id: number | null
  access_code: string | null
  before: Side
  after: Side | null
  delta_db: number | null
  /** Against the median of 30 days, dB. */
  usual_db: number | null
  class: NeighbourClass
  cuts: TravellingCut[]
  short_cuts: number
  longest_cut_s: number
  restored_at: string | null
  level: Level
  preexisting: boolean
  blame: boolean
  doubt: Doubt | null
  changed: boolean
  not_back: boolean
  /** It has light, and no power of it was measured since the end of the work. */
  power_unchecked: boolean
  shared: boolean
  losses: LossRow[]
  /** When the harm began; null without harm. */
  at: string | null
  /** Interventions that could have caused it. */
  works: number[]
  /** The one technician of those works; null if there are several. */
  technical_id: number | null
}

export interface Comparison {
  verdict: Verdict
  level: Level
  harmed: number
  blame: boolean
  clean: boolean
  diff: DiffRow[]
  counters: Partial<Record<NeighbourClass, number>>
  /** The tree, the card or the OLT was out, or works of several operators could be the cause. */
  upstream: boolean
  shared: boolean
}

interface CompareOptions {
  /** A seriously degraded neighbour stops the closing. */
  degradedBlocks?: boolean
  /** Time of the sweep of the tree, if it was after the reading. */
  sweptAt?: Date | null
  /** A cancelled work must leave its own customer unchanged. */
  cancels?: boolean
}

const iso = (ms: number | null) => (ms === null || !Number.isFinite(ms) ? null : new Date(ms).toISOString())
const stamp = (at: Date | null) => at?.toISOString() ?? null

const seenPort = (one: PlantReading): SeenPort => ({
  port: one.port,
  serial: one.serial,
  state: one.state,
  rx_dbm: one.rxDbm,
  olt_rx_dbm: one.oltRxDbm,
  distance_m: one.distanceM,
  last_down_at: stamp(one.lastDownAt),
  last_down_cause: one.lastDownCause,
  last_up_at: stamp(one.lastUpAt),
  read_at: one.readAt.toISOString(),
  measured_at: stamp(one.measuredAt ?? null),
  elsewhere: one.elsewherePonId != null,
})

/** Positions with light when the work began and dark in this reading: they get a second reading and a sweep of the tree. */
export function newlyDark({ watched }: Facts, { readings }: Reading): PlantReading[] {
  const lit = new Set(
    watched
      .filter(
        (one) =>
          !one.worked && movedAt(watched, one) === null && (one.before_state === 'online' || one.last_lit_at !== null),
      )
      .filter((one) => !['los', 'dying_gasp', 'offline', 'admin_down'].includes(one.before_state))
      .map(({ port }) => port),
  )
  return readings.filter(({ port, state }) => lit.has(port) && state !== 'online')
}

/** True if the OLT stores a fall since the request, whether or not an alarm of it has arrived. */
export function hasFallen({ works, event_id }: Facts, { readings }: Reading): boolean {
  const from = Date.parse(works.find(({ id }) => id === event_id)?.from ?? '')
  return readings.some(({ lastDownAt }) => lastDownAt !== null && lastDownAt.getTime() >= from)
}

/** Converts the facts of an intervention into evidence for the judgement. */
export function boxEvidence(facts: Facts, { cancels = false }: CompareOptions = {}): BoxEvidence {
  const onts = facts.watched.map((row) => {
    const ont = watchedOnt(facts, row)
    const customer = cancels && row.worked && row.access_id !== null && row.serial !== null
    return customer ? { ...ont, worked: false } : ont
  })
  return {
    onts,
    newcomers: newcomersOf(facts),
    tree: facts.tree,
    works: worksOf(facts),
  }
}

/**
 * Judges every neighbour with all evidence up to a reading of the box, and gives the verdict.
 * @param reading the newest reading; need not be among the facts
 */
export function compare(facts: Facts, reading: Reading, options: CompareOptions = {}): Comparison {
  const taken = reading.takenAt.toISOString()
  const items = reading.readings.map(seenPort)
  const known = items.length > 0 ? { ...facts, seen: [...facts.seen, { taken_at: taken, items }] } : facts
  // A reading takes some seconds: its last positions are read later than it began.
  const swept = options.sweptAt?.getTime() ?? 0
  const at = Math.max(swept, reading.takenAt.getTime(), ...reading.readings.map((one) => one.readAt.getTime()))
  const settings = { degraded_blocks: options.degradedBlocks ?? false }
  const judged = judgeWork(boxEvidence(known, options), facts.event_id, settings, at)
  const byPort = new Map(items.map((one) => [one.port, one]))
  const rows = new Map(facts.watched.map((row) => [row.port, row]))
  const diff = judged.findings.map((one) => diffRow(facts.event_id, one, rows.get(one.port), byPort.get(one.port)))
  const { level, harmed, blame, clean, upstream, shared } = judged
  // Without a reading from before the work every finding is undecided.
  const blind = facts.degraded || facts.before_id === null
  return {
    ...{ level, harmed, blame, diff, upstream, shared },
    verdict: blind ? 'no_concluyente' : judged.verdict,
    clean: clean && !blind,
    counters: count(diff),
  }
}

const side = ({ state, rx_dbm, olt_rx_dbm }: Side): Side => ({ state, rx_dbm, olt_rx_dbm })

function diffRow(workId: number, found: Finding, row: WatchedRow | undefined, after: SeenPort | undefined): DiffRow {
  if (!row) throw new Error('a finding without its position')
  const blame = blames(found, workId)
  return {
    ...{ port: row.port, port_id: row.port_id, port_state: row.port_state },
    ...{ vno_id: row.vno_id, access_id: row.access_id, access_code: row.access_code },
    before: { state: row.before_state, rx_dbm: row.before_rx, olt_rx_dbm: row.before_olt_rx },
    after: after ? side(after) : null,
    delta_db: found.delta_db,
    usual_db: found.usual_db,
    class: found.class,
    cuts: found.cuts.map(({ from, to, reason }) => ({
      down_at: iso(from) ?? '',
      up_at: iso(to),
      gasp: reason.kind === 'own' || reason.kind === 'changed',
    })),
    short_cuts: found.short_cuts,
    longest_cut_s: Math.floor(found.longest_cut_ms / 1000),
    restored_at: iso(found.restored_at),
    level: found.level,
    preexisting: found.preexisting,
    blame,
    doubt: found.doubt,
    changed: found.changed,
    not_back: found.not_back,
    power_unchecked: found.power_unchecked,
    shared: isBlamable(found.class) && found.attribution?.shared === true,
    losses: found.losses.map(({ from, to, doubt, works }) => ({ at: iso(from) ?? '', to: iso(to), doubt, works })),
    at: iso(found.at),
    works: found.attribution?.works ?? [],
    technical_id: found.attribution?.technician_id ?? null,
  }
}

function count(diff: readonly DiffRow[]): Comparison['counters'] {
  const counters: Comparison['counters'] = {}
  for (const { class: one } of diff) counters[one] = (counters[one] ?? 0) + 1
  return counters
}

const date = (text: string | null) => (text === null ? null : new Date(text))

/** The reading of the last judgement. */
export function judgedReading({ judged, created_at }: Facts): Reading {
  if (!judged) return { takenAt: new Date(created_at), readings: [] }
  const takenAt = new Date(judged.taken_at)
  const readings = judged.items.map((item: SnapshotItem) => ({
    portId: item.port_id,
    port: item.port,
    serial: item.serial,
    state: item.state,
    rxDbm: item.rx_dbm,
    oltRxDbm: item.olt_rx_dbm,
    distanceM: item.distance_m,
    lastDownAt: date(item.last_down_at),
    lastDownCause: item.last_down_cause as DownCause | null,
    lastUpAt: date(item.last_up_at),
    readAt: date(item.read_at) ?? takenAt,
    measuredAt: date(item.measured_at ?? null),
    elsewherePonId: item.elsewhere ? 0 : null,
  }))
  return { takenAt, readings }
}
