/** The watched ports of open interventions, read and written within the transaction that may. */
import { byHand } from '@hilo/domain/live-cuts.ts'
import { trafficLight } from '@hilo/domain/optics.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import { accusing, alarmsOf, openCut, type SeenCut, type Watched } from './cuts.ts'
import { lockEvent, noteEvent, type EventRow, type FaceplateItem } from '../event-row.ts'

/** States in which an intervention's neighbours are watched. */
const { wronglyFinalized, finalizing, created, wronglyCancelled } = processState.is
const watching: readonly number[] = [wronglyFinalized, finalizing, created, wronglyCancelled]
/** The same as SQL, in the words of the index that serves it. */
export const watchedEvent = `e.type = 1 and e.process_state in (${watching.toSorted((a, b) => a - b).join(', ')})`

/** A port with what is kept of it beside its light. */
export interface Neighbour extends Watched {
  access_id: number | null
  /** The port, or the customer, that the intervention itself works on: shown, never somebody's harm. */
  worked: boolean
}

/** An open intervention with its ports, locked. */
export interface WatchedEvent {
  event: EventRow
  neighbours: Neighbour[]
  /** Of the reading before the work, in milliseconds since 1970. */
  since: number
}

const selectNeighbours = `
  select n.port_id, n.port, n.vno_id, n.access_id, n.serial, n.preexisting, n.state, n.rx_dbm, n.olt_rx_dbm, n.serial_now,
    n.read_at, n.up_at, n.cuts,
    n.worked,
    coalesce(s.taken_at, e.started_at, e.created_at) as since
  from event e join event_neighbour n on n.event_id = e.id left join neighbour_snapshot s on s.id = e.before_snapshot_id
  where e.id = $1 order by n.port`

interface StoredCut {
  down_at: string
  up_at: string | null
  gasp: boolean
  upstream?: boolean
  silent?: boolean
}
type Stored = Omit<Neighbour, 'cuts' | 'read_at' | 'up_at'> & {
  cuts: StoredCut[]
  read_at: Date | null
  up_at: Date | null
  since: Date
}

const kept = (cut: SeenCut): StoredCut => ({
  ...cut,
  down_at: new Date(cut.down_at).toISOString(),
  up_at: cut.up_at === null ? null : new Date(cut.up_at).toISOString(),
})

function neighbourOf({ since: _, ...row }: Stored): Neighbour {
  return {
    ...row,
    read_at: row.read_at?.getTime() ?? null,
    up_at: row.up_at?.getTime() ?? null,
    cuts: row.cuts.map((cut) => ({
      ...cut,
      down_at: Date.parse(cut.down_at),
      up_at: cut.up_at === null ? null : Date.parse(cut.up_at),
    })),
  }
}

/** One intervention with its ports, or null when it is watched no longer. */
export async function lockWatched(sql: Tx, eventId: number): Promise<WatchedEvent | null> {
  const event = await lockEvent(sql, eventId)
  if (!event || !watching.includes(event.process_state)) return null
  const rows = await sql.rows<Stored>(selectNeighbours, [eventId])
  const since = rows[0]?.since.getTime()
  return since === undefined ? null : { event, neighbours: rows.map(neighbourOf), since }
}

const watchersOfPorts = `
  select distinct e.id from event_neighbour n join event e on e.id = n.event_id
  where n.port_id = any($1::bigint[]) and ${watchedEvent} order by e.id`

/** The open interventions that watch any of these ports, in the order in which they are to be locked. */
export async function eventsAtPorts(sql: Tx, ports: readonly number[]): Promise<number[]> {
  return (await sql.rows<{ id: number }>(watchersOfPorts, [ports])).map(({ id }) => id)
}

const watchersOfBoxes = `
  select e.id from event e where e.cto_id = any($1::bigint[]) and ${watchedEvent}
    and exists (select from event_neighbour n where n.event_id = e.id)
  order by e.id`

/** The open interventions in these boxes, in the order in which they are to be locked. */
export async function eventsInBoxes(sql: Tx, boxes: readonly number[]): Promise<number[]> {
  return (await sql.rows<{ id: number }>(watchersOfBoxes, [boxes])).map(({ id }) => id)
}

const writeNeighbours = `
  update event_neighbour n set state = r.state, rx_dbm = r.rx_dbm, olt_rx_dbm = r.olt_rx_dbm, serial_now = r.serial_now,
    read_at = r.read_at, up_at = r.up_at, down_at = r.down_at, down_gasp = r.down_gasp, cuts = r.cuts
  from jsonb_to_recordset($2::jsonb) as r(port_id bigint, state text, rx_dbm numeric, olt_rx_dbm numeric, serial_now text,
    read_at timestamptz, up_at timestamptz, down_at timestamptz, down_gasp boolean, cuts jsonb)
  where n.event_id = $1 and n.port_id = r.port_id`

/** It may have been nobody's hand: the whole tree and the checks of a step do not count it. */
const isExcused = (cut: SeenCut | null) => cut !== null && !byHand(cut)
const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Stores what is known of some ports of an intervention. */
export async function saveNeighbours(sql: Tx, eventId: number, changed: readonly Neighbour[]): Promise<void> {
  const rows = changed.map((one) => ({
    port_id: one.port_id,
    state: one.state,
    rx_dbm: one.rx_dbm,
    olt_rx_dbm: one.olt_rx_dbm,
    serial_now: one.serial_now,
    read_at: moment(one.read_at),
    up_at: moment(one.up_at),
    down_at: moment(openCut(one)?.down_at ?? null),
    down_gasp: isExcused(openCut(one)),
    cuts: one.cuts.map(kept),
  }))
  await sql.rows(writeNeighbours, [eventId, JSON.stringify(rows)])
}

const selectItems = 'select neighbour_items as items from event where id = $1'

/** The faceplate of the intervention with what is now known; figures stay with their own operator. */
function shown(items: readonly FaceplateItem[], changed: readonly Neighbour[]): FaceplateItem[] {
  const byPort = new Map(changed.map((one) => [one.port, one]))
  return items.map((item) => {
    const now = byPort.get(item.port)
    if (!now) return item
    return {
      ...item,
      state: now.state,
      light: trafficLight(now.state, now.rx_dbm),
      rx_dbm: item.own ? now.rx_dbm : null,
      olt_rx_dbm: item.own ? now.olt_rx_dbm : null,
      read_at: moment(now.read_at) ?? item.read_at,
    }
  })
}

/**
 * Shows a change to whoever follows the intervention: its faceplate, its cuts, and since when the box is quiet.
 * @param touchedAt when light was last lost or found, in milliseconds since 1970; null when only figures changed
 */
export async function showChange(
  sql: Tx,
  { event }: WatchedEvent,
  neighbours: readonly Neighbour[],
  changed: readonly Neighbour[],
  touchedAt: number | null,
): Promise<EventRow> {
  const [row] = await sql.rows<{ items: FaceplateItem[] | null }>(selectItems, [event.id])
  const touched = Math.max(event.touched_at?.getTime() ?? 0, touchedAt ?? 0)
  return await noteEvent(sql, event, {
    neighbour_items: row?.items ? shown(row.items, changed) : null,
    alarms: alarmsOf(
      neighbours.filter(({ worked }) => !worked),
      event.vno_id,
    ),
    ...(touchedAt !== null && { touched_at: new Date(touched) }),
  })
}

/** The cut for which somebody answers, of a port that is not the one being worked on. */
export const accused = (one: Neighbour) => (one.worked ? null : accusing(one))
