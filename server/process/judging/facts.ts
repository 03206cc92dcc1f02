/** What the judgement of an intervention rests on, loaded from what was kept: readings, alarms, works, outages. */
import type {
  Evidence,
  Newcomer,
  ReadingEvidence,
  TreeEvidence,
  WatchedOnt,
  Work,
} from '@hilo/domain/proof/evidence.ts'
import type { DownCause } from '@hilo/domain/diagnosis.ts'
import type { OpticalState } from '@hilo/domain/status.ts'
import { inProcess, type ProcessDb } from '../../db/in-process.ts'
import type { Sql, Tx } from '../../db/scope.ts'
import type { SnapshotItem } from '../opening/snapshot.ts'
import { boxAlarms, treeEvidence, type Stranger } from '../watching/tree-evidence.ts'

/** One watched position as it was frozen when the intervention was requested. */
export interface WatchedRow {
  port_id: number
  port: number
  port_state: number
  vno_id: number | null
  access_id: number | null
  access_code: string | null
  /** Of the ONT that was there; of the access now. They differ once its operator has changed the ONT. */
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
  /** When its operator ordered changes of its ONT. */
  changes: string[]
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
}

/** What a report is computed from. */
export interface Facts {
  event_id: number
  cto_id: number
  pon_id: number
  process_state: number
  degraded: boolean
  before_id: number | null
  after_id: number | null
  created_at: string
  watched: WatchedRow[]
  works: WorkRow[]
  /** Readings of the box since half an hour before the first of the works, oldest first. */
  seen: { taken_at: string; items: SeenPort[] }[]
  /** The reading that the intervention was last judged by. */
  judged: { taken_at: string; items: SnapshotItem[] } | null
  /** Alarms of the box by port, and what its tree showed. */
  alarms: ReadonlyMap<number, readonly Evidence[]>
  tree: TreeEvidence
  /** ONTs of nobody that came up on the PON; serials that the intervention itself has recorded. */
  strangers: Stranger[]
  own_serials: string[]
}

