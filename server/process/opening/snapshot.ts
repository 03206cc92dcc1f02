import { trafficLight } from '@hilo/domain/optics.ts'
import type { OpticalState, Phase } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import type { EventRow, FaceplateItem } from '../event-row.ts'

/** One port as a snapshot keeps it: every operator's figures, so it never leaves for a tenant as it is. */
export interface SnapshotItem {
  port: number
  port_id: number
  port_state: number
  vno_id: number | null
  access_id: number | null
  access_code: string | null
  serial: string | null
  state: OpticalState
  rx_dbm: number | null
  olt_rx_dbm: number | null
  distance_m: number | null
  last_down_at: string | null
  last_down_cause: string | null
  last_up_at: string | null
  read_at: string | null
  /** When its powers were measured, where that may be before the reading. */
  measured_at?: string | null
  /** Its ONT answers on another PON of the OLT. */
  elsewhere?: boolean
}

/** A reading as it is kept; `completePct`: occupied ports that answered, in percent. */
export interface SavedSnapshot {
  id: number
  items: SnapshotItem[]
  completePct: number
}

/** What was read, as far as a snapshot needs it. */
export type ReadBox = Pick<BoxAnswer, 'takenAt' | 'source' | 'readings' | 'completePct'>

/**
 * SQL of the hash that the next link of an intervention's chain takes over: of the snapshot or report that none follows
 * yet. `event` is the SQL of its id.
 */
export const chainHead = (event: string): string => `(select c.sha256
  from (select sha256, prev_sha256 from neighbour_snapshot where event_id = ${event}
    union all select sha256, prev_sha256 from quality_report where event_id = ${event}) c
  where not exists (select from neighbour_snapshot n where n.event_id = ${event} and n.prev_sha256 = c.sha256)
    and not exists (select from quality_report q where q.event_id = ${event} and q.prev_sha256 = c.sha256) limit 1)`

const items = (said: string) => `select coalesce(jsonb_agg(jsonb_build_object('port', p.number, 'port_id', p.id,
    'port_state', p.state, 'vno_id', a.vno_id, 'access_id', a.access_id, 'access_code', x.code, 'serial', r.serial,
    'state', coalesce(r.state, 'unknown'), 'rx_dbm', r."rxDbm", 'olt_rx_dbm', r."oltRxDbm", 'distance_m', r."distanceM",
    'last_down_at', r."lastDownAt", 'last_down_cause', r."lastDownCause", 'last_up_at', r."lastUpAt", 'read_at', r."readAt", 'measured_at', r."measuredAt",
    'elsewhere', r."elsewherePonId" is not null)
    order by p.number), '[]') as items
  from port p
  left join port_assignment a on a.port_id = p.id and a.ended_at is null
  left join access x on x.id = a.access_id
  left join json_to_recordset(${said}::json) as r("portId" bigint, serial text, state text, "rxDbm" numeric, "oltRxDbm" numeric,
    "distanceM" int, "lastDownAt" text, "lastDownCause" text, "lastUpAt" text, "readAt" text, "measuredAt" text, "elsewherePonId" int) on r."portId" = p.id
  where p.cto_id = $1`

// PostgreSQL writes the keys of a jsonb in one order only, so its text is the same wherever it is hashed again.
const insertSnapshot = `
  with seen as (${items('$3')}),
  link as (select s.items, ${chainHead('$2::bigint')} as prev from seen s),
  sealed as (select l.*, sha256(coalesce(l.prev, '') || convert_to(jsonb_build_object('event_id', $2::bigint, 'cto_id', $1::bigint,
    'phase', $4::text, 'taken_at', wire_time($5::timestamptz), 'source', $6::text, 'complete_pct', $7::int,
    'items', l.items)::text, 'UTF8')) as sha256 from link l)
  insert into neighbour_snapshot (event_id, cto_id, phase, taken_at, source, complete_pct, items, sha256, prev_sha256)
  select $2, $1, $4, $5, $6, $7, items, sha256, prev from sealed returning id, items`

/**
 * Keeps a reading of a whole box as a link of the intervention's chain of hashes. In the scope of all operators, with the
 * intervention locked: two links must not follow the same one.
 */
