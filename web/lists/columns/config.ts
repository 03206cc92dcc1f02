import type { ListConfig, ColumnFormat } from '@hilo/contract/uiconfig.ts'
import type { AnyColumn } from '../define.ts'
import {
  isComponent,
  isFormatter,
  isListener,
  type ComponentName,
  type FormatterStep,
  type ListenerName,
  type Props,
} from '../registry/names.ts'

export type StoredColumn = ListConfig['columns'][number]
export type SavedView = NonNullable<ListConfig['views']>[number]

/** How one column is shown to this person. */
export interface Shown {
  column: AnyColumn
  visible: boolean
  width: number
  /** The person chose the width: it does not share spare room. */
  fixed: boolean
  pinned: boolean
  component: ComponentName
  props: Props
  align: 'left' | 'center' | 'right'
  listeners: readonly ListenerName[]
  formatters: readonly FormatterStep[]
}

export const narrowest = 32
export const widest = 1200
const alignments = ['left', 'center', 'right'] as const
const clamp = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)))

/** A column as declared. */
export function byDefault(column: AnyColumn): Shown {
  return {
    column,
    visible: !column.hidden,
    width: column.width,
    fixed: false,
    pinned: column.pinned === true,
    component: column.component,
    props: column.props ?? {},
    align: column.align ?? 'left',
    listeners: column.listeners ?? [],
    formatters: column.formatters ?? [],
  }
}

/** Reads a stored format against the closed registries; what is unknown falls back to the declaration. */
function readFormat(column: AnyColumn, format: ColumnFormat | undefined): Partial<Shown> {
  if (!format || !isComponent(format.component)) return {}
  const align = alignments.find((one) => one === format.props?.align)
  const props = Object.fromEntries(Object.entries(format.props ?? {}).filter(([name]) => name !== 'align'))
  return {
    component: format.component,
    props: { ...(format.component === column.component ? column.props : {}), ...props },
    ...(align && { align }),
    listeners: (format.listeners ?? []).filter(isListener),
    formatters: (format.formatters ?? []).flatMap((step): FormatterStep[] =>
      isFormatter(step.name) ? [{ name: step.name, ...(step.props && { props: step.props }) }] : [],
    ),
  }
}

/**
 * The columns in this person's order. Stored columns are matched by id: those that no longer exist are dropped, those
 * that are new take their declared place after the column they are declared behind.
 */
export function mergeColumns(columns: readonly AnyColumn[], stored: readonly StoredColumn[] | undefined): Shown[] {
  const known = new Map(columns.map((column) => [column.id, column]))
  const seen = new Set<string>()
  const shown = [...(stored ?? [])]
    .sort((a, b) => a.order - b.order)
    .flatMap((one): Shown[] => {
      const column = known.get(one.id)
      if (!column || seen.has(one.id)) return []
      seen.add(one.id)
      const width = typeof one.width === 'number' && Number.isFinite(one.width) ? clamp(one.width) : undefined
      return [
        {
          ...byDefault(column),
          ...readFormat(column, one.format),
          visible: one.visible,
          pinned: one.pinned ?? false,
          ...(width !== undefined && { width, fixed: true }),
        },
      ]
    })
  columns.forEach((column, place) => {
    if (seen.has(column.id)) return
    const before = columns[place - 1]?.id
    const at = before === undefined ? 0 : shown.findIndex((one) => one.column.id === before) + 1
    shown.splice(at, 0, { ...byDefault(column), visible: stored?.length ? false : !column.hidden })
    seen.add(column.id)
  })
  return shown
}

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function writeFormat(shown: Shown): ColumnFormat | undefined {
  const standard = byDefault(shown.column)
  const keys = ['component', 'props', 'align', 'listeners', 'formatters'] as const
  if (keys.every((key) => sameJson(shown[key], standard[key]))) return undefined
  return {
    component: shown.component,
    props: { ...shown.props, ...(shown.align !== standard.align && { align: shown.align }) },
    listeners: [...shown.listeners],
    formatters: shown.formatters.map((step) => ({ name: step.name, ...(step.props && { props: { ...step.props } }) })),
  }
}

/** True when nothing differs from the declaration. */
export function isDefault(columns: readonly AnyColumn[], shown: readonly Shown[]): boolean {
  return sameJson(storeColumns(shown), storeColumns(mergeColumns(columns, undefined)))
}

/** What is stored: widths and formats only where they differ from the declaration. */
export function storeColumns(shown: readonly Shown[]): StoredColumn[] {
  return shown.map((one, order) => {
    const format = writeFormat(one)
    return {
      id: one.column.id,
      visible: one.visible,
      order,
      ...(one.fixed && { width: clamp(one.width) }),
      ...(one.pinned && { pinned: true }),
      ...(format && { format }),
    }
  })
}

/** Pinned columns come first, each group in its order; only the visible ones. */
export function visibleColumns(shown: readonly Shown[]): Shown[] {
  const visible = shown.filter((one) => one.visible)
  return [...visible.filter((one) => one.pinned), ...visible.filter((one) => !one.pinned)]
}

/** Moves an item of a list from one place to another. */
export function move<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from)
  const item = items[from]
  if (item === undefined) return [...items]
  rest.splice(Math.min(rest.length, Math.max(0, to)), 0, item)
  return rest
}
