import { dayAt, homeZone } from './place-clock.ts'

/** Name of a downloaded file: the list's Spanish title and the day, ISO so that files sort by it. @param at ms */
export function downloadName(title: string, at: number, format: string): string {
  const plain = title.replaceAll(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, ' ').trim()
  return `${plain} ${dayAt(at, homeZone)}.${format}`
}
