/** The clock of an OLT beside the product's own: what an OLT dates counts only once its offset is taken off. */
import { askInProcess, type ProcessDb } from '../db/in-process.ts'
import type { Tx } from '../db/scope.ts'

/** A row of `olt_clock`; `offsetMs` is positive where the OLT is ahead. */
export interface OltOffset {
  offsetMs: number
  measuredAt: Date
  trusted: boolean
}

/** Beyond this no moment of the OLT counts, in ms. */
export const mostOffsetMs = 5 * 60_000
/** Two measurements closer than this are the same: the way to the OLT and back takes as long. */
const noiseMs = 1000
/** Faster than this no clock goes wrong by itself: it has jumped. In ms of offset for each measurement. */
const jumpMs = 2000
/** A measurement is good for so long. */
export const clockFreshMs = 10 * 60_000

const selectClock = `select json_build_object('offsetMs', k.offset_ms, 'measuredAt', k.measured_at, 'trusted', k.trusted,
  'ageMs', extract(epoch from app_now() - k.measured_at) * 1000)::text from olt_clock k where k.olt_id = $1`
const upsert = `
  insert into olt_clock (olt_id, offset_ms, measured_at, trusted) values ($1, $2, $3, $4)
  on conflict (olt_id) do update
    set offset_ms = excluded.offset_ms, measured_at = excluded.measured_at, trusted = excluded.trusted`

/** What was last measured; null when nothing was. */
export async function clockOf(db: ProcessDb, oltId: number): Promise<(OltOffset & { ageMs: number }) | null> {
  const text = await askInProcess(db, selectClock, [oltId])
  if (text === null) return null
  const { measuredAt, ...row } = JSON.parse(text) as Omit<OltOffset, 'measuredAt'> & {
    measuredAt: string
    ageMs: number
  }
  return { ...row, measuredAt: new Date(measuredAt) }
}

/**
 * The offset after one more measurement. A clock that has jumped is not trusted until it has stayed where it is once.
 * @param deviceAt what the OLT's clock showed at `now`, the product's
 */
export function nextOffset(before: OltOffset | null, deviceAt: Date, now: Date): OltOffset {
  const measured = deviceAt.getTime() - now.getTime()
  if (Number.isNaN(measured)) return { offsetMs: before?.offsetMs ?? 0, measuredAt: now, trusted: false }
  const known = before?.offsetMs ?? 0
  const same = Math.abs(measured - known) < noiseMs
  const jumped = before !== null && Math.abs(measured - known) > jumpMs
  const offsetMs = same ? known : measured
  return { offsetMs, measuredAt: now, trusted: !jumped && Math.abs(offsetMs) <= mostOffsetMs }
}

/** Keeps a measurement. In the scope of all operators. */
export async function keepOffset(sql: Tx, oltId: number, { offsetMs, measuredAt, trusted }: OltOffset): Promise<void> {
  await sql.rows(upsert, [oltId, Math.round(offsetMs), measuredAt, trusted])
}

/** A moment of an OLT by the product's clock; null where its clock is unknown or not to be trusted. */
export function byOurClock(deviceAt: Date | null, clock: Pick<OltOffset, 'offsetMs' | 'trusted'> | null): Date | null {
  return deviceAt === null || !clock?.trusted ? null : new Date(deviceAt.getTime() - clock.offsetMs)
}
