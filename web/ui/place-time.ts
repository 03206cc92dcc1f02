/** Marks on times that are shown in a time zone other than the reader's. */
import { wallClock, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { serverNow } from '../api/clock.ts'
import { shortText, text } from './text.ts'

/** "hora canaria", "hora peninsular"; null where the reader's clock shows the same time. */
export function zoneNote(time: string | number, zone: PlaceZone): string | null {
  const at = new Date(time)
  const readerMs = at.getTime() - at.getTimezoneOffset() * 60_000
  return readerMs === wallClock(at.getTime(), zone) ? null : zoneName(zone)
}

/** Abbreviated mark ("can.") for narrow places; the full name is in the tooltip. */
export const zoneMark = (time: string | number, zone: PlaceZone): string | null =>
  zoneNote(time, zone) === null ? null : shortText(`choice.place_zone.${zone}`)

/** "hora canaria" */
const zoneName = (zone: PlaceZone): string => text(`choice.place_zone.${zone}`).toLocaleLowerCase('es')

/** Hint below a time field in a time zone other than the reader's: "Hora canaria". */
export const zoneHint = (zone: PlaceZone): string | undefined =>
  zoneNote(serverNow(), zone) === null ? undefined : text(`choice.place_zone.${zone}`)

/** A formatted time with its zone, if not the reader's: "10:00 a. m. (hora canaria)". */
export function withZoneNote(written: string, time: string | number, zone: PlaceZone): string {
  const note = zoneNote(time, zone)
  return note === null ? written : `${written} (${note})`
}