const stored = `
  with e as (select e.*, n.pon_id, least(e.created_at, b.taken_at) as begun
      from event e join cto n on n.id = e.cto_id left join neighbour_snapshot b on b.id = e.before_snapshot_id where e.id = $1),
  works as (
    select o.id, o.technical_id, o.vno_id, least(o.created_at, b.taken_at) as begun, work_ended(o) as ended,
      work_ended(o) + case when coalesce(setting_of(o.vno_id, 'controls') @> '"control_24h"', true) then interval '24 hours'
        when setting_of(o.vno_id, 'controls') @> '"control_15min"' then interval '15 minutes' else interval '0' end as control_to
    from e join event o on o.cto_id = e.cto_id and (o.type = 1 or o.id = e.id)
    left join neighbour_snapshot b on b.id = o.before_snapshot_id
    where o.created_at > e.created_at - interval '40 days' or o.id = e.id),
  near as (select w.* from works w, e where w.id = e.id or coalesce(w.control_to, 'infinity') > e.begun - interval '30 minutes'),
  since as (select min(begun) - interval '30 minutes' as at from near where id = $1)
  select json_build_object('event_id', e.id, 'cto_id', e.cto_id, 'pon_id', e.pon_id, 'process_state', e.process_state,
    'degraded', e.degraded, 'before_id', e.before_snapshot_id, 'after_id', e.after_snapshot_id, 'created_at', wire_time(e.created_at),
    'since', wire_time((select at from since)),
    'watched', (select coalesce(json_agg(json_build_object('port_id', n.port_id, 'port', n.port, 'port_state', p.state,
        'vno_id', n.vno_id, 'access_id', n.access_id, 'access_code', n.access_code, 'serial', n.serial,
        'serial_due', x.ont_serial, 'worked', n.worked, 'before_state', n.before_state, 'before_rx', n.before_rx,
        'before_olt_rx', n.before_olt_rx, 'baseline_p50', n.baseline_p50, 'baseline_stddev', n.baseline_stddev,
        'last_rx', n.last_rx, 'last_olt_rx', n.last_olt_rx, 'last_distance_m', n.last_distance_m,
        'last_lit_at', wire_time(n.last_lit_at), 'changes', (select coalesce(json_agg(wire_time(h.requested_at)), '[]')
          from ont_change h where h.access_id = n.access_id and h.state <> 'revertido'
            and h.requested_at > e.begun - interval '24 hours')) order by n.port), '[]')
      from event_neighbour n join port p on p.id = n.port_id left join access x on x.id = n.access_id where n.event_id = e.id),
    'works', (select json_agg(json_build_object('id', w.id, 'technical_id', w.technical_id, 'vno_id', w.vno_id,
        'from', wire_time(w.begun), 'to', wire_time(w.ended), 'control_to', wire_time(w.control_to)) order by w.id) from near w),
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

/** In the scope of all operators. Null where there is no such intervention. */
export async function factsOfEvent(sql: Tx, eventId: number): Promise<Facts | null> {
  const text = await sql.json(stored, [eventId])
  if (text === null) return null
  const { since, ...facts } = JSON.parse(text) as Stored
  const [from, to] = [new Date(since), new Date(8.64e15)]
  const alarms = await boxAlarms(sql, facts.cto_id, from, to)
  const { strangers, ...tree } = await treeEvidence(sql, facts.pon_id, facts.cto_id, from, to)
  return { ...facts, alarms, tree, strangers }
}

const viewer = `select report_viewer($1, '[]')`

/**
 * The same for a session that has a part in the intervention; null for whom it is nobody's business.
 * @param sql of the session
 */
export async function loadFacts(db: ProcessDb, sql: Sql, eventId: number): Promise<Facts | null> {
  if ((await sql.json(viewer, [eventId])) === null) return null
  return await inProcess(db, (tx) => factsOfEvent(tx, eventId))
}

const ms = (text: string | null) => (text === null ? null : Date.parse(text))

/** An OLT may answer with a power that it has kept for minutes: older than this, ms, it says nothing of the reading. */
const freshMs = 60_000

function evidenceOf(item: SeenPort, takenAt: number): ReadingEvidence {
  const at = ms(item.read_at) ?? takenAt
  const fresh = (ms(item.measured_at ?? null) ?? at) >= at - freshMs && !item.elsewhere
  return {
    kind: 'reading',
    at,
    // It has light where it is now.
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

/** Another ONT answers at the position than the one that was there and the one that should be. */
const isStranger = (row: WatchedRow, { serial, state }: SeenPort) =>
  state === 'online' && serial !== null && row.serial !== null && serial !== row.serial && serial !== row.serial_due

/** Of the ONT whose place a stranger has taken nothing is heard but when the place went dark. */
const displaced = (reading: ReadingEvidence): ReadingEvidence => ({
  ...reading,
  state: reading.last_down_cause === 'los' ? 'los' : 'offline',
  rx_dbm: null,
  olt_rx_dbm: null,
  last_up_at: null,
})

/** One watched ONT with everything that is known of it. */
export function watchedOnt(facts: Facts, row: WatchedRow): WatchedOnt {
  const readings = facts.seen.flatMap(({ taken_at, items }) => {
    const item = items.find(({ port }) => port === row.port)
    if (!item) return []
    const reading = evidenceOf(item, Date.parse(taken_at))
    if (!isStranger(row, item)) return [reading]
    const away = items.some((one) => one.port !== row.port && one.serial === row.serial && one.state === 'online')
    return [away ? { ...reading, rx_dbm: null, olt_rx_dbm: null, elsewhere: true } : displaced(reading)]
  })
  const { last_rx, last_olt_rx, last_lit_at, baseline_p50: median, baseline_stddev: deviation } = row
  const lit = last_lit_at !== null && (last_rx !== null || last_olt_rx !== null)
  return {
    port: row.port,
    vno_id: row.vno_id,
    serial: row.serial,
    worked: row.worked,
    evidence: [...readings, ...(facts.alarms.get(row.port) ?? [])],
    last_known: lit
      ? { at: Date.parse(last_lit_at), rx_dbm: last_rx, olt_rx_dbm: last_olt_rx, distance_m: row.last_distance_m }
      : null,
    // Of a normal distribution the median absolute deviation is 0.67 of the standard deviation.
    baseline: median === null ? null : { median, mad: (deviation ?? 0) / 1.4826 },
    changes_ordered: row.changes.map((at) => Date.parse(at)),
  }
}

/** ONTs that answer where another one did, and those that came up on the PON and belong to nobody. */
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
  }))
