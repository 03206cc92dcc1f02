import type { AnyColumn, List, Row } from './define.ts'
import { columnValue, valueAt } from './registry/compile.ts'
import type { ListenerName } from './registry/names.ts'
import { copyText } from '../ui/copy-text.ts'
import type { ChangeState } from './state/use-list-state.ts'
import type { ListState } from './state/url-state.ts'

/** Filter text for "exactly this value" of a column; null where the record lacks the needed field. */
function filterByValue(list: List, column: AnyColumn, record: Row, shown: string | null): string | null {
  const field = column.filter
  const filter = field === undefined ? undefined : list.filters[field]
  if (!filter || field === undefined) return null
  const value = columnValue(column)(record)
  switch (filter.kind) {
    case 'id': {
      const id = valueAt(record, field)
      return typeof id === 'number' ? `${id}~${shown ?? ''}` : null
    }
    case 'time':
      return typeof value === 'string' ? `${value.slice(0, 10)}..${value.slice(0, 10)}` : null
    case 'number':
    case 'integer':
      return typeof value === 'number' ? `${value}..${value}` : null
    case 'boolean':
      return typeof value === 'boolean' ? (value ? '1' : '0') : null
    default:
      return value == null ? null : String(value)
  }
}

interface Acts {
  list: List
  state: ListState
  change: ChangeState
  open: () => void
}

/** Runs the column's click listeners in order. */
export function runListeners(
  names: readonly ListenerName[],
  column: AnyColumn,
  record: Row,
  shown: string | null,
  acts: Acts,
): void {
  for (const name of names) {
    if (name === 'open') acts.open()
    else if (name === 'copy') copyText(shown ?? '')
    else {
      const value = filterByValue(acts.list, column, record, shown)
      if (value !== null && column.filter) acts.change({ filter: { ...acts.state.filter, [column.filter]: value } })
    }
  }
}
