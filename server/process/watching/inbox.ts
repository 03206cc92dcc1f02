/** Inbox of alarms: each is stored before it is judged, and so are gaps in which alarms may be missing. */
import type { Tx } from '../../kernel/sql/scope.ts'
import { byOurClock, keepRestarts, type OltClock } from '../../plant/olt-clock.ts'
import { withSerials } from '../../plant/ont-number.ts'
import type { PlantAlarm } from '../../plant/plant.ts'
import type { ProcessDb } from '../tx.ts'
import { placeAlarms } from './alarm-position.ts'
import { fenced, moveCursor, type Lease } from './lease.ts'
import { lateCopyMs, repeatMs, sift, type Arrival } from './alarm-filter.ts'

/** How alarms of an OLT are dated; `clock` null: its clock is not used. */
export interface Dating {
  clock: OltClock | null
  /** When the OLT started, measured after a batch that reports a restart. */
  startedAt: Date | null
  /** The clock did not answer in time: the next measurement dates the alarms. */
  unmeasured?: true
}
const byReceiver: Dating = { clock: null, startedAt: null }
/** Delay from an alarm's own time to the receiver above which it is late, ms; clocks are not known more precisely. */
const lateMs = 2000

/** An alarm as stored. */
type InboxAlarm = PlantAlarm & { inboxId: number }

/** Hourly upkeep. */
export const inboxRetention = [
  `delete from olt_alarm where received_at < app_now() - interval '30 days'`,
  `delete from olt_gap where to_at < app_now() - interval '30 days'`,
  `delete from olt_restart where at < app_now() - interval '30 days'`,
  `delete from pon_sweep where at < app_now() - interval '30 days'`,
]

const selectWritten = `
  select greatest((select max(cursor) from olt_alarm where olt_id = $1),
    (select max(cursor) from olt_gap where olt_id = $1 and reason = 'storm'), 0) as cursor, app_now() as now`
const selectByCursor = 'select id, cursor, at from olt_alarm where olt_id = $1 and cursor = any($2::bigint[])'
const selectKnown = `
  select cursor, kind, pon_id as "ponId", ont_id as "ontId", serial, (extract(epoch from at) * 1000)::int8 as at,
    (extract(epoch from device_at) * 1000)::int8 as "deviceAt"
  from olt_alarm where olt_id = $1
    and (at >= $2 or (at >= $2::timestamptz - $4::int8 * interval '1 ms' and device_at = any($3::timestamptz[]))) order by id`
const insertAlarms = `
  insert into olt_alarm (olt_id, cursor, received_at, at, device_at, kind, pon_id, ont_id, serial, cto_id, port_id, access_id, vno_id,
    affected, gasps)
  select $1, r.cursor, app_now(), r.at, r.device_at, r.kind, r.pon_id, r.ont_id, r.serial, r.cto_id, r.port_id, a.access_id,
    a.vno_id, r.affected, r.gasps
  from jsonb_to_recordset($2::jsonb) as r(cursor bigint, at timestamptz, device_at timestamptz, kind text, pon_id int, ont_id int,
    serial text, cto_id bigint, port_id bigint, affected int, gasps int)
  left join port_assignment a on a.port_id = r.port_id and a.ended_at is null
  order by r.cursor returning id, cursor, at`
const countStorm = `
  with grown as (
    update olt_gap set to_at = greatest(to_at, $3), lost = lost + $4, cursor = $5 where id = (
      select id from olt_gap where olt_id = $1 and reason = 'storm' and to_at >= $2::timestamptz - interval '2 s'
      order by from_at desc limit 1)
    returning id)
  insert into olt_gap (olt_id, from_at, to_at, reason, lost, cursor)
  select $1, $2::timestamptz, $3, 'storm', $4, $5 where not exists (select from grown)`
const openSilence = `
  insert into olt_gap (olt_id, from_at, reason) values ($1, app_now() - $2::float8 * interval '1 ms', 'silent')
  on conflict (olt_id) where to_at is null do nothing`
const endSilence = `update olt_gap set to_at = greatest(from_at, app_now()) where olt_id = $1 and to_at is null`

type Arrived = Arrival & { alarm: PlantAlarm }
interface Written {
  id: number
  cursor: number
  at: Date
}

/**
 * When an alarm happened. The receiver's clock counts, and never the future; a late alarm is dated by the OLT if its clock is
 * known and trusted, a restart by the OLT's uptime.
 */
function momentOf({ kind, receivedAt, deviceAt }: PlantAlarm, { clock, startedAt }: Dating, now: number): number {
  const received = Math.min(receivedAt.getTime(), now)
  const happened = kind === 'agent_restart' ? startedAt : byOurClock(deviceAt, clock)
  return happened !== null && received - happened.getTime() > lateMs ? happened.getTime() : received
}

