import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import { formatTime } from '../../ui/format.ts'

/** "las 2:32 p. m.", "la 1:48 p. m.": time of day with its article. */
export function clockOf(time: string | number, zone?: PlaceZone): string {
  const shown = formatTime(time, zone)
  return `${shown.startsWith('1:') ? 'la' : 'las'} ${shown}`
}
