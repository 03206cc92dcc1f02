/** Loads the facts of a judgement: readings, alarms, works, outages. */
import type {
  Evidence,
  Newcomer,
  ReadingEvidence,
  TreeEvidence,
  WatchedOnt,
  Work,
} from '@hilo/domain/proof/evidence.ts'
import type { DownCause } from '@hilo/domain/diagnosis.ts'
import { type OpticalState, eventType } from '@hilo/domain/status.ts'
import { inProcess, type ProcessDb } from '../../kernel/sql/in-process.ts'
import type { Sql, Tx } from '../../kernel/sql/scope.ts'
import type { SnapshotItem } from '../opening/snapshot.ts'
import { movedAt, whileThere } from './moved-customer.ts'
import { sinceWatched } from './since-watched.ts'
import { boxAlarms, treeEvidence, type Stranger } from '../watching/tree-evidence.ts'

/** One watched position, frozen at the request. */
export interface WatchedRow {
  port_id: number
  port: number
  port_state: number
  vno_id: number | null
  access_id: number | null
  access_code: string | null
  /** Serial of the ONT at the request, and of the access's ONT now; they differ after an ONT change. */
  serial: string | null
  serial_due: string | null
  worked: boolean
  before_state: OpticalState
  before_rx: number | null
  before_olt_rx: number | null
  baseline_p50: number | null
  baseline_stddev: number | null
  last_rx: number | null
  last_olt_rx: number | null
  last_distance_m: number | null
  last_lit_at: string | null
  /** Times of the ONT changes ordered by its operator. */
  changes: string[]
  /** When a reading first found it dark since its last light, before the request; null where the last one found light, or there is none. */
  found_dark_at: string | null
  /** When its operator took the line out of service; null while it is in service. */
  ceased_at: string | null
  /** When its customer was connected, if after the request: earlier evidence does not count. */
  watched_from: string | null
}

/** A reading of one position. */
export type SeenPort = Pick<
  SnapshotItem,
  | 'port'
  | 'serial'
  | 'state'
  | 'rx_dbm'
  | 'olt_rx_dbm'
  | 'distance_m'
  | 'last_down_at'
  | 'last_down_cause'
  | 'last_up_at'
  | 'read_at'
  | 'measured_at'
  | 'elsewhere'
>

interface WorkRow {
  id: number
  technical_id: number | null
  vno_id: number
  from: string
  to: string | null
  control_to: string | null
  worked_ports: number[]
}

/** All inputs of the judgement for the report and the live board. */
export interface Facts {
  event_id: number
  cto_id: number
  pon_id: number
  process_state: number
  degraded: boolean
  before_id: number | null
  after_id: number | null
  created_at: string
  /** Business time of the load. */
  now: string
  watched: WatchedRow[]
  works: WorkRow[]
  /** Readings of the box since half an hour before the first of the works, oldest first. */
  seen: { taken_at: string; items: SeenPort[] }[]
  /** The reading of the last judgement. */
  judged: { taken_at: string; items: SnapshotItem[] } | null
  /** Alarms of the box by port, and evidence of its tree. */
  alarms: ReadonlyMap<number, readonly Evidence[]>
  tree: TreeEvidence
  /** ONTs on the PON without an access, and serials that the technician recorded. */
  strangers: Stranger[]
  own_serials: string[]
}

