/** Hours of a visit as a row writes them, read by the clock of its place. */
import { readPlaceTime, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { text } from '../http/texts.ts'

export interface Hours {
  /** ISO instants. */
  from: string
  to: string
}
export type PlaceHours = { hours: Hours | null; warning?: string } | { fault: string }

/** A date cell is read to the nearest second: an instant with milliseconds is still the same. */
const sameSecond = (a: number, b: number) => Math.abs(a - b) < 1000

/**
 * Reads both ends of a visit; an end that is not given is the kept one.
 * @param kept the hours that the record has, if it has any
 */
export function readPlaceHours(
  given: { from: string | undefined; to: string | undefined },
  zone: PlaceZone,
  kept: Hours | null,
): PlaceHours {
  if (given.from === undefined && given.to === undefined) return { hours: null }
  const ends: Partial<Hours> = { ...kept }
  const warnings: string[] = []
  for (const end of ['from', 'to'] as const) {
    const cell = given[end]
    if (cell === undefined) continue
    const read = readPlaceTime(cell, zone)
    const words = { field: text(`column.orders.appointment.${end}`), zone: text(`choice.place_zone.${zone}`) }
    if ('fault' in read) return { fault: text(`load.hour.${read.fault}`, words) }
    if (read.repeated) warnings.push(text('load.hour.repeated', words))
    const before = kept?.[end]
    const unmoved = before !== undefined && sameSecond(read.ms, Date.parse(before))
    ends[end] = unmoved ? before : new Date(read.ms).toISOString()
  }
  const { from, to } = ends
  if (from === undefined || to === undefined || Date.parse(from) >= Date.parse(to))
    return { fault: text('load.order_pairs') }
  return { hours: { from, to }, ...(warnings.length > 0 && { warning: warnings.join(' ') }) }
}
