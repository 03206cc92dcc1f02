/**
 * Offset of an OLT's clock against the product's. Times of an OLT count only after its offset is subtracted. An uptime that
 * is shorter than expected is a restart, with or without its alarm.
 */
import { askInProcess, type ProcessDb } from '../kernel/sql/in-process.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { uptimeWrapS, type OltTime } from './plant.ts'

/** The offset of a clock before a jump, and the measurements around the jump. */
export interface ClockJump {
  offsetMs: number
  from: Date
  to: Date
}
/** A row of `olt_clock`; `offsetMs` is positive if the OLT is ahead. */
export interface OltClock {
  offsetMs: number
  measuredAt: Date
  trusted: boolean
  uptimeS: number | null
  /** Oldest first. */
  jumps: readonly ClockJump[]
}
/** One measurement; `clock` is null if the OLT does not report it. */
export interface Measurement {
  clock: OltClock | null
  /** When the OLT started, by its uptime. */
  startedAt: Date | null
  /** Restarted since the last measurement; for the first one, within the hour. */
  restarted: boolean
}

/** A larger offset, ms, is that of a wrong time zone or of no time at all: a second measurement has to agree with it. */
const mostOffsetMs = 5 * 60_000
/** Measurements closer than this are equal, because the round trip takes as long, ms. */
const noiseMs = 1000
/** Largest drift between two measurements, ms; more is a jump. */
export const jumpMs = 2000
/** A clock that has jumped, or is far off, is measured again after this, ms, to see whether it stays. */
export const confirmMs = 5000
/** Validity of a measurement, ms. */
export const clockFreshMs = 10 * 60_000
/** An alarm takes less than this to its receiver, ms, unless it is late or the clock is wrong: then the clock is measured. */
export const usualDelayMs = 10_000
/** Jumps kept per OLT: times before older jumps use the oldest known offset. */
const keptJumps = 8
/** Tolerance of an uptime: rounding in s, and drift as a share of the time between measurements. */
const uptimeSlack = { s: 10, share: 0.001 }
/** Uptime below which an OLT measured for the first time counts as restarted, seconds. */
const lateStartS = 3600

/** SQL: the clock in row `k` of `olt_clock`, as JSON for `storedClock`. */
export const clockJson = `json_build_object('offsetMs', k.offset_ms, 'measuredAt', k.measured_at, 'trusted', k.trusted,
    'uptimeS', k.uptime_s, 'jumps', k.jumps)`
const selectClock = `
  select json_build_object('now', app_now(), 'clock', (select ${clockJson} from olt_clock k where k.olt_id = $1),
    'contradicted', exists (select from olt_clock k join olt_alarm a on a.olt_id = k.olt_id and a.at >= k.measured_at
      where k.olt_id = $1 and abs(extract(epoch from a.at - a.device_at) * 1000 + k.offset_ms) > ${usualDelayMs}))::text`
const upsert = `
  insert into olt_clock (olt_id, offset_ms, measured_at, trusted, uptime_s, jumps) values ($1, $2, $3, $4, $5, $6)
  on conflict (olt_id) do update set offset_ms = excluded.offset_ms, measured_at = excluded.measured_at,
    trusted = excluded.trusted, uptime_s = excluded.uptime_s, jumps = excluded.jumps
  where olt_clock.measured_at <= excluded.measured_at`
// A restart may be found twice: by its alarm and by the uptime.
const insertRestart = `
  insert into olt_restart (olt_id, at) select $1, r.at from unnest($2::timestamptz[]) as r(at)
   where not exists (select from olt_restart o where o.olt_id = $1 and o.at between r.at - interval '10 s' and r.at + interval '10 s')
  on conflict do nothing`

const moments: readonly string[] = ['now', 'measuredAt', 'from', 'to']

const revived = (key: string, value: unknown) =>
  moments.includes(key) && typeof value === 'string' ? new Date(value) : value

/** A clock from `clockJson`. */
export const storedClock = (text: string | null): OltClock | null =>
  text === null ? null : (JSON.parse(text, revived) as OltClock)

interface KnownClock {
  /** The last measurement; null if none. */
  clock: OltClock | null
  /** Business time. */
  now: Date
  /** An alarm since the last measurement does not agree with it, and is not dated by another one. */
  contradicted: boolean
}

export async function clockOf(db: ProcessDb, oltId: number): Promise<KnownClock> {
  return JSON.parse((await askInProcess(db, selectClock, [oltId])) ?? '', revived) as KnownClock
}

function restartedSince(before: OltClock | null, uptimeS: number | null, now: Date): boolean {
  if (uptimeS === null) return false
  if (before === null || before.uptimeS === null) return uptimeS < lateStartS
  const passedS = (now.getTime() - before.measuredAt.getTime()) / 1000
  const missingS = (before.uptimeS + passedS - uptimeS) % uptimeWrapS
  const slackS = uptimeSlack.s + Math.max(0, passedS) * uptimeSlack.share
  // The uptime counter wraps: then about one full turn is missing.
  return missingS > slackS && missingS < uptimeWrapS - slackS
}