// e: the intervention; its window begins with the request, or with the reading prepared for it before.
// works: interventions in the same box that were requested up to 40 days before, each with its window and the end of its controls.
// near: those whose window, controls included, had not ended half an hour before this one began.
// since: from when on readings and alarms are loaded.
const stored = `
  with e as (select e.*, n.pon_id, least(e.created_at, b.taken_at) as begun
      from event e join cto n on n.id = e.cto_id left join neighbour_snapshot b on b.id = e.before_snapshot_id where e.id = $1),
  works as (
    select o.id, o.technical_id, o.vno_id, least(o.created_at, b.taken_at) as begun, work_ended(o) as ended,
      work_ended(o) + case when coalesce(setting_of(o.vno_id, 'controls') @> '"control_24h"', true) then interval '24 hours'
        when setting_of(o.vno_id, 'controls') @> '"control_15min"' then interval '15 minutes' else interval '0' end as control_to
    from e join event o on o.cto_id = e.cto_id and (o.type = ${eventType.is.createListener} or o.id = e.id)
    left join neighbour_snapshot b on b.id = o.before_snapshot_id
    where o.created_at > e.created_at - interval '40 days' or o.id = e.id),
  near as (select w.* from works w, e where w.id = e.id or coalesce(w.control_to, 'infinity') > e.begun - interval '30 minutes'),
  since as (select min(begun) - interval '30 minutes' as at from near where id = $1)
  select json_build_object('event_id', e.id, 'cto_id', e.cto_id, 'pon_id', e.pon_id, 'process_state', e.process_state,
    'degraded', e.degraded, 'before_id', e.before_snapshot_id, 'after_id', e.after_snapshot_id, 'created_at', wire_time(e.created_at),
    'now', wire_time(app_now()),
    'since', wire_time((select at from since)),
    'watched', (select coalesce(json_agg(json_build_object('port_id', n.port_id, 'port', n.port, 'port_state', p.state,
        'vno_id', n.vno_id, 'access_id', n.access_id, 'access_code', n.access_code, 'serial', n.serial,
        'serial_due', x.ont_serial, 'worked', n.worked, 'before_state', n.before_state, 'before_rx', n.before_rx,
        'before_olt_rx', n.before_olt_rx, 'baseline_p50', n.baseline_p50, 'baseline_stddev', n.baseline_stddev,
        'last_rx', n.last_rx, 'last_olt_rx', n.last_olt_rx, 'last_distance_m', n.last_distance_m,
        'last_lit_at', wire_time(n.last_lit_at), 'found_dark_at', wire_time(n.found_dark_at),
        'ceased_at', wire_time(case when x.state = 'baja' then x.ceased_at end),
        'watched_from', wire_time(n.watched_from), 'changes', (select coalesce(json_agg(wire_time(h.requested_at)), '[]')
          from ont_change h where h.access_id = n.access_id and h.state <> 'revertido'
            and h.requested_at > e.begun - interval '24 hours')) order by n.port), '[]')
      from event_neighbour n join port p on p.id = n.port_id left join access x on x.id = n.access_id where n.event_id = e.id),
    'works', (select json_agg(json_build_object('id', w.id, 'technical_id', w.technical_id, 'vno_id', w.vno_id,
        'from', wire_time(w.begun), 'to', wire_time(w.ended), 'control_to', wire_time(w.control_to),
        'worked_ports', (select coalesce(json_agg(n.port), '[]') from event_neighbour n where n.event_id = w.id and n.worked))
        order by w.id) from near w),
    'seen', (select coalesce(json_agg(json_build_object('taken_at', wire_time(s.taken_at), 'items', s.items) order by s.taken_at), '[]')
      from (select s.taken_at, s.items::jsonb from near w join neighbour_snapshot s on s.event_id = w.id
            where s.taken_at >= (select at from since)
          union all
          select r.at, jsonb_agg(jsonb_build_object('port', p.number, 'serial', r.serial, 'state', r.state, 'rx_dbm', r.rx_dbm,
            'olt_rx_dbm', r.olt_rx_dbm, 'distance_m', r.distance_m, 'last_down_at', wire_time(r.last_down_at),
            'last_down_cause', r.last_down_cause, 'last_up_at', wire_time(r.last_up_at), 'read_at', wire_time(r.at),
            'elsewhere', r.elsewhere))
          from ont_reading r join port p on p.id = r.port_id
          where r.cto_id = e.cto_id and r.at >= (select at from since) group by r.at) s),
    'own_serials', (select coalesce(json_agg(v), '[]') from json_array_elements(e.steps) st
      cross join lateral json_each_text(st->'data') d(k, v) where k = 'ont_serial' and v is not null),
    'judged', (select json_build_object('taken_at', wire_time(s.taken_at), 'items', s.items)
      from neighbour_snapshot s where s.id = coalesce(e.after_snapshot_id, e.before_snapshot_id)))::text
  from e`

