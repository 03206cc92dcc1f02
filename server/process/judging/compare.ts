import {
  classify,
  isHarm,
  judge,
  ownDoing,
  type Judgement,
  type Neighbour,
  type PortReading,
  type Watched,
} from '@hilo/domain/neighbours.ts'
import type { NeighbourClass, OpticalState } from '@hilo/domain/status.ts'
import type { Sql } from '../../db/scope.ts'
import type { PlantReading } from '../../plant/plant.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import type { SnapshotItem } from '../opening/snapshot.ts'

/** A cut as it travels. */
interface TravellingCut {
  down_at: string
  up_at: string | null
  gasp: boolean
}
/** A cut as it is kept with its port; `upstream`: the tree fell with it, `silent`: no light was seen to fail. */
interface KeptCut extends TravellingCut {
  upstream?: boolean
  silent?: boolean
}
/** What a box showed, as far as a comparison needs it. */
export type Reading = Pick<BoxAnswer, 'takenAt' | 'readings'>

/** One watched port: how it was before the work, and every cut since. */
export interface WatchedRow {
  port_id: number
  port: number
  port_state: number
  vno_id: number | null
  access_id: number | null
  access_code: string | null
  serial: string | null
  before_state: OpticalState
  before_rx: number | null
  before_olt_rx: number | null
  baseline_p50: number | null
  baseline_stddev: number | null
  cuts: KeptCut[]
}

interface Side {
  state: OpticalState
  rx_dbm: number | null
  olt_rx_dbm: number | null
}

/** One compared port as the report keeps it: every operator's figures, so it leaves only through the report's view. */
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
  class: NeighbourClass
  cuts: TravellingCut[]
  short_cuts: number
  longest_cut_s: number
  restored_at: string | null
  level: Neighbour['level']
  preexisting: boolean
  blame: boolean
}

export interface Comparison extends Judgement {
  diff: DiffRow[]
  counters: Partial<Record<NeighbourClass, number>>
  /** The tree fell; several were working in the box. */
  upstream: boolean
  shared: boolean
}

/** What a report is computed from, as `report_facts` tells it. */
export interface Facts {
  event_id: number
  cto_id: number
  process_state: number
  degraded: boolean
  before_id: number | null
  after_id: number | null
  created_at: string
  watched: WatchedRow[]
  /** Other interventions in the same box, from opening to closing; null while open. */
  others: { from: string; to: string | null }[]
  /** The reading that the intervention was last judged by. */
  judged: { taken_at: string; items: SnapshotItem[] } | null
}

/** Null for a session to which the intervention is nobody's business. */
export async function loadFacts(sql: Sql, eventId: number): Promise<Facts | null> {
  const text = await sql.json('select report_facts($1)', [eventId])
  return text === null ? null : (JSON.parse(text) as Facts)
}

const readingOf = ({ port, serial, state, rxDbm, oltRxDbm }: PlantReading): PortReading => ({
  port,
  serial,
  state,
  rx_dbm: rxDbm,
  olt_rx_dbm: oltRxDbm,
})

function watchedOf(row: WatchedRow, after: PortReading | undefined): Watched {
  const { port, serial, baseline_p50: p50, baseline_stddev: stddev } = row
  return {
    port,
    before: { port, serial, state: row.before_state, rx_dbm: row.before_rx, olt_rx_dbm: row.before_olt_rx },
    after: after ?? null,
    cuts: row.cuts.map((cut) => ({
      down_at: Date.parse(cut.down_at),
      up_at: cut.up_at === null ? null : Date.parse(cut.up_at),
      // Light that went with the whole tree and came back with it is as little anybody's fault as a customer's switch.
      gasp: cut.gasp || (cut.upstream === true && cut.up_at !== null),
      ...(cut.silent && { silent: true }),
    })),
    baseline: p50 === null || stddev === null ? null : { p50, stddev },
  }
}

/** Whether somebody else was working in the box at one of these instants: then nobody can tell whose hand it was. */
function wasShared({ others }: Facts, at: readonly number[]): boolean {
  return others.some(({ from, to }) => {
    const [start, end] = [Date.parse(from), to === null ? Infinity : Date.parse(to)]
    return at.some((ms) => start <= ms && ms <= end)
  })
}

const side = ({ state, rx_dbm, olt_rx_dbm }: PortReading): Side => ({ state, rx_dbm, olt_rx_dbm })

