import { csvOf } from '../../ui/load/csv.ts'
import { saveFile } from './save-file.ts'

/** Saves a table, the headers first, as a CSV file that Spanish spreadsheets open. */
export function saveCsv(rows: readonly (readonly string[])[], name: string): void {
  saveFile(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
