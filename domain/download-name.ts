import { dayAt, homeZone } from './place-clock.ts'

/** A workbook; a CSV as Spanish spreadsheets read it; a CSV with the names and values of the API, for programs. */
export const downloadFormats = ['xlsx', 'csv_es', 'csv'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

/** Ending of the file's name. */
export const endingOf = (format: DownloadFormat): 'xlsx' | 'csv' => (format === 'xlsx' ? 'xlsx' : 'csv')

/** Name of a downloaded file: the list's Spanish title and the day, ISO so that files sort by it. @param at ms */
export function downloadName(title: string, at: number, format: DownloadFormat): string {
  const plain = title.replaceAll(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, ' ').trim()
  return `${plain} ${dayAt(at, homeZone)}.${endingOf(format)}`
}