/** Ports that answered before and do not now: worth a second look, and a question about the whole tree. */
export function newlyDark({ watched }: Facts, { readings }: Reading): PlantReading[] {
  const lit = new Set(watched.filter((one) => one.before_state === 'online').map(({ port }) => port))
  return readings.filter(({ port, state }) => lit.has(port) && state !== 'online')
}

/**
 * What the work did to each neighbour by a reading of the box, and the verdict over all.
 * @param upstream the tree itself fell, which no hand in the box does
 */
export function compare(facts: Facts, reading: Reading, upstream: boolean, degradedBlocks = false): Comparison {
  const { watched } = facts
  const seen = reading.readings.map(readingOf)
  const after = new Map(seen.map((one) => [one.port, one]))
  const at = reading.takenAt.getTime()
  const classified = classify(
    watched.map((row) => watchedOf(row, after.get(row.port))),
    seen,
    at,
  )
  const neighbours = classified.map((one, index) => excused(one, watched[index], upstream))
  const harmed = neighbours.filter((one) => isHarm(one.class)).map(({ port }) => port)
  const since = watched.filter(({ port }) => harmed.includes(port)).map(({ cuts }) => lastFall(cuts) ?? at)
  const shared = !upstream && wasShared(facts, since)
  const judgement = judge(neighbours, { upstream, shared, degradedBlocks })
  const blames = !shared && !upstream
  const diff = neighbours.map((one, index) => diffRow(one, watched[index], after.get(one.port), blames))
  return {
    ...judgement,
    // Without a reading from before the work nothing can be said of anybody.
    verdict: facts.degraded || facts.before_id === null ? 'no_concluyente' : judgement.verdict,
    diff,
    counters: count(diff),
    upstream,
    shared,
  }
}

/** Whoever went dark with the whole tree is not the technician's. */
function excused(neighbour: Neighbour, row: WatchedRow | undefined, upstream: boolean): Neighbour {
  const fellWithTree = row?.cuts.some((cut) => cut.upstream && cut.up_at === null)
  if (neighbour.class !== 'desconectado' || !(upstream || fellWithTree)) return neighbour
  return { ...neighbour, class: 'no_concluyente', level: 'aviso' }
}

function lastFall(cuts: readonly KeptCut[]): number | null {
  const open = cuts.filter((cut) => cut.up_at === null).map((cut) => Date.parse(cut.down_at))
  return open.length > 0 ? Math.max(...open) : null
}

const innocent: readonly NeighbourClass[] = ['igual', 'apagado', 'no_concluyente']

function diffRow(
  neighbour: Neighbour,
  row: WatchedRow | undefined,
  after: PortReading | undefined,
  blames: boolean,
): DiffRow {
  if (!row) throw new Error('a neighbour without its row')
  const found = neighbour.class
  return {
    port: row.port,
    port_id: row.port_id,
    port_state: row.port_state,
    vno_id: row.vno_id,
    access_id: row.access_id,
    access_code: row.access_code,
    before: { state: row.before_state, rx_dbm: row.before_rx, olt_rx_dbm: row.before_olt_rx },
    after: after ? side(after) : null,
    delta_db: neighbour.delta_db,
    class: found,
    cuts: row.cuts.map((cut) => ({ down_at: cut.down_at, up_at: cut.up_at, gasp: ownDoing(cut) })),
    short_cuts: neighbour.short_cuts,
    longest_cut_s: neighbour.longest_cut_s,
    restored_at: neighbour.restored_at === null ? null : new Date(neighbour.restored_at).toISOString(),
    level: neighbour.level,
    preexisting: neighbour.preexisting,
    blame: blames && !neighbour.preexisting && !innocent.includes(found),
  }
}

function count(diff: readonly DiffRow[]): Comparison['counters'] {
  const counters: Comparison['counters'] = {}
  for (const { class: one } of diff) counters[one] = (counters[one] ?? 0) + 1
  return counters
}

/** The reading that the intervention was last judged by. */
export function judgedReading({ judged, created_at }: Facts): Reading {
  if (!judged) return { takenAt: new Date(created_at), readings: [] }
  const takenAt = new Date(judged.taken_at)
  const readings = judged.items.map((item) => ({
    portId: item.port_id,
    port: item.port,
    serial: item.serial,
    state: item.state,
    rxDbm: item.rx_dbm,
    oltRxDbm: item.olt_rx_dbm,
    distanceM: item.distance_m,
    lastDownAt: null,
    lastDownCause: null,
    lastUpAt: null,
    readAt: item.read_at === null ? takenAt : new Date(item.read_at),
  }))
  return { takenAt, readings }
}
