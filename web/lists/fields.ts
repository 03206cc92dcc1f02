import { visibleColumns, type ShownColumn } from './columns/config.ts'
import type { List } from './define.ts'

type Asking = Pick<List, 'reads' | 'filters'>

/**
 * Fields of one visible column: what it shows, and the id by which a press on it filters. Computed columns show what the
 * list reads anyway.
 */
function columnFields({ filters }: Asking, { column, listeners }: ShownColumn): string[] {
  const { id, field = id, filter, value } = column
  const byId = filter !== undefined && listeners.includes('filter') && filters[filter]?.kind === 'id'
  return [...(value ? [] : [field]), ...(byId ? [filter] : [])]
}

/**
 * Fields that a list asks for, each once and in one order: those that it reads of every row, and on the table those of
 * its visible columns. The cards of a phone show no columns.
 */
export function wantedFields(list: Asking, columns: readonly ShownColumn[], cards: boolean): string[] {
  const ofColumns = cards ? [] : visibleColumns(columns).flatMap((one) => columnFields(list, one))
  return [...new Set([...list.reads, ...ofColumns])].toSorted()
}

/** True if every wanted field comes with the asked ones; a field brings its parts. */
export function comesWith(asked: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((name) => asked.includes(name) || asked.includes(name.split('.')[0] ?? name))
}