type Stored = Omit<Facts, 'alarms' | 'tree' | 'strangers'> & { since: string }

/** Runs in the scope of all operators. Null if there is no such intervention. */
export async function factsOfEvent(sql: Tx, eventId: number): Promise<Facts | null> {
  const text = await sql.json(stored, [eventId])
  if (text === null) return null
  const { since, ...facts } = JSON.parse(text) as Stored
  const [from, to] = [new Date(since), new Date(8.64e15)]
  const alarms = await boxAlarms(sql, facts.cto_id, from, to)
  const { strangers, ...tree } = await treeEvidence(sql, facts.pon_id, facts.cto_id, from, to)
  return { ...facts, alarms, tree, strangers }
}

const ms = (text: string | null) => (text === null ? null : Date.parse(text))

/** Time of the newest fact, ms since 1970: now, or an alarm or a reading newer than now. */
export function newestOf({ now, alarms, seen, tree }: Facts): number {
  const alarmTimes = [...alarms.values(), ...tree.outside].flatMap((some) => some.map(({ at }) => at))
  const read = seen.flatMap(({ items }) => items.map(({ read_at }) => ms(read_at) ?? 0))
  return [...alarmTimes, ...read].reduce((last, at) => Math.max(last, at), Date.parse(now))
}

const viewer = `select report_viewer($1, '[]')`

/**
 * Loads the facts for a session that takes part in the intervention; null for any other session.
 * @param sql of the session
 */
export async function loadFacts(db: ProcessDb, sql: Sql, eventId: number): Promise<Facts | null> {
  if ((await sql.json(viewer, [eventId])) === null) return null
  return await inProcess(db, (tx) => factsOfEvent(tx, eventId))
}

/** An OLT may answer a cached power: if older than this, ms, it counts for its own time. */
const freshMs = 60_000

/** A cached power: proves light at its time, and nothing more. */
function keptPower({ measured_at, rx_dbm, olt_rx_dbm }: SeenPort, reading: ReadingEvidence): ReadingEvidence[] {
  const at = ms(measured_at ?? null)
  if (at === null || at >= reading.at - freshMs || reading.elsewhere || (rx_dbm === null && olt_rx_dbm === null))
    return []
  const memory = { last_down_at: null, last_down_cause: null, last_up_at: null, distance_m: null }
  return [{ kind: 'reading', at, state: 'online', rx_dbm, olt_rx_dbm, ...memory }]
}

function evidenceOf(item: SeenPort, takenAt: number): ReadingEvidence {
  const at = ms(item.read_at) ?? takenAt
  const fresh = (ms(item.measured_at ?? null) ?? at) >= at - freshMs && !item.elsewhere
  return {
    kind: 'reading',
    at,
    // An ONT that answers on another PON has light.
    state: item.elsewhere ? 'online' : item.state,
    rx_dbm: fresh ? item.rx_dbm : null,
    olt_rx_dbm: fresh ? item.olt_rx_dbm : null,
    distance_m: item.distance_m,
    last_down_at: ms(item.last_down_at),
    last_down_cause: item.last_down_cause as DownCause | null,
    last_up_at: ms(item.last_up_at),
    ...(item.elsewhere && { elsewhere: true }),
  }
}

/** True if an ONT answers at the position that is neither the former nor the expected one. */
const isStranger = (row: WatchedRow, { serial, state }: SeenPort) =>
  state === 'online' && serial !== null && row.serial !== null && serial !== row.serial && serial !== row.serial_due

/** Another ONT answers at the position: of the displaced one only the time of the fall is known. */
const displaced = (reading: ReadingEvidence): ReadingEvidence => ({
  ...reading,
  state: reading.last_down_cause === 'los' ? 'los' : 'offline',
  rx_dbm: null,
  olt_rx_dbm: null,
  last_up_at: null,
})