/** @param deviceAt null or invalid if the OLT does not report it */
function nextOffset(before: OltClock | null, deviceAt: Date | null, uptimeS: number | null, now: Date) {
  const measured = deviceAt instanceof Date ? deviceAt.getTime() - now.getTime() : Number.NaN
  if (Number.isNaN(measured)) return before && { ...before, uptimeS, measuredAt: now, trusted: false }
  const known = before?.offsetMs ?? 0
  const offsetMs = Math.abs(measured - known) < noiseMs ? known : measured
  const jumped = before !== null && Math.abs(measured - known) > jumpMs
  const jump = jumped ? [{ offsetMs: known, from: before.measuredAt, to: now }] : []
  const jumps = [...(before?.jumps ?? []), ...jump].slice(-keptJumps)
  const trusted = !jumped && (before !== null || Math.abs(offsetMs) <= mostOffsetMs)
  return { offsetMs, measuredAt: now, trusted, uptimeS, jumps }
}

/** The next measurement decides whether the OLT's times count. */
export function isUnconfirmed(clock: OltClock | null): boolean {
  if (clock === null || clock.trusted) return false
  const jumpedAt = clock.jumps.at(-1)?.to.getTime()
  return jumpedAt === clock.measuredAt.getTime() || Math.abs(clock.offsetMs) > mostOffsetMs
}

/**
 * The clock after another measurement. After a jump, or far off, it is not trusted until a second measurement confirms it.
 * @param now business time of the answer
 */
export function measureClock(
  before: OltClock | null,
  { at, uptimeS: reportedUptimeS }: OltTime,
  now: Date,
): Measurement {
  const uptimeS =
    Number.isSafeInteger(reportedUptimeS) && reportedUptimeS !== null && reportedUptimeS >= 0 ? reportedUptimeS : null
  const clock = nextOffset(before, at, uptimeS, now)
  const startedAt = uptimeS === null ? null : new Date(now.getTime() - uptimeS * 1000)
  return { clock, startedAt, restarted: restartedSince(before, uptimeS, now) }
}

/** Stores a measurement, and a detected restart. Runs in the scope of all operators. */
export async function keepClock(sql: Tx, oltId: number, { clock, startedAt, restarted }: Measurement): Promise<void> {
  if (clock) {
    const { offsetMs, measuredAt, trusted, uptimeS, jumps } = clock
    await sql.rows(upsert, [oltId, Math.round(offsetMs), measuredAt, trusted, uptimeS, JSON.stringify(jumps)])
  }
  if (restarted && startedAt) await keepRestarts(sql, oltId, [startedAt])
}

/** Stores restarts of an OLT; known ones stay. Runs in the scope of all operators. */
export async function keepRestarts(sql: Tx, oltId: number, at: readonly Date[]): Promise<void> {
  await sql.rows(insertRestart, [oltId, at])
}

/** Where the OLT's clock was set by an hour, it may report by the new time what it dated before. */
function lastSet({ jumps, offsetMs }: OltClock): number {
  return jumps.findLastIndex((jump, index) => {
    const next = jumps[index + 1]?.offsetMs ?? offsetMs
    return Math.abs(next - jump.offsetMs) > mostOffsetMs
  })
}

/**
 * Converts a time of an OLT to the product's clock. Times before a jump use the offset of then, except across one of more than
 * `mostOffsetMs`; null if ambiguous around a jump, or if the clock is unknown or not trusted.
 */
export function byOurClock(deviceAt: Date | null, clock: OltClock | null): Date | null {
  if (deviceAt === null || !clock?.trusted) return null
  const eras = [...clock.jumps, { offsetMs: clock.offsetMs, to: null }]
  const found = eras.flatMap(({ offsetMs, to }, index) => {
    const at = deviceAt.getTime() - offsetMs
    const from = clock.jumps[index - 1]?.from.getTime() ?? -Infinity
    return at >= from - noiseMs && at <= (to?.getTime() ?? Infinity) + noiseMs ? [{ at, index }] : []
  })
  const times = found.map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const isBeforeSet = found.some(({ index }) => index <= lastSet(clock))
  return found.length > 0 && last - first <= jumpMs && !isBeforeSet ? new Date(last) : null
}

/**
 * When an alarm happened that was stored under its receiver's time because the clock could not be measured then: by the
 * first measurement since. An alarm that agrees with the clock, or is dated already, keeps its time.
 */
export function datedSince(at: Date, deviceAt: Date | null, clock: OltClock | null): Date {
  if (!clock || clock.measuredAt < at) return at
  const happened = byOurClock(deviceAt, clock)
  return happened !== null && at.getTime() - happened.getTime() > usualDelayMs ? happened : at
}