export async function saveSnapshot(
  sql: Tx,
  { eventId, ctoId, phase }: { eventId: number | null; ctoId: number; phase: Phase },
  { takenAt, source, readings, completePct }: ReadBox,
): Promise<SavedSnapshot> {
  const values = [ctoId, eventId, JSON.stringify(readings), phase, takenAt, source, completePct]
  const [saved] = await sql.rows<{ id: number; items: SnapshotItem[] }>(insertSnapshot, values)
  if (!saved) throw new Error('no snapshot was kept')
  return { ...saved, completePct }
}

/** The ports of a box with what hangs there by the inventory and what was read of them, if anything. In the scope of all operators. */
export async function itemsOf(sql: Tx, ctoId: number, seen: Pick<ReadBox, 'readings'> | null): Promise<SnapshotItem[]> {
  const values = [ctoId, JSON.stringify(seen?.readings ?? [])]
  const [row] = await sql.rows<{ items: SnapshotItem[] }>(items('$2'), values)
  return row?.items ?? []
}

/** What the operator of an intervention may see of a snapshot: figures of his own ports alone. */
export function faceplateItems(seen: readonly SnapshotItem[], vnoId: number): FaceplateItem[] {
  return seen.map(({ port, port_state, state, vno_id, rx_dbm, olt_rx_dbm, read_at }) => {
    const own = vno_id === vnoId
    return {
      port,
      port_state,
      state,
      own,
      rx_dbm: own ? rx_dbm : null,
      olt_rx_dbm: own ? olt_rx_dbm : null,
      light: trafficLight(state, rx_dbm),
      read_at,
    }
  })
}

const darkStates = `'los', 'dying_gasp', 'offline', 'admin_down'`
// The watched set was frozen with the request; the reading adds ONTs that the inventory does not know.
const watchNeighbours = `
  with seen as (
    select * from jsonb_to_recordset($3::jsonb) as i(port smallint, port_id bigint, port_state int, vno_id int, access_id bigint,
      access_code text, serial text, state text, rx_dbm numeric, olt_rx_dbm numeric, read_at timestamptz)),
  added as (
    insert into event_neighbour (event_id, port_id, port, vno_id, access_id, access_code, serial, before_state, before_rx,
      before_olt_rx, preexisting, state, rx_dbm, olt_rx_dbm, serial_now, read_at, worked)
    select $1, i.port_id, i.port, i.vno_id, i.access_id, i.access_code, i.serial, i.state, i.rx_dbm, i.olt_rx_dbm,
      i.state in (${darkStates}), i.state, i.rx_dbm, i.olt_rx_dbm, i.serial, i.read_at, false
    from seen i where (i.state = 'online' or i.serial is not null) and i.port_id is distinct from $2
    on conflict (event_id, port_id) do update set before_state = excluded.before_state, before_rx = excluded.before_rx,
      before_olt_rx = excluded.before_olt_rx, preexisting = excluded.preexisting, state = excluded.state,
      rx_dbm = excluded.rx_dbm, olt_rx_dbm = excluded.olt_rx_dbm, serial_now = excluded.serial_now, read_at = excluded.read_at,
      serial = coalesce(event_neighbour.serial, excluded.serial)
    returning port, worked),
  known as (
    update event_neighbour n set before_state = i.state, before_rx = i.rx_dbm, before_olt_rx = i.olt_rx_dbm,
      preexisting = i.state in (${darkStates}), state = i.state, rx_dbm = i.rx_dbm, olt_rx_dbm = i.olt_rx_dbm, serial_now = i.serial,
      read_at = i.read_at
    from seen i where n.event_id = $1 and n.port_id = i.port_id and not exists (select from added a where a.port = n.port)
    returning n.port, n.worked)
  select port from (select * from added union all select * from known) w where not worked`
const freeze = 'select freeze_neighbours($1)::text'

/**
 * From here on the neighbours of an intervention are watched: every position with somebody's ONT when it was requested, except
 * the one worked on. Answers their numbers.
 */
export async function startWatching(
  sql: Tx,
  event: Pick<EventRow, 'id' | 'port_id'>,
  snapshot: Pick<SavedSnapshot, 'items'>,
): Promise<number[]> {
  // One that was made before the set was frozen with the request.
  await sql.json(freeze, [event.id])
  const values = [event.id, event.port_id, JSON.stringify(snapshot.items)]
  const rows = await sql.rows<{ port: number }>(watchNeighbours, values)
  return rows.map(({ port }) => port).toSorted((a, b) => a - b)
}
