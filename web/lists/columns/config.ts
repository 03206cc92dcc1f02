import type { ListConfig, ColumnFormat } from '@hilo/contract/settings/uiconfig.ts'
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

/** How one column is shown to the current user. */
export interface ShownColumn {
  column: AnyColumn
  visible: boolean
  width: number
  /** The user set the width: the column takes no spare room. */
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
export function defaultColumn(column: AnyColumn): ShownColumn {
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

/** Reads a stored format. Names missing from the closed registries fall back to the declaration. */
function readFormat(column: AnyColumn, format: ColumnFormat | undefined): Partial<ShownColumn> {
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
 * The columns in the user's order. Stored columns are matched by id: ids that no longer exist are dropped, new columns
 * are inserted after their declared predecessor.
 */
export function mergeColumns(
  columns: readonly AnyColumn[],
  stored: readonly StoredColumn[] | undefined,
): ShownColumn[] {
  const known = new Map(columns.map((column) => [column.id, column]))
  const seen = new Set<string>()
  const shown = [...(stored ?? [])]
    .sort((a, b) => a.order - b.order)
    .flatMap((one): ShownColumn[] => {
      const column = known.get(one.id)
      if (!column || seen.has(one.id)) return []
      seen.add(one.id)
      const width = typeof one.width === 'number' && Number.isFinite(one.width) ? clamp(one.width) : undefined
      return [
        {
          ...defaultColumn(column),
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
    shown.splice(at, 0, { ...defaultColumn(column), visible: stored?.length ? false : !column.hidden })
    seen.add(column.id)
  })
  return shown
}

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function writeFormat(shown: ShownColumn): ColumnFormat | undefined {
  const standard = defaultColumn(shown.column)
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
export function isDefault(columns: readonly AnyColumn[], shown: readonly ShownColumn[]): boolean {
  return sameJson(storeColumns(shown), storeColumns(mergeColumns(columns, undefined)))
}

/** The stored form: widths and formats are included only where they differ from the declaration. */
export function storeColumns(shown: readonly ShownColumn[]): StoredColumn[] {
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

/** The visible columns, pinned ones first, each group in its order. */
export function visibleColumns(shown: readonly ShownColumn[]): ShownColumn[] {
  const visible = shown.filter((one) => one.visible)
  return [...visible.filter((one) => one.pinned), ...visible.filter((one) => !one.pinned)]
}

/** Returns a copy of the list with one item moved. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from)
  const item = items[from]
  if (item === undefined) return [...items]
  rest.splice(Math.min(rest.length, Math.max(0, to)), 0, item)
  return rest
}
