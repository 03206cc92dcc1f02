import type { ColumnKind } from '@hilo/contract/columns.ts'
import { columnText, text } from '../texts.ts'

/** Text key of a column's unit, by its kind or the end of its name. */
function unitOf(name: string, kind: ColumnKind): string | undefined {
  if (kind === 'power') return 'unit.dbm'
  if (kind === 'duration') return 'unit.hours_minutes'
  if (name.endsWith('_m')) return 'unit.metres'
  return undefined
}

/** Heading of a spreadsheet's column: that of the list, with the unit that the screen writes beside the value. */
export function sheetHead(list: string, name: string, kind: ColumnKind): string {
  const head = columnText(list, name)
  const unit = unitOf(name, kind)
  return unit === undefined || head.endsWith(')') ? head : `${head} (${text(unit)})`
}
