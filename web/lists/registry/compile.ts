import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import type { ReactNode } from 'react'
import type { ShownColumn } from '../columns/config.ts'
import type { AnyColumn, Row, Running } from '../define.ts'
import { serverNow } from '../../api/clock.ts'
import { formatDuration } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { cells, drawRunning } from './components.tsx'
import { runChain } from './formatters.ts'
import type { ListenerName } from './names.ts'

/** A column ready to render: everything that does not depend on the row is computed once. */
export interface CompiledColumn {
  id: string
  column: AnyColumn
  align: 'left' | 'center' | 'right'
  pinned: boolean
  /** Rendered as a code: slashed zero, proportional hyphens. */
  code: boolean
  /** Truncated with an ellipsis, since a code without its end is another code; other values use the whole cell. */
  prose: boolean
  listeners: readonly ListenerName[]
  value: (record: Row) => unknown
  text: (record: Row) => string | null
  cell: (record: Row) => ReactNode
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The value at a dotted path; undefined where the path ends early. */
export function valueAt(record: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), record)
}

/** True if the record brings the field at a dotted path, or nothing where its parent is null: it was asked for. */
function brings(record: unknown, path: string): boolean {
  const [name = '', ...rest] = path.split('.')
  if (!isObject(record)) return true
  return name in record && (rest.length === 0 || brings(record[name], rest.join('.')))
}

/** Reads a column's raw value from a record. */
export function columnValue(column: AnyColumn): (record: Row) => unknown {
  const { value } = column
  return value ? (record) => value(record) : (record) => valueAt(record, column.id)
}

/** Formats `value` as the column would; used by the live preview. */
export function formatValue(
  shown: ShownColumn,
  value: unknown,
  zone?: PlaceZone,
): { text: string | null; node: ReactNode } {
  const cell = cells[shown.component]
  const written = runChain({ value, text: cell.text(value, shown.props, zone) }, shown.formatters)
  return { text: written, node: cell.draw ? cell.draw(value, written, shown.props, zone) : written }
}

/** A duration that still runs: what it is by now, on two lines where the column is narrow. */
function formatRunning({ since, word }: Running): { text: string | null; node: ReactNode } {
  const seconds = Math.max(0, (serverNow() - Date.parse(since)) / 1000)
  const length = formatDuration(seconds)
  return { text: `${length}, ${text(word)}`, node: drawRunning(length, text(word)) }
}

const proseComponents = new Set<string>(['text', 'code', 'person', 'choice', 'link'])

/** Prepares a column of the user's configuration for rendering. */
export function compileColumn(shown: ShownColumn): CompiledColumn {
  const value = columnValue(shown.column)
  // A column that was just shown is empty until its field arrives, since a dash says that there is no value.
  const here = (record: Row) => shown.column.value !== undefined || brings(record, shown.column.id)
  const drawn = (record: Row) => {
    const known = value(record)
    const running = known == null ? shown.column.running?.(record) : null
    return running ? formatRunning(running) : formatValue(shown, known, shown.column.zone?.(record))
  }
  return {
    id: shown.column.id,
    column: shown.column,
    align: shown.align,
    pinned: shown.pinned,
    code: shown.component === 'code',
    prose: proseComponents.has(shown.component),
    listeners: shown.listeners,
    value,
    text: (record) => drawn(record).text,
    cell: (record) => (here(record) ? (drawn(record).node ?? '–') : null),
  }
}
