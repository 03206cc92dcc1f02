/** The reading before a work, taken while its technician had coverage: in a basement nobody can ask for it. */
import { snapshotCompletePct } from '@hilo/domain/event.ts'
import type { Tx } from '../../db/scope.ts'
import type { PlantReading } from '../../plant/plant.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import type { EventRow } from '../event-row.ts'
import type { ReadBox } from './snapshot.ts'

/** Whose work it will be, and where. */
export interface Preparing {
  technicalId: number
  vnoId: number
  ctoId: number
}
/** A reading as the technician hears of it. */
export type Taken = Pick<ReadBox, 'takenAt' | 'completePct'>
type TimeOf = 'lastDownAt' | 'lastUpAt' | 'readAt'
type Kept = Omit<ReadBox, 'readings'> & { readings: (Omit<PlantReading, TimeOf> & Record<TimeOf, string | null>)[] }

const columns = 'taken_at as "takenAt", source, complete_pct as "completePct", readings'
const selectGood = `select ${columns} from prepared_reading where technical_id = $1 and cto_id = $2 and event_id is null
  and taken_at >= app_now() - interval '60 minutes' and not worked_between($2, taken_at, app_now())
  order by taken_at desc limit 1`
const selectClaimed = `select ${columns} from prepared_reading where event_id = $1`
const insertReading = `
  insert into prepared_reading (technical_id, vno_id, cto_id, taken_at, source, complete_pct, readings)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (technical_id, cto_id, taken_at) do nothing`
const deleteReadings = 'delete from prepared_reading where technical_id = $1 and cto_id = $2'

/** Readings that no work can begin from any more, however late it is sent: for the hourly upkeep. */
export const preparedRetention = `delete from prepared_reading where taken_at < now() - interval '3 days'`

const time = (text: string | null) => (text === null ? null : new Date(text))

function reading({ readings, ...kept }: Kept): ReadBox {
  return {
    ...kept,
    readings: readings.map((one) => ({
      ...one,
      lastDownAt: time(one.lastDownAt),
      lastUpAt: time(one.lastUpAt),
      readAt: time(one.readAt) ?? kept.takenAt,
    })),
  }
}

/** What the newer reading shows of those who had light in the older one, and have none now, or another one's. */
export function lostIn(newer: Pick<ReadBox, 'readings'>, older: Pick<ReadBox, 'readings'>): PlantReading[] {
  const before = new Map(older.readings.map((one) => [one.portId, one]))
  return newer.readings.filter(({ portId, state, serial }) => {
    const known = before.get(portId)
    if (known?.state !== 'online' || state === 'unknown') return false
    return state !== 'online' || serial !== known.serial
  })
}

/**
 * Keeps a reading for what its technician begins within the hour, and answers the one that counts: an older one, as long as
 * it is good, where the new one would hide that somebody lost his light meanwhile. In the scope of all operators.
 */
export async function keepPrepared(sql: Tx, { technicalId, vnoId, ctoId }: Preparing, seen: BoxAnswer): Promise<Taken> {
  if (seen.completePct < snapshotCompletePct) return seen
  const [known] = await sql.rows<Kept>(selectGood, [technicalId, ctoId])
  if (known && lostIn(seen, reading(known)).length > 0) return known
  const { takenAt, source, completePct, readings } = seen
  const values = [technicalId, vnoId, ctoId, takenAt, source, completePct, JSON.stringify(readings)]
  await sql.rows(insertReading, values)
  return seen
}

/** The reading that an intervention counts from; null where none was kept for it. In the scope of all operators. */
export async function preparedFor(sql: Tx, eventId: number): Promise<ReadBox | null> {
  const [kept] = await sql.rows<Kept>(selectClaimed, [eventId])
  return kept ? reading(kept) : null
}

/** Used up with the work that began in the box. */
export async function dropPrepared(sql: Tx, event: Pick<EventRow, 'technical_id' | 'cto_id'>): Promise<void> {
  await sql.rows(deleteReadings, [event.technical_id, event.cto_id])
}

/**
 * What the neighbours are compared with: the kept reading, and for whoever had no light in it, or could not be read, what is
 * there at the opening: nobody's harm may pass for an old one.
 */
export function beforeOf(kept: ReadBox, opening: Pick<ReadBox, 'readings'> | null): ReadBox {
  const now = new Map(opening?.readings.map((one) => [one.portId, one]))
  const readings = kept.readings.map((one) => {
    const seen = now.get(one.portId)
    return one.state === 'online' || !seen || seen.state === 'unknown' ? one : seen
  })
  return { ...kept, readings }
}
