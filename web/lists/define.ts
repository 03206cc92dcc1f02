import type { SortDirection } from '@hilo/contract/call.ts'
import type { ListName } from './columns/config-keys.ts'
import type { FieldName, RecordPart } from './record-part.ts'
import type { Contract, ColumnOf, FilterOf, PathOf, RecordOf, SortOf } from '@hilo/contract/index.ts'
import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import type { Privilege } from '@hilo/domain/privilege.ts'
import type { Status } from '@hilo/domain/status.ts'
import type { ReactNode } from 'react'
import type { ComponentName, ListenerName, Props, FormatterStep } from './registry/names.ts'

/**
 * A list screen is data. `defineList` checks that data against the contract: a column, sort or filter that the call
 * does not declare, or a filter of the wrong kind, does not compile.
 */

export type ListPath = PathOf<'list'>

/** The part of a domain enumeration that lists use. */
interface Enumeration {
  key: string
  all: readonly Status[]
  of: (value: number | null | undefined) => Status | undefined
}

interface FilterShapes {
  status: { of: Enumeration }
  /** `of`: name of the set of words, where it differs from the field's name. */
  choice: { values: readonly string[]; of?: string }
  code: { example?: string }
  /** Reference by id; `from` is the list in which the user looks the code up. */
  id: { from?: ListPath; by?: 'code' | 'label' | 'name' }
  time: object
  integer: { unit?: string }
  number: { unit?: string }
  boolean: object
  near: object
}
export type FilterKind = keyof FilterShapes
type FilterOfKind<K extends FilterKind> = { [Kind in K]: { kind: Kind; label?: string } & FilterShapes[Kind] }[K]
export type AnyFilter = FilterOfKind<FilterKind>
type DeclaredKind<P extends ListPath, F extends string> = Contract[P]['list']['filters'] extends infer D
  ? F extends keyof D
    ? D[F] extends { kind: infer K extends FilterKind }
      ? K
      : never
    : never
  : never

/** A row, as far as the list engine reads it. */
export interface Row {
  id: number
}

/** Start of what still runs, and the key of the word that says so. */
export interface Running {
  since: string
  word: 'list.running.open' | 'list.running.dark'
}

interface ColumnBase<P extends ListPath, F extends string> {
  component: ComponentName
  /** Minimum width in pixels; spare room is shared in proportion. */
  width: number
  align?: 'left' | 'center' | 'right'
  sort?: SortOf<P>
  /** Filter used by "filter by this value" and by the column header's menu. */
  filter?: FilterOf<P>
  props?: Props
  formatters?: readonly FormatterStep[]
  listeners?: readonly ListenerName[]
  /** Hidden until the user shows it. */
  hidden?: true
  pinned?: true
  /** Weight 500: the column that identifies the row. */
  strong?: true
  /** Time zone of the column's date; the reader's zone by default. */
  zone?: (record: RecordPart<P, F>) => PlaceZone
  /** A duration that still runs; null once it has an end, or without a start. */
  running?: (record: RecordPart<P, F>) => Running | null
}
/** A column of a download: one of the call, or the printed label of a box. */
type DownloadedColumn<P extends ListPath> = ColumnOf<P> | 'cto.label' | 'cto_label'
/** A column of the call, or one computed from the record (which names the call's columns used in downloads). */
export type Column<P extends ListPath, F extends string = never> =
  | (ColumnBase<P, F> & {
      id: ColumnOf<P>
      /** Field to ask for, where the column shows a part that the call does not name. */
      field?: FieldName<P>
    })
  | (ColumnBase<P, F> & {
      id: `=${string}`
      value: (record: RecordPart<P, F>) => unknown
      download?: readonly DownloadedColumn<P>[]
    })

export interface AnyColumn {
  id: string
  field?: string
  component: ComponentName
  width: number
  align?: 'left' | 'center' | 'right'
  sort?: string
  filter?: string
  props?: Props
  formatters?: readonly FormatterStep[]
  listeners?: readonly ListenerName[]
  hidden?: true
  pinned?: true
  strong?: true
  value?(record: Row): unknown
  zone?(record: Row): PlaceZone
  running?(record: Row): Running | null
  download?: readonly string[]
}

/** Filter values in their URL form, see state/filter-text.ts. */
export type FilterTexts<F extends string = string> = { [K in F]?: string }

interface View<F extends string = string> {
  id: string
  /** Text key of the view's name. */
  label: string
  filter: FilterTexts<F>
  /** The count is an alert: shown in the danger colour when above zero. */
  alarm?: true
}

/** The lines of a phone card; null or '' leaves a line empty. */
interface CardLines<R> {
  title: (record: R) => string
  /** A state of an enumeration, or a word of a closed set; a list without any leaves it out. */
  state?: (record: R) => { enumeration: string; value: number } | { of: string; word: string }
  lead: (record: R) => { strong: string; text: string }
  meta: (record: R) => string | null
  /** ISO time shown as "hace 44 min". */
  time?: (record: R) => string | null
  /** Alert line; `shape` draws the diamond before it. */
  alarm?: (record: R) => { text: string; shape: boolean } | null
}
/** The same lines as methods, so that a card of any record type is assignable. */
type AnyCard = {
  [Line in keyof CardLines<Row>]: {
    of(...row: Parameters<Required<CardLines<Row>>[Line]>): ReturnType<Required<CardLines<Row>>[Line]>
  }['of']
}

export interface PanelProps<R> {
  record: R
  /** Resolves once the record as it is now is shown. */
  refresh: () => Promise<void>
}
/** Two components; declared as methods so that a list of any record type is assignable to `List`. */
export interface PanelParts<R> {
  Body(props: PanelProps<R>): ReactNode
  Foot?(props: PanelProps<R>): ReactNode
}