/** The last light before the work: as stored, or as cached by the OLT at the first reading. */
function lastKnown(facts: Facts, row: WatchedRow, readings: readonly ReadingEvidence[]): WatchedOnt['last_known'] {
  const { last_rx: rx_dbm, last_olt_rx: olt_rx_dbm, last_distance_m: distance_m, last_lit_at: at } = row
  const lit = at !== null && (rx_dbm !== null || olt_rx_dbm !== null)
  const stored = lit ? { at: Date.parse(at), rx_dbm, olt_rx_dbm, distance_m } : null
  const from = Date.parse(facts.works.find(({ id }) => id === facts.event_id)?.from ?? facts.created_at)
  const latest = readings.findLast((one) => one.at < from && (one.rx_dbm !== null || one.olt_rx_dbm !== null))
  return latest && latest.at > (stored?.at ?? -Infinity) ? latest : stored
}

/** One watched ONT with all its evidence. */
export function watchedOnt(facts: Facts, row: WatchedRow): WatchedOnt {
  const readings = facts.seen.flatMap(({ taken_at, items }) => {
    const item = items.find(({ port }) => port === row.port)
    if (!item) return []
    const reading = evidenceOf(item, Date.parse(taken_at))
    if (!isStranger(row, item)) return [...keptPower(item, reading), reading]
    const away = items.some((one) => one.port !== row.port && one.serial === row.serial && one.state === 'online')
    return [away ? { ...reading, rx_dbm: null, olt_rx_dbm: null, elsewhere: true } : displaced(reading)]
  })
  const { baseline_p50: median, baseline_stddev: deviation } = row
  const moved = movedAt(facts.watched, row)
  const known = whileThere([...readings, ...(facts.alarms.get(row.port) ?? [])], moved)
  return {
    port: row.port,
    vno_id: row.vno_id,
    // The work's own customer is judged at the new position.
    serial: row.worked && moved !== null ? null : row.serial,
    worked: row.worked,
    evidence: sinceWatched(known, ms(row.watched_from)),
    last_known: row.watched_from === null ? lastKnown(facts, row, readings) : null,
    found_dark_at: row.watched_from === null ? ms(row.found_dark_at) : null,
    // For a normal distribution the median absolute deviation is the standard deviation divided by 1.4826.
    baseline: median === null ? null : { median, mad: (deviation ?? 0) / 1.4826 },
    ceased_at: ms(row.ceased_at),
    changes_ordered: row.changes.map((at) => Date.parse(at)),
  }
}

/** ONTs that replaced another at a position, and those on the PON without an access. */
export function newcomersOf(facts: Facts): Newcomer[] {
  const own = new Set(facts.own_serials)
  const strangers = facts.strangers
    .filter(({ serial }) => !own.has(serial))
    .map((one) => ({ ...one, rx_dbm: null, olt_rx_dbm: null, port: null }))
  const atPorts = facts.seen.flatMap(({ taken_at, items }) =>
    items.flatMap((item): Newcomer[] => {
      const row = facts.watched.find(({ port }) => port === item.port)
      const { serial, state, rx_dbm, olt_rx_dbm, distance_m } = item
      if (!row || serial === null || state !== 'online' || serial === row.serial) return []
      const port = serial === row.serial_due ? row.port : null
      const at = ms(item.last_up_at) ?? ms(item.read_at) ?? Date.parse(taken_at)
      if (at < (ms(row.watched_from) ?? -Infinity)) return []
      return [{ serial, at, rx_dbm, olt_rx_dbm, distance_m, port }]
    }),
  )
  return [...atPorts, ...strangers]
}

export const worksOf = ({ works }: Facts): Work[] =>
  works.map((one) => ({
    id: one.id,
    technician_id: one.technical_id,
    vno_id: one.vno_id,
    from: Date.parse(one.from),
    to: ms(one.to),
    control_to: ms(one.control_to),
    worked_ports: one.worked_ports,
  }))
