/** Cache of the last reading of a box: whole for later requests, and spread over its ports. */
import { portState } from '@hilo/domain/status.ts'
import { askInProcess, type ProcessDb } from '../kernel/sql/in-process.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import type { BoxReading, PlantReading } from './plant.ts'

/** A checked reading. `completePct`: share of occupied ports with a known ONT that could be read, in percent. */
export interface CheckedReading extends BoxReading {
  completePct: number
}
/** Stored data of a box before it is read. Ages in ms; null if there is none. */
export interface KnownBox {
  oltId: number
  reading: CheckedReading | null
  ageMs: number | null
  /** Since powers were last requested, with or without an answer. */
  powersMs: number | null
  failedMs: number | null
  failedBusy: boolean
}

const knownBox = `
  select json_build_object('oltId', n.olt_id, 'reading', b.reading,
    'ageMs', extract(epoch from app_now() - b.taken_at) * 1000,
    'powersMs', extract(epoch from app_now() - b.powers_at) * 1000, 'failedMs', extract(epoch from app_now() - b.failed_at) * 1000,
    'failedBusy', coalesce(b.failed_busy, false))
  from cto c join pon n on n.id = c.pon_id left join box_reading b on b.cto_id = c.id where c.id = $1`
const keepReading = `
  insert into box_reading (cto_id, reading, taken_at, complete_pct, powers_at)
  values ($1, $2, $3, $4, case when $5::boolean then $3::timestamptz end)
  on conflict (cto_id) do update
    set reading = excluded.reading, taken_at = excluded.taken_at, complete_pct = excluded.complete_pct, failed_at = null,
      powers_at = coalesce(excluded.powers_at, box_reading.powers_at)`
const ageReadings = `
  update box_reading set failed_at = null, powers_at = null,
    taken_at = case when taken_at is not null then least(taken_at, app_now() - interval '10 seconds') end
  where cto_id = any($1::bigint[])`
const keepFailure = `
  insert into box_reading (cto_id, failed_at, failed_busy) values ($1, app_now(), $2)
  on conflict (cto_id) do update set failed_at = excluded.failed_at, failed_busy = excluded.failed_busy`

/**
 * Usual power of a line and its variation: exponential running mean and deviation over the first reading of each visit to its
 * box. Later readings of a visit may be of a fibre being handled.
 */
const weight = 0.1
const isFirst = `(h."rxDbm" is not null and (a.read_at is null or h."readAt" > a.read_at + interval '1 hour'))`
/** One visit counts as at most this far from the mean, dB, so that a short weakness does not become the baseline. */
const mostDb = 0.5
const apart = `greatest(-${mostDb}, least(${mostDb}, h."rxDbm" - coalesce(a.rx_p50_30d, h."rxDbm")))`
/** Powers copied from an earlier reading do not count again: `$3` says whether powers were read. */
const usual = `rx_p50_30d = case when $3 and ${isFirst} then coalesce(a.rx_p50_30d + ${weight} * ${apart}, h."rxDbm") else a.rx_p50_30d end,
  rx_stddev_30d = case when $3 and ${isFirst} then sqrt(${1 - weight} * (power(coalesce(a.rx_stddev_30d, 0), 2)
    + ${weight} * power(${apart}, 2))) else a.rx_stddev_30d end,
  lit_rx = case when $3 then coalesce(h."rxDbm", a.lit_rx) else a.lit_rx end,
  lit_olt_rx = case when $3 and h."rxDbm" is not null then h."oltRxDbm" else a.lit_olt_rx end,
  lit_at = case when $3 and h."rxDbm" is not null then coalesce(h."measuredAt", h."readAt") else a.lit_at end`

// Skips locked rows: a reading never waits for other transactions, and the next one follows soon.
const spread = `
  with said as (
    select * from json_to_recordset($2::json) as s("portId" bigint, state text, "rxDbm" numeric, "oltRxDbm" numeric,
      "distanceM" int, "readAt" timestamptz, "measuredAt" timestamptz, serial text)),
  free as (
    select p.id, s.state, s."readAt" from port p join said s on s."portId" = p.id
     where p.cto_id = $1 and (s.state <> 'unknown' or p.state <> ${portState.is.ocupado}) for no key update of p skip locked),
  ports as (update port p set optical_state = f.state, read_at = f."readAt" from free f where p.id = f.id),
  held as (
    select a.id, s.* from port_assignment a join said s on s."portId" = a.port_id
     where a.cto_id = $1 and a.ended_at is null and (s.state <> 'unknown' or a.state <> ${portState.is.ocupado}) for no key update of a skip locked),
  lines as (update port_assignment a
     set ont_state = h.state,
       dark_at = case when h.state = 'online' then null when h.state = 'unknown' then a.dark_at else coalesce(a.dark_at, h."readAt") end,
       distance_m = coalesce(h."distanceM", a.distance_m),
       rx_dbm = case when $3::boolean or h.state <> 'online' then h."rxDbm" else a.rx_dbm end,
       olt_rx_dbm = case when $3 or h.state <> 'online' then h."oltRxDbm" else a.olt_rx_dbm end,
       read_at = case when $3 or h.state <> 'online' then h."readAt" else a.read_at end,
       ${usual}
    from held h where a.id = h.id returning a.id)
  select count(*) from lines`

/** Null if there is no such box. */
export async function loadKnownBox(db: ProcessDb, ctoId: number): Promise<KnownBox | null> {
  const text = await askInProcess(db, knownBox, [ctoId])
  return text === null ? null : (JSON.parse(text, reviveTimes) as KnownBox)
}

const times: readonly string[] = ['takenAt', 'readAt', 'lastDownAt', 'lastUpAt', 'measuredAt'] satisfies (
  | keyof BoxReading
  | keyof PlantReading
)[]

function reviveTimes(key: string, value: unknown): unknown {
  return times.includes(key) && typeof value === 'string' ? new Date(value) : value
}

/** Adds the last measured powers to a reading of states only, if the ONT was not dark since; `measuredAt` gives their age. */
export function withLastPowers(reading: CheckedReading, last: BoxReading | null): CheckedReading {
  const byPort = new Map(last?.readings.map((one) => [one.portId, one]))
  const readings = reading.readings.map((one) => {
    const old = byPort.get(one.portId)
    const measuredAt = old?.measuredAt ?? null
    const same = old !== undefined && old.serial === one.serial && old.state === 'online' && one.state === 'online'
    if (!same || measuredAt === null || (one.lastUpAt !== null && one.lastUpAt > measuredAt)) return one
    return { ...one, rxDbm: old.rxDbm, oltRxDbm: old.oltRxDbm, measuredAt }
  })
  return { ...reading, readings }
}

/**
 * Stores a checked reading of a box. An occupied port that could not be read keeps its last state and its time.
 * @param powers whether powers were read too
 */
export async function storeReading(sql: Tx, checked: CheckedReading, powers: boolean): Promise<void> {
  const { ctoId, takenAt, completePct, readings } = checked
  await sql.rows(keepReading, [ctoId, JSON.stringify(checked), takenAt, completePct, powers])
  await sql.rows(spread, [ctoId, JSON.stringify(readings), powers])
}

/** Invalidates the cached readings of boxes in which something has happened. */
export async function outdate(sql: Tx, ctoIds: readonly number[]): Promise<void> {
  await sql.rows(ageReadings, [[...new Set(ctoIds)]])
}

export async function storeFailure(sql: Tx, ctoId: number, busy: boolean): Promise<void> {
  await sql.rows(keepFailure, [ctoId, busy])
}