/** Text key of the label, required privilege, and target: a screen, or a dialog over this one. */
export type CreateAction = {
  label: string
  /** Not a creation: drawn without the plus sign. */
  plain?: true
  privilege: Privilege
  /** Extra condition beyond the privilege. */
  allowed?(): boolean
} & ({ route: string } | { dialog(): Promise<{ Dialog(props: DialogProps): ReactNode }> })
/** Text key of the label, and the target route. */
export interface RelatedScreen {
  label: string
  route: string
}
export interface DialogProps {
  close: () => void
  /** A record was created: the list refreshes and opens its panel, if an id is given. */
  made: (id?: number) => void
}

/** Bulk actions: buttons shown while any row is selected. */
export interface BulkActions {
  privilege: Privilege | 'any'
  bar(): Promise<{ Bar(props: BulkProps): ReactNode }>
}
export interface BulkProps {
  ids: readonly number[]
  /** Clears the selection and refreshes the list. */
  done: () => void
}

interface ListData<P extends ListPath, F extends string> {
  /** First part of its text keys: `column.<name>.<column>`, `list.<name>.*`. */
  name: ListName
  /**
   * Fields that every row brings, whatever columns are shown: what the title, the card, computed columns and zones read.
   * The functions below see nothing else.
   */
  reads: readonly F[]
  columns: readonly Column<P, NoInfer<F>>[]
  filters: { readonly [F in FilterOf<P>]?: FilterOfKind<DeclaredKind<P, F>> }
  /** Filters offered first in the filter menu. */
  quick?: readonly FilterOf<P>[]
  /** By default one, of all rows. */
  views?: readonly [View<FilterOf<P>>, ...View<FilterOf<P>>[]]
  sort: readonly [SortOf<P>, SortDirection]
  /** Constant filters of this screen: part of every query, not shown and not removable. */
  always?: FilterTexts<FilterOf<P>>
  /** Kinds of the fields in `always` that are not filters of the screen. */
  hiddenFilters?: { readonly [F in FilterOf<P>]?: FilterOfKind<DeclaredKind<P, F>> }
  /** Identifies a record: the panel's title, copied by "copiar". */
  title: (record: RecordPart<P, F>) => string
  /** Route of a record's page; by default the list's own screen with the record open. */
  route?(id: number): string
  /** The main action of the screen. */
  create?: CreateAction
  /** Many records from a file, beside the main action. */
  load?: CreateAction
  /** Another screen of the same rows; it opens with the same filters. */
  elsewhere?: RelatedScreen
  /** Rows can be selected, with these bulk actions. */
  bulk?: BulkActions
  /** The call has no free-text search. */
  searchable?: false
  /** Rows change without change notifications: they are read again while the screen is shown. */
  unannounced?: true
  /** Without a panel, a row opens the record's page. */
  panel?(): Promise<PanelParts<RecordOf<P>>>
  /** A screen of its own: its route below /vno, and the screen that it follows in the menu. `npm run lists` reads it. */
  screen?: { at: string; after: string }
  /** Part of another screen: rows only, no state in the URL, no configuration. */
  embedded?: true
  /** By default the title, and the first column that is a state or a word, if any. */
  card?: CardLines<RecordPart<P, F>>
  /** Text key of the note at the right of the footer. */
  note?: string
  /** Path of its download call, if any. */
  download?: PathOf<'download'>
}

/** The same data as the list engine reads it, for any record type. */
export interface List {
  path: ListPath
  name: ListName
  reads: readonly string[]
  columns: readonly AnyColumn[]
  filters: Readonly<Partial<Record<string, AnyFilter>>>
  quick?: readonly string[]
  views: readonly [View, ...View[]]
  sort: readonly [string, SortDirection]
  always?: FilterTexts
  hiddenFilters?: Readonly<Partial<Record<string, AnyFilter>>>
  title(record: Row): string
  route(id: number): string
  create?: CreateAction
  load?: CreateAction
  elsewhere?: RelatedScreen
  bulk?: BulkActions
  searchable?: false
  unannounced?: true
  panel?(): Promise<PanelParts<Row>>
  embedded?: true
  card: AnyCard
  note?: string
  download?: PathOf<'download'>
}

export type ListOf<P extends ListPath, F extends string> = ListData<P, F> & { path: P } & Pick<
    List,
    'views' | 'route'
  > & {
    card: CardLines<RecordPart<P, F>>
  }

const allRows = { id: 'todos', label: 'list.view.all', filter: {} } as const

/** A card of the title and the first column that is a state or a word of a closed set, if any, and the field of that column. */
function titleCard<P extends ListPath, F extends string>({ title, columns }: ListData<P, F>) {
  const column = columns.find(({ component }) => component === 'state' || component === 'choice')
  const of = column?.props?.['of']
  const card: CardLines<RecordPart<P, F>> = { title, lead: () => ({ strong: '', text: '' }), meta: () => null }
  if (!column || typeof of !== 'string') return { card, reads: [] }
  const { id, component } = column
  const value = (record: object) => (record as Readonly<Record<string, unknown>>)[id]
  card.state = (record) =>
    component === 'state' ? { enumeration: of, value: Number(value(record)) } : { of, word: String(value(record)) }
  return { card, reads: [id as F] }
}

/** Declares the screen of a list call. */
export function defineList<const P extends ListPath, const F extends FieldName<P>>(
  path: P,
  data: ListData<P, F>,
): ListOf<P, F> {
  const { views = [allRows], screen } = data
  const route = (id: number) => `/vno${screen?.at}?vista=${views[0].id}&abierto=${id}`
  const declared = { route, ...data, path, views }
  if (data.card) return { ...declared, card: data.card }
  const { card, reads } = titleCard(data)
  return { ...declared, card, reads: [...data.reads, ...reads] }
}
