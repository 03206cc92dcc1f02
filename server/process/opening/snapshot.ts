import { trafficLight } from '@hilo/domain/optics.ts'
import type { JudgedMarks } from '@hilo/domain/port-look.ts'
import type { OpticalState, Phase } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import type { EventRow, FaceplateItem } from '../event-row.ts'

/** One port as stored in a snapshot. Holds every operator's figures, so it is never sent to a tenant unfiltered. */
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
  /** When its powers were measured, if before the reading. */
  measured_at?: string | null
  /** Its ONT answers on another PON of the OLT. */
  elsewhere?: boolean
}

/** A stored reading; `completePct`: share of occupied ports that answered, in percent. */
interface SavedSnapshot {
  id: number
  items: SnapshotItem[]
  completePct: number
}

/** The part of a reading that a snapshot needs. */
export type ReadBox = Pick<BoxAnswer, 'takenAt' | 'source' | 'readings' | 'completePct'>

/**
 * SQL of the hash for the next link of an intervention's chain: that of the last snapshot or report. `event` is the SQL of its
 * id.
 */
export const chainHead = (event: string): string => `(select c.sha256
  from (select sha256, prev_sha256 from neighbour_snapshot where event_id = ${event}
    union all select sha256, prev_sha256 from quality_report where event_id = ${event}) c
  where not exists (select from neighbour_snapshot n where n.event_id = ${event} and n.prev_sha256 = c.sha256)
    and not exists (select from quality_report q where q.event_id = ${event} and q.prev_sha256 = c.sha256) limit 1)`

const items = (readings: string) => `select coalesce(jsonb_agg(jsonb_build_object('port', p.number, 'port_id', p.id,
    'port_state', p.state, 'vno_id', a.vno_id, 'access_id', a.access_id, 'access_code', x.code, 'serial', r.serial,
    'state', coalesce(r.state, 'unknown'), 'rx_dbm', r."rxDbm", 'olt_rx_dbm', r."oltRxDbm", 'distance_m', r."distanceM",
    'last_down_at', r."lastDownAt", 'last_down_cause', r."lastDownCause", 'last_up_at', r."lastUpAt", 'read_at', r."readAt", 'measured_at', r."measuredAt",
    'elsewhere', r."elsewherePonId" is not null)
    order by p.number), '[]') as items
  from port p
  left join port_assignment a on a.port_id = p.id and a.ended_at is null
  left join access x on x.id = a.access_id
  left join json_to_recordset(${readings}::json) as r("portId" bigint, serial text, state text, "rxDbm" numeric, "oltRxDbm" numeric,
    "distanceM" int, "lastDownAt" text, "lastDownCause" text, "lastUpAt" text, "readAt" text, "measuredAt" text, "elsewherePonId" int) on r."portId" = p.id
  where p.cto_id = $1`

// PostgreSQL normalizes the key order of jsonb, so its text gives the same hash every time.
const insertSnapshot = `
  with seen as (${items('$3')}),
  link as (select s.items, ${chainHead('$2::bigint')} as prev from seen s),
  sealed as (select l.*, sha256(coalesce(l.prev, '') || convert_to(jsonb_build_object('event_id', $2::bigint, 'cto_id', $1::bigint,
    'phase', $4::text, 'taken_at', wire_time($5::timestamptz), 'source', $6::text, 'complete_pct', $7::int,
    'items', l.items)::text, 'UTF8')) as sha256 from link l)
  insert into neighbour_snapshot (event_id, cto_id, phase, taken_at, source, complete_pct, items, sha256, prev_sha256)
  select $2, $1, $4, $5, $6, $7, items, sha256, prev from sealed returning id, items`

/**
 * Stores a reading of a whole box as a link of the intervention's hash chain. Runs in the scope of all operators, with the
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

/** Ports of a box with their inventory and their readings, if any. Runs in the scope of all operators. */
export async function itemsOf(
  sql: Tx,
  ctoId: number,
  reading: Pick<ReadBox, 'readings'> | null,
): Promise<SnapshotItem[]> {
  const values = [ctoId, JSON.stringify(reading?.readings ?? [])]
  const [row] = await sql.rows<{ items: SnapshotItem[] }>(items('$2'), values)
  return row?.items ?? []
}

/** A snapshot as the intervention's operator may see it, judged: figures of its own ports only. */
export function faceplateItems(
  snapshotItems: readonly SnapshotItem[],
  vnoId: number,
  judged: ReadonlyMap<number, JudgedMarks> = new Map(),
): FaceplateItem[] {
  return snapshotItems.map(({ port, port_state, state, vno_id, rx_dbm, olt_rx_dbm, read_at }) => {
    const own = vno_id === vnoId
    return {
      ...judged.get(port),
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

/** Marks of the ports that were dark in a reading before the work. */
export const darkBeforeWork = (before: readonly SnapshotItem[]): ReadonlyMap<number, JudgedMarks> =>
  new Map(
    before
      .filter(({ state }) => state !== 'online' && state !== 'unknown')
      .map(({ port }) => [port, { preexisting: true }]),
  )

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
const grow = 'select grow_neighbours($1)::text'

/**
 * Adds customers connected in the box since the request to the watched set, each from its connection on. Runs before each
 * stored judgement, under the lock of this intervention alone, so that two closings in one box cannot deadlock.
 */
export async function watchNewcomers(sql: Tx, eventId: number): Promise<void> {
  await sql.json(grow, [eventId])
}

/** Starts watching: freezes every position with an ONT at the request, except the worked one. Returns their numbers. */
export async function startWatching(
  sql: Tx,
  event: Pick<EventRow, 'id' | 'port_id'>,
  snapshot: Pick<SavedSnapshot, 'items'>,
): Promise<number[]> {
  // For events created before the set was frozen at the request.
  await sql.json(freeze, [event.id])
  const values = [event.id, event.port_id, JSON.stringify(snapshot.items)]
  const rows = await sql.rows<{ port: number }>(watchNeighbours, values)
  return rows.map(({ port }) => port).toSorted((a, b) => a - b)
}
