/** Prepared reading: taken before the work while the technician has coverage, since a basement may have none. */
import { snapshotCompletePct } from '@hilo/domain/event.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { PlantReading } from '../../plant/plant.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import type { EventRow } from '../event-row.ts'
import type { ReadBox } from './snapshot.ts'

/** Technician and box of the coming work. */
export interface Preparing {
  technicalId: number
  vnoId: number
  ctoId: number
}
/** A reading as returned to the technician. */
type Taken = Pick<ReadBox, 'takenAt' | 'completePct'>
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

/** Hourly upkeep: deletes readings that are too old for any work, however late it is sent. */
export const preparedRetention = `delete from prepared_reading where taken_at < now() - interval '3 days'`

const time = (text: string | null) => (text === null ? null : new Date(text))

function reading({ readings, ...row }: Kept): ReadBox {
  return {
    ...row,
    readings: readings.map((one) => ({
      ...one,
      lastDownAt: time(one.lastDownAt),
      lastUpAt: time(one.lastUpAt),
      readAt: time(one.readAt) ?? row.takenAt,
    })),
  }
}

/** Neighbours with light in the older reading that are dark or replaced in the newer one. */
export function lostIn(newer: Pick<ReadBox, 'readings'>, older: Pick<ReadBox, 'readings'>): PlantReading[] {
  const before = new Map(older.readings.map((one) => [one.portId, one]))
  return newer.readings.filter(({ portId, state, serial }) => {
    const known = before.get(portId)
    if (known?.state !== 'online' || state === 'unknown') return false
    return state !== 'online' || serial !== known.serial
  })
}

/**
 * Stores a reading for work that the technician begins within the hour, and returns the one that counts: a valid older one, if
 * the new one would hide a light lost meanwhile. Runs in the scope of all operators.
 */
export async function keepPrepared(
  sql: Tx,
  { technicalId, vnoId, ctoId }: Preparing,
  answer: BoxAnswer,
): Promise<Taken> {
  if (answer.completePct < snapshotCompletePct) return answer
  const [known] = await sql.rows<Kept>(selectGood, [technicalId, ctoId])
  if (known && lostIn(answer, reading(known)).length > 0) return known
  const { takenAt, source, completePct, readings } = answer
  const values = [technicalId, vnoId, ctoId, takenAt, source, completePct, JSON.stringify(readings)]
  await sql.rows(insertReading, values)
  return answer
}

/** The prepared reading of an intervention; null if none. Runs in the scope of all operators. */
export async function preparedFor(sql: Tx, eventId: number): Promise<ReadBox | null> {
  const [row] = await sql.rows<Kept>(selectClaimed, [eventId])
  return row ? reading(row) : null
}

/** Deletes the prepared reading once the work has begun in the box. */
export async function dropPrepared(sql: Tx, event: Pick<EventRow, 'technical_id' | 'cto_id'>): Promise<void> {
  await sql.rows(deleteReadings, [event.technical_id, event.cto_id])
}

/**
 * Baseline of the neighbours: the prepared reading, and for those without light or answer in it the reading at the opening, so
 * that no harm is hidden as an earlier one.
 */
export function beforeOf(prepared: ReadBox, opening: Pick<ReadBox, 'readings'> | null): ReadBox {
  const now = new Map(opening?.readings.map((one) => [one.portId, one]))
  const readings = prepared.readings.map((one) => {
    const current = now.get(one.portId)
    return one.state === 'online' || !current || current.state === 'unknown' ? one : current
  })
  return { ...prepared, readings }
}
