/** What a reader is told when a time is shown by a clock that is not his. */
import { wallClock, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { serverNow } from '../api/clock.ts'
import { shortText, text } from './text.ts'

/** "hora canaria", "hora peninsular"; null where the reader's own clock shows the same. */
export function zoneNote(time: string | number, zone: PlaceZone): string | null {
  const at = new Date(time)
  const readerMs = at.getTime() - at.getTimezoneOffset() * 60_000
  return readerMs === wallClock(at.getTime(), zone) ? null : zoneName(zone)
}

/** The same in a few letters, "can.", for a narrow place; what it stands for is in the title. */
export const zoneMark = (time: string | number, zone: PlaceZone): string | null =>
  zoneNote(time, zone) === null ? null : shortText(`choice.place_zone.${zone}`)

/** "hora canaria" */
export const zoneName = (zone: PlaceZone): string => text(`choice.place_zone.${zone}`).toLocaleLowerCase('es')

/** Below a field of hours, where they are meant by a clock that is not the reader's: "Hora canaria". */
export const zoneHint = (zone: PlaceZone): string | undefined =>
  zoneNote(serverNow(), zone) === null ? undefined : text(`choice.place_zone.${zone}`)

/** A written time with the name of its clock, where that is not the reader's: "10:00 a. m. (hora canaria)". */
export function noted(written: string, time: string | number, zone: PlaceZone): string {
  const note = zoneNote(time, zone)
  return note === null ? written : `${written} (${note})`
}
