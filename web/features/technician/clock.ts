import { formatTime } from '../../ui/format.ts'

/** "las 2:32 p. m.", "la 1:48 p. m.": the hour with its article. */
export function clockOf(time: string | number): string {
  const shown = formatTime(time)
  return `${shown.startsWith('1:') ? 'la' : 'las'} ${shown}`
}
