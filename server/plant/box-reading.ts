/** The last reading of a box as the product keeps it: whole for whoever asks next, and spread over its ports. */
import { askInProcess, type ProcessDb } from '../db/in-process.ts'
import { assignmentStatus, eventType, portState, processState } from '@hilo/domain/status.ts'
import type { Tx } from '../db/scope.ts'
import { checkReading, type Position } from './check.ts'
import type { BoxReading, PlantReading } from './plant.ts'

/** A reading that has been checked. `completePct`: occupied ports that could be read, in percent. */
export interface CheckedReading extends BoxReading {
  completePct: number
}
/** What is known of a box before it is asked. Ages in ms; null when there is none. */
export interface KnownBox {
  oltId: number
  reading: CheckedReading | null
  ageMs: number | null
  failedMs: number | null
  failedBusy: boolean
}

const { assigned, reserved } = assignmentStatus.is
const { wronglyFinalized, finalizing, created, wronglyCancelled } = processState.is
/** States of an intervention in which somebody has his hands in the box. */
const atWork = [wronglyFinalized, finalizing, created, wronglyCancelled]

const knownBox = `
  select json_build_object('oltId', n.olt_id, 'reading', b.reading,
    'ageMs', extract(epoch from app_now() - b.taken_at) * 1000, 'failedMs', extract(epoch from app_now() - b.failed_at) * 1000,
    'failedBusy', coalesce(b.failed_busy, false))
  from cto c join pon n on n.id = c.pon_id left join box_reading b on b.cto_id = c.id where c.id = $1`
const positionsOf = 'select id, number, state, app_now() as now from port where cto_id = $1 order by number'
const keepReading = `
  insert into box_reading (cto_id, reading, taken_at, complete_pct) values ($1, $2, $3, $4)
  on conflict (cto_id) do update
    set reading = excluded.reading, taken_at = excluded.taken_at, complete_pct = excluded.complete_pct, failed_at = null`
const ageReadings = `
  update box_reading set failed_at = null,
    taken_at = case when taken_at is not null then least(taken_at, app_now() - interval '10 seconds') end
  where cto_id = any($1::bigint[])`
const keepFailure = `
  insert into box_reading (cto_id, failed_at, failed_busy) values ($1, app_now(), $2)
  on conflict (cto_id) do update set failed_at = excluded.failed_at, failed_busy = excluded.failed_busy`

/**
 * What a line usually receives, and how much that varies: the running mean and deviation of the first reading of each visit
 * to its box, in which the last ten weigh most. Later ones of a visit may be of a hair that is being touched.
 */
const weight = 0.1
const isFirst = `(h."rxDbm" is not null and (a.read_at is null or h."readAt" > a.read_at + interval '1 hour'))`
/** One visit moves the usual light by no more than if it were this far away from it, dB: a line that was weak for an hour stays known as strong. */
const mostDb = 0.5
const apart = `greatest(-${mostDb}, least(${mostDb}, h."rxDbm" - coalesce(a.rx_p50_30d, h."rxDbm")))`
const usual = `rx_p50_30d = case when ${isFirst} then coalesce(a.rx_p50_30d + ${weight} * ${apart}, h."rxDbm") else a.rx_p50_30d end,
  rx_stddev_30d = case when ${isFirst} then sqrt(${1 - weight} * (power(coalesce(a.rx_stddev_30d, 0), 2)
    + ${weight} * power(${apart}, 2))) else a.rx_stddev_30d end,
  lit_rx = coalesce(h."rxDbm", a.lit_rx), lit_olt_rx = case when h."rxDbm" is null then a.lit_olt_rx else h."oltRxDbm" end,
  lit_at = case when h."rxDbm" is null then a.lit_at else h."readAt" end`

/** What looks again at a port where an ONT answers that nobody declared. */
export const strayTask = 'process.stray'

/**
 * Free and promised ports at which an ONT answers that nobody declared, as far as a reading can tell. While somebody works in
 * the box his own work may be what is seen: its closing judges it.
 */
const strays = `
  select app_add_job('${strayTask}', json_build_object('port_id', p.id), '${strayTask}:' || p.id, null, '${strayTask}:' || p.id)
    from said s join port p on p.id = s."portId"
    left join port_assignment a on a.port_id = p.id and a.ended_at is null left join access x on x.id = a.access_id
   where p.cto_id = $1 and s.state = 'online' and (p.state = ${portState.is.disponible}
     or (p.state = ${portState.is.asignado} and (p.assignment_status not in (${assigned}, ${reserved}) or x.ont_serial <> s.serial)))
     and not exists (select from event e where e.cto_id = $1 and e.type = ${eventType.is.createListener} and e.process_state in (${atWork.join(', ')}))`

// A row that somebody is working on is passed over: a reading never waits for people, and the next one is not far.
const spread = `
  with said as (
    select * from json_to_recordset($2::json) as s("portId" bigint, state text, "rxDbm" numeric, "oltRxDbm" numeric,
      "distanceM" int, "readAt" timestamptz, serial text)),
  free as (
    select p.id, s.state, s."readAt" from port p join said s on s."portId" = p.id
     where p.cto_id = $1 and (s.state <> 'unknown' or p.state <> 3) for no key update of p skip locked),
  ports as (update port p set optical_state = f.state, read_at = f."readAt" from free f where p.id = f.id),
  held as (
    select a.id, s.* from port_assignment a join said s on s."portId" = a.port_id
     where a.cto_id = $1 and a.ended_at is null and (s.state <> 'unknown' or a.state <> 3) for no key update of a skip locked),
  lines as (update port_assignment a
     set ont_state = h.state, rx_dbm = h."rxDbm", olt_rx_dbm = h."oltRxDbm", distance_m = coalesce(h."distanceM", a.distance_m),
       read_at = h."readAt", ${usual}
    from held h where a.id = h.id)
  ${strays}`

/** Null when there is no such box. */
export async function loadKnownBox(db: ProcessDb, ctoId: number): Promise<KnownBox | null> {
  const text = await askInProcess(db, knownBox, [ctoId])
  return text === null ? null : (JSON.parse(text, reviveTimes) as KnownBox)
}

const times: readonly string[] = ['takenAt', 'readAt', 'lastDownAt', 'lastUpAt'] satisfies (
  keyof BoxReading | keyof PlantReading
)[]

function reviveTimes(key: string, value: unknown): unknown {
  return times.includes(key) && typeof value === 'string' ? new Date(value) : value
}

/**
 * Keeps what a plant said of a box, as far as it can be believed. An occupied port that could not be read keeps its last
 * state and the time of that.
 */
export async function storeReading(sql: Tx, said: BoxReading, ctoId: number): Promise<CheckedReading> {
  const positions = await sql.rows<Position & { now: Date }>(positionsOf, [ctoId])
  const now = positions[0]?.now ?? said.takenAt
  const { takenAt, readings, completePct } = checkReading(said, positions, now)
  const checked: CheckedReading = { ctoId, takenAt, source: said.source, readings, completePct }
  await sql.rows(keepReading, [ctoId, JSON.stringify(checked), takenAt, completePct])
  await sql.rows(spread, [ctoId, JSON.stringify(readings)])
  return checked
}

/** Something has happened in these boxes: what was read of them a moment ago answers nobody who asks now. */
export async function outdate(sql: Tx, ctoIds: readonly number[]): Promise<void> {
  await sql.rows(ageReadings, [[...new Set(ctoIds)]])
}

export async function storeFailure(sql: Tx, ctoId: number, busy: boolean): Promise<void> {
  await sql.rows(keepFailure, [ctoId, busy])
}
