import { visibleColumns, type ShownColumn } from '../columns/config.ts'

/** API names of a list's columns; a computed column contributes those that it declares for downloads. */
const namesOf = (columns: readonly ShownColumn[]): string[] =>
  columns.flatMap(({ column }) => (column.value ? (column.download ?? []) : [column.id]))

/** Columns of a download: the shown ones in their order, and those with the hidden ones after them. */
export function downloadedColumns(columns: readonly ShownColumn[]): { shown: string[]; every: string[] } {
  const shown = [...new Set(namesOf(visibleColumns(columns)))]
  return { shown, every: [...new Set([...shown, ...namesOf(columns)])] }
}
