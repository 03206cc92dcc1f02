import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import type { ReactNode } from 'react'
import type { Shown } from '../columns/config.ts'
import type { AnyColumn, Row } from '../define.ts'
import { cells } from './components.tsx'
import { runChain } from './formatters.ts'
import type { ListenerName } from './names.ts'

/** A column ready to draw: everything that can be decided once is decided. */
export interface Drawn {
  id: string
  column: AnyColumn
  align: 'left' | 'center' | 'right'
  pinned: boolean
  /** Set as a code: slashed zero, proportional hyphens. */
  code: boolean
  /** Words, which end in an ellipsis where they do not fit; anything else is short and uses all of its cell. */
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

/** The value of a column of one record, as it travelled. */
export function columnValue(column: AnyColumn): (record: Row) => unknown {
  const { value } = column
  return value ? (record) => value(record) : (record) => valueAt(record, column.id)
}

/** Shows `value` as the column would: what the live preview draws. */
export function drawValue(shown: Shown, value: unknown, zone?: PlaceZone): { text: string | null; node: ReactNode } {
  const cell = cells[shown.component]
  const text = runChain({ value, text: cell.text(value, shown.props, zone) }, shown.formatters)
  return { text, node: cell.draw ? cell.draw(value, text, shown.props, zone) : text }
}

const proseComponents = new Set<string>(['text', 'person', 'choice', 'link'])

/** Makes a column of this person's configuration ready to draw. */
export function compileColumn(shown: Shown): Drawn {
  const value = columnValue(shown.column)
  const drawn = (record: Row) => drawValue(shown, value(record), shown.column.zone?.(record))
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
    cell: (record) => drawn(record).node ?? '–',
  }
}