function arrived(alarm: PlantAlarm, dating: Dating, now: number): Arrived {
  const { cursor, kind, ponId, ontId, serial, deviceAt } = alarm
  const at = momentOf(alarm, dating, now)
  return { alarm, cursor, kind, ponId, ontId, serial, at, deviceAt: deviceAt?.getTime() ?? null }
}

/** An ONT at several positions of the inventory is placed at none. */
async function rowsOf(sql: Tx, oltId: number, accepted: readonly Arrived[]): Promise<string> {
  const placed = await placeAlarms(
    sql,
    oltId,
    accepted.map(({ alarm }) => alarm),
  )
  const byCursor = Map.groupBy(placed, ({ cursor }) => cursor)
  const rows = accepted.map(({ alarm, at }) => {
    const places = byCursor.get(alarm.cursor) ?? []
    const place = places.length === 1 ? places[0] : undefined
    return {
      cursor: alarm.cursor,
      at: new Date(at),
      device_at: alarm.deviceAt,
      kind: alarm.kind,
      pon_id: alarm.ponId,
      ont_id: alarm.ontId,
      serial: alarm.serial,
      cto_id: place?.ctoId,
      port_id: place?.portId,
      affected: alarm.affected,
      gasps: alarm.gasps,
    }
  })
  return JSON.stringify(rows)
}

async function noteStorm(sql: Tx, oltId: number, beyond: readonly Arrived[]): Promise<void> {
  const times = beyond.map(({ at }) => at)
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  await sql.rows(countStorm, [oltId, from, to, beyond.length, beyond.at(-1)?.cursor])
}

/** Stores the alarms that are new. */
async function writeNew(sql: Tx, oltId: number, fresh: readonly Arrived[]): Promise<{ rows: Written[]; lost: number }> {
  if (fresh.length === 0) return { rows: [], lost: 0 }
  const since = new Date(Math.min(...fresh.map(({ at }) => at)) - repeatMs)
  const deviceTimes = fresh.flatMap(({ alarm }) => alarm.deviceAt ?? [])
  const { accepted, beyond } = sift(
    await sql.rows<Arrival>(selectKnown, [oltId, since, deviceTimes, lateCopyMs]),
    fresh,
  )
  const rows =
    accepted.length > 0 ? await sql.rows<Written>(insertAlarms, [oltId, await rowsOf(sql, oltId, accepted)]) : []
  const restarts = accepted.filter(({ kind }) => kind === 'agent_restart').map(({ at }) => new Date(at))
  if (restarts.length > 0) await keepRestarts(sql, oltId, restarts)
  if (beyond.length > 0) await noteStorm(sql, oltId, beyond)
  return { rows, lost: beyond.length }
}

/**
 * Stores a batch of alarms in one transaction and returns those to judge, in order; an alarm delivered again after a crash is
 * stored once and returned again.
 * @returns `lost`: alarms only counted in a storm, so that boxes must be read instead; `unknown`: PONs with an ONT id of
 * unknown serial
 * @throws LeaseLost
 */
export async function writeAlarms(
  db: ProcessDb,
  lease: Lease,
  alarms: readonly PlantAlarm[],
  dating: Dating = byReceiver,
): Promise<{ written: InboxAlarm[]; lost: number; unknown: number[] }> {
  const { oltId } = lease
  return await fenced(db, lease, async (sql, judged) => {
    const [last] = await sql.rows<{ cursor: number; now: Date }>(selectWritten, [oltId])
    const [known, now] = [last?.cursor ?? 0, last?.now.getTime() ?? Infinity]
    const { told: due, unknown } = await withSerials(
      sql,
      alarms.filter(({ cursor }) => cursor > judged),
    )
    const again = due.filter(({ cursor }) => cursor <= known).map(({ cursor }) => cursor)
    const old = again.length > 0 ? await sql.rows<Written>(selectByCursor, [oltId, again]) : []
    const fresh = due.filter(({ cursor }) => cursor > known).map((alarm) => arrived(alarm, dating, now))
    const { rows, lost } = await writeNew(sql, oltId, fresh)
    const byCursor = new Map([...old, ...rows].map((one) => [one.cursor, one]))
    const written = due.flatMap((alarm) => {
      const one = byCursor.get(alarm.cursor)
      return one ? [{ ...alarm, receivedAt: one.at, inboxId: one.id }] : []
    })
    const end = due.at(-1)?.cursor
    // Nothing is left to judge, so the next listener may skip it.
    if (written.length === 0 && end !== undefined) await moveCursor(sql, lease, end)
    return { written, lost, unknown }
  })
}

/** Stores that the OLT has been silent since so many milliseconds. */
export async function noteSilence(db: ProcessDb, lease: Lease, sinceMs: number): Promise<void> {
  await fenced(db, lease, (sql) => sql.rows(openSilence, [lease.oltId, sinceMs]))
}

/** Stores that the OLT is heard again. */
export async function noteHeard(db: ProcessDb, lease: Lease): Promise<void> {
  await fenced(db, lease, (sql) => sql.rows(endSilence, [lease.oltId]))
}
