/** Times of a visit in a row, local to its place. */
import { readPlaceTime, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { text } from '../kernel/texts.ts'
import type { RowFault } from './row-fault.ts'

export interface Hours {
  /** ISO instants. */
  from: string
  to: string
}
type PlaceHours = { hours: Hours | null; warning?: string } | { fault: RowFault }

/** Date cells are rounded to the second: an instant with milliseconds counts as equal. */
const sameSecond = (a: number, b: number) => Math.abs(a - b) < 1000

/**
 * Parses both ends of a visit; a missing end keeps the stored one.
 * @param stored the stored times, if any
 */
export function readPlaceHours(
  fileHours: { from: string | undefined; to: string | undefined },
  zone: PlaceZone,
  stored: Hours | null,
): PlaceHours {
  if (fileHours.from === undefined && fileHours.to === undefined) return { hours: null }
  const ends: Partial<Hours> = { ...stored }
  const warnings: string[] = []
  for (const end of ['from', 'to'] as const) {
    const cell = fileHours[end]
    if (cell === undefined) continue
    const read = readPlaceTime(cell, zone)
    const words = { field: text(`column.orders.appointment.${end}`), zone: text(`choice.place_zone.${zone}`) }
    if ('fault' in read)
      return {
        fault: { column: `appointment_${end}`, code: read.fault, message: text(`load.hour.${read.fault}`, words) },
      }
    if (read.repeated) warnings.push(text('load.hour.repeated', words))
    const before = stored?.[end]
    const unmoved = before !== undefined && sameSecond(read.ms, Date.parse(before))
    ends[end] = unmoved ? before : new Date(read.ms).toISOString()
  }
  const { from, to } = ends
  if (from === undefined || to === undefined || Date.parse(from) >= Date.parse(to))
    return { fault: { column: '', code: 'pair', message: text('load.order_pairs') } }
  return { hours: { from, to }, ...(warnings.length > 0 && { warning: warnings.join(' ') }) }
}
