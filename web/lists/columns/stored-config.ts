import type { ListConfig, SharedView, UiConfig } from '@hilo/contract/settings/uiconfig.ts'
import type { SavedView, StoredColumn } from './config.ts'

export type Lists = UiConfig['lists']
export type SharedViews = UiConfig['shared']

type Loose = Readonly<Partial<Record<string, unknown>>>
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const objects = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isObject) : [])
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

type Scalar = string | number | boolean
const scalar = (name: string, value: unknown): [string, Scalar][] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []

/** Only the shape is checked here; the names are checked against the closed registries where the format is used. */
function cleanFormat(value: unknown): Pick<StoredColumn, 'format'> {
  if (!isObject(value) || !isText(value.component)) return {}
  const props = (of: unknown) =>
    isObject(of) ? { props: Object.fromEntries(Object.entries(of).flatMap(([name, one]) => scalar(name, one))) } : {}
  const listeners = Array.isArray(value.listeners) ? value.listeners.filter(isText) : []
  const formatters = objects(value.formatters).flatMap(({ name, props: of }) =>
    isText(name) ? [{ name, ...props(of) }] : [],
  )
  return { format: { component: value.component, ...props(value.props), listeners, formatters } }
}

function cleanColumn({ id, visible, order, width, pinned, format }: Loose, place: number): StoredColumn[] {
  if (!isText(id)) return []
  return [
    {
      id,
      visible: visible !== false,
      order: Number.isInteger(order) && Number(order) >= 0 ? Number(order) : place,
      ...(Number.isInteger(width) && { width: Number(width) }),
      ...(pinned === true && { pinned }),
      ...cleanFormat(format),
    },
  ]
}

/** A view without its own columns has no `columns` key, as opposed to an empty one. */
function cleanColumns(value: unknown): Pick<SavedView, 'columns'> {
  const columns = objects(value).flatMap(cleanColumn)
  return columns.length > 0 ? { columns } : {}
}

const cleanView = ({ name, search, shared, columns }: Loose): SavedView[] =>
  isText(name) && typeof search === 'string'
    ? [{ name, search, ...(shared === true && { shared }), ...cleanColumns(columns) }]
    : []

function cleanList(value: Loose): Lists[string] {
  const { density, default_view, version } = value
  return {
    columns: objects(value.columns).flatMap(cleanColumn),
    views: objects(value.views).flatMap(cleanView),
    ...((density === 'normal' || density === 'compact') && { density }),
    ...(isText(default_view) && { default_view }),
    version: Number.isInteger(version) ? Number(version) : 0,
  }
}

/** Sanitizes the browser's stored configuration: valid parts are kept, everything else is dropped. */
export function cleanLists(value: unknown): Lists {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([list, one]) => (isObject(one) ? [[list, cleanList(one)] as const] : [])),
  )
}

export function cleanShared(value: unknown): SharedViews {
  if (!isObject(value)) return {}
  const view = ({ name, search, columns, by, by_id }: Loose): SharedView[] =>
    isText(name) && typeof search === 'string'
      ? [{ name, search, ...cleanColumns(columns), by: String(by), by_id: Number(by_id) }]
      : []
  return Object.fromEntries(Object.entries(value).map(([list, views]) => [list, objects(views).flatMap(view)]))
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Three-way merge of views by name: applies the changes made here since `base` to the other copy. */
function mergeViews(base: readonly SavedView[], mine: readonly SavedView[], theirs: readonly SavedView[]): SavedView[] {
  const named = (views: readonly SavedView[], name: string) => views.find((view) => view.name === name)
  const kept = theirs.flatMap((view) => {
    const own = named(mine, view.name)
    if (own) return same(own, named(base, view.name)) ? [view] : [own]
    return named(base, view.name) ? [] : [view]
  })
  const added = mine.filter(({ name }) => !named(theirs, name) && !same(named(mine, name), named(base, name)))
  return [...kept, ...added]
}

/**
 * Three-way merge of a list's configuration: settings changed here since `base` win, the rest comes from the other
 * copy.
 */
export function mergeConfigs(base: ListConfig | undefined, mine: ListConfig, theirs: ListConfig): ListConfig {
  const changed = (key: keyof ListConfig) => !same(mine[key], base?.[key])
  const pick = (key: keyof ListConfig) => (changed(key) ? mine : theirs)[key]
  const [density, sort, default_view] = [pick('density'), pick('sort'), pick('default_view')]
  return {
    columns: (changed('columns') ? mine : theirs).columns,
    views: mergeViews(base?.views ?? [], mine.views ?? [], theirs.views ?? []),
    ...(density !== undefined && { density: density as NonNullable<ListConfig['density']> }),
    ...(sort !== undefined && { sort: sort as NonNullable<ListConfig['sort']> }),
    ...(default_view !== undefined && { default_view: default_view as string }),
  }
}
