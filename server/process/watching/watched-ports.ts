/** Reads and writes the watched ports of open interventions, within the caller's transaction. */
import { trafficLight } from '@hilo/domain/optics.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { lockEvent, noteEvent, type EventRow, type FaceplateItem } from '../event-row.ts'
import type { Alarm, PortNow } from './live-board.ts'

/** States in which an intervention's neighbours are watched. */
const { wronglyFinalized, finalizing, created, wronglyCancelled } = processState.is
const watching: readonly number[] = [wronglyFinalized, finalizing, created, wronglyCancelled]
/** The same as SQL, worded as the index that serves it. */
export const watchedEvent = `e.type = ${eventType.is.createListener} and e.process_state in (${watching.toSorted((a, b) => a - b).join(', ')})`

/** SQL on `e`: it has a darkness without explanation yet. */
const hasAccused = `exists (select from event_neighbour n
    where n.event_id = e.id and n.down_at is not null and not n.down_excused)`

/** An open intervention, locked, with its ports as last judged and its board. */
export interface WatchedEvent {
  event: EventRow
  ports: PortNow[]
  items: FaceplateItem[] | null
  alarms: Alarm[]
}

const selectPorts = `
  select n.port_id, n.port, n.vno_id, n.serial, n.worked, n.state, n.rx_dbm, n.olt_rx_dbm, n.serial_now, n.read_at, n.down_at,
    n.down_excused, n.up_at
  from event_neighbour n where n.event_id = $1 order by n.port`
// Adds to the watched set in the same round trip; the ports are selected by the next statement, which sees them.
const growAndSelectBoard =
  'select e.neighbour_items as items, e.alarms from event e, lateral grow_neighbours(e.id) where e.id = $1'

interface Board {
  items: FaceplateItem[] | null
  alarms: Alarm[] | null
}
type Moments = 'read_at' | 'down_at' | 'up_at'
type Stored = Omit<PortNow, Moments> & Record<Moments, Date | null>

const portOf = ({ read_at, down_at, up_at, ...row }: Stored): PortNow => ({
  ...row,
  read_at: read_at?.getTime() ?? null,
  down_at: down_at?.getTime() ?? null,
  up_at: up_at?.getTime() ?? null,
})

/** One intervention with its ports and board; null if it is no longer watched. */
export async function lockWatched(sql: Tx, eventId: number): Promise<WatchedEvent | null> {
  const event = await lockEvent(sql, eventId)
  if (!event || !watching.includes(event.process_state)) return null
  const [board] = await sql.rows<Board>(growAndSelectBoard, [eventId])
  const rows = await sql.rows<Stored>(selectPorts, [eventId])
  if (rows.length === 0) return null
  return { event, ports: rows.map(portOf), items: board?.items ?? null, alarms: board?.alarms ?? [] }
}

const watchersOfAlarms = `
  select e.id from port p join event e on e.cto_id = p.cto_id
   where p.id = any($1::bigint[]) and ${watchedEvent}
  union
  select e.id from pon p join cto c on c.pon_id = p.id join event e on e.cto_id = c.id
   where (p.id = any($2::int[]) or p.olt_id = $3) and ${watchedEvent} and ${hasAccused}
  order by id`

/**
 * Open interventions affected by alarms, in lock order: those in the box of one of the ports, and those with an unexplained
 * darkness on one of the PONs, or anywhere on an OLT, which may be part of an outage.
 */
export async function eventsOfAlarms(
  sql: Tx,
  {
    ports = [],
    pons = [],
    oltId = null,
  }: { ports?: readonly number[]; pons?: readonly number[]; oltId?: number | null },
): Promise<number[]> {
  return (await sql.rows<{ id: number }>(watchersOfAlarms, [ports, pons, oltId])).map(({ id }) => id)
}

const watchersOfBoxes = `
  select e.id from event e where e.cto_id = any($1::bigint[]) and ${watchedEvent}
    and exists (select from event_neighbour n where n.event_id = e.id)
  order by e.id`

/** The open interventions in these boxes, in lock order. */
export async function eventsInBoxes(sql: Tx, boxes: readonly number[]): Promise<number[]> {
  return (await sql.rows<{ id: number }>(watchersOfBoxes, [boxes])).map(({ id }) => id)
}

const writePorts = `
  update event_neighbour n set state = r.state, rx_dbm = r.rx_dbm, olt_rx_dbm = r.olt_rx_dbm, serial_now = r.serial_now,
    read_at = r.read_at, up_at = r.up_at, down_at = r.down_at, down_excused = r.down_excused
  from jsonb_to_recordset($2::jsonb) as r(port_id bigint, state text, rx_dbm numeric, olt_rx_dbm numeric, serial_now text,
    read_at timestamptz, up_at timestamptz, down_at timestamptz, down_excused boolean)
  where n.event_id = $1 and n.port_id = r.port_id`

const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Stores changed ports of an intervention. */
export async function savePorts(sql: Tx, eventId: number, changed: readonly PortNow[]): Promise<void> {
  const rows = changed.map(({ port_id, state, rx_dbm, olt_rx_dbm, serial_now, down_excused, ...one }) => ({
    ...{ port_id, state, rx_dbm, olt_rx_dbm, serial_now, down_excused },
    ...{ read_at: moment(one.read_at), up_at: moment(one.up_at), down_at: moment(one.down_at) },
  }))
  await sql.rows(writePorts, [eventId, JSON.stringify(rows)])
}

/** The faceplate updated with the changed ports; figures only for the port's own operator. */
function shown(items: readonly FaceplateItem[], changed: readonly PortNow[]): FaceplateItem[] {
  const byPort = new Map(changed.map((one) => [one.port, one]))
  return items.map((item) => {
    const now = byPort.get(item.port)
    if (!now) return item
    // The judgement belonged to an earlier light.
    const { class: _class, level: _level, preexisting = false, ...rest } = item
    return {
      ...rest,
      ...(preexisting && now.state !== 'online' && now.down_at === null && { preexisting }),
      state: now.state,
      light: trafficLight(now.state, now.rx_dbm),
      rx_dbm: item.own ? now.rx_dbm : null,
      olt_rx_dbm: item.own ? now.olt_rx_dbm : null,
      read_at: moment(now.read_at) ?? item.read_at,
    }
  })
}

/**
 * Publishes a change on the live stream of the intervention: faceplate, cuts, and since when the box is quiet.
 * @param touchedAt when light was last lost or found, ms since 1970; null if no cut has changed
 */
export async function showChange(
  sql: Tx,
  { event, items }: WatchedEvent,
  changed: readonly PortNow[],
  alarms: readonly Alarm[],
  touchedAt: number | null,
): Promise<EventRow> {
  const touched = Math.max(event.touched_at?.getTime() ?? 0, touchedAt ?? 0)
  return await noteEvent(sql, event, {
    neighbour_items: items && shown(items, changed),
    alarms: [...alarms],
    ...(touchedAt !== null && { touched_at: new Date(touched) }),
  })
}
