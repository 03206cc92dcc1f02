import type { ListName } from './columns/config-keys.ts'
import type { Contract, ColumnOf, FilterOf, PathOf, RecordOf, SortOf } from '@hilo/contract/index.ts'
import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import type { Privilege } from '@hilo/domain/privilege.ts'
import type { Status } from '@hilo/domain/status.ts'
import type { ReactNode } from 'react'
import type { ComponentName, ListenerName, Props, FormatterStep } from './registry/names.ts'

/**
 * A list screen is data. `defineList` ties that data to the contract: a column, sort or filter that the call does not
 * declare, or a filter of another kind than declared, does not compile.
 */

export type ListPath = PathOf<'list'>

/** What the machine needs of an enumeration of the domain. */
export interface Enumeration {
  key: string
  all: readonly Status[]
  of: (value: number | null | undefined) => Status | undefined
}

interface FilterShapes {
  status: { of: Enumeration }
  /** `of`: the set of words, where the field is not called like it. */
  choice: { values: readonly string[]; of?: string }
  code: { example?: string }
  /** Reference by id: `from` names the list in which a person looks the code up. */
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

/** A row, as far as the machine looks into it. */
export interface Row {
  id: number
}

interface ColumnBase<P extends ListPath> {
  component: ComponentName
  /** Pixels: the least width; spare room is shared in proportion. */
  width: number
  align?: 'left' | 'center' | 'right'
  sort?: SortOf<P>
  /** Filter that "filter by this value" and the head's menu use. */
  filter?: FilterOf<P>
  props?: Props
  formatters?: readonly FormatterStep[]
  listeners?: readonly ListenerName[]
  /** Not shown until the person asks for it. */
  hidden?: true
  pinned?: true
  /** Weight 500: what names the row. */
  strong?: true
  /** Clock by which its date is shown; the reader's own without it. */
  zone?(record: RecordOf<P>): PlaceZone
}
/** A column of the wire, or one that is computed from the record (and then says what a download takes for it). */
export type Column<P extends ListPath> =
  | (ColumnBase<P> & { id: ColumnOf<P> })
  | (ColumnBase<P> & { id: `=${string}`; value: (record: RecordOf<P>) => unknown; download?: ColumnOf<P> })

export interface AnyColumn {
  id: string
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
  download?: string
}

/** Filter values in their URL form, see state/filter-text.ts. */
export type FilterTexts<F extends string = string> = { [K in F]?: string }

export interface View<F extends string = string> {
  id: string
  /** Key of its name. */
  label: string
  filter: FilterTexts<F>
  /** The figure beside it matters: drawn in danger when above zero. */
  alarm?: true
}

/** What a phone card says of a record; null or '' leaves the place empty. */
export interface CardLines<R> {
  title(record: R): string
  /** A state of an enumeration, or a word of a closed set. */
  state(record: R): { enumeration: string; value: number } | { of: string; word: string }
  lead(record: R): { strong: string; text: string }
  meta(record: R): string | null
  /** ISO time shown as "hace 44 min". */
  time?(record: R): string | null
  /** What must not be missed; `shape` puts the diamond before it. */
  alarm?(record: R): { text: string; shape: boolean } | null
}

export interface PanelProps<R> {
  record: R
  refresh: () => void
}
/** Two components; written as methods so that a list of any record is a list to the machine. */
export interface PanelParts<R> {
  Body(props: PanelProps<R>): ReactNode
  Foot?(props: PanelProps<R>): ReactNode
}

/** The key of its name, what it takes, and where it leads: a screen, or a dialog over this one. */
export type Create = {
  label: string
  /** Nothing is made: it has no plus sign. */
  plain?: true
  privilege: Privilege
  /** For some of those who have the privilege only. */
  allowed?(): boolean
} & ({ route: string } | { dialog(): Promise<{ Dialog(props: DialogProps): ReactNode }> })
/** Key of its name, and its route. */
export interface Elsewhere {
  label: string
  route: string
}
export interface DialogProps {
  close: () => void
  /** Something was made: the list asks again and opens its panel, if there is an id. */
  made: (id?: number) => void
}

/** What can be done with several rows at once: its buttons, shown while any is chosen. */
export interface Bulk {
  privilege: Privilege | 'any'
  bar(): Promise<{ Bar(props: BulkProps): ReactNode }>
}
export interface BulkProps {
  ids: readonly number[]
  /** Nothing is chosen any more; the list asks again. */
  done: () => void
}

interface ListData<P extends ListPath> {
  /** First part of its text keys: `column.<name>.<column>`, `list.<name>.*`. */
  name: ListName
  columns: readonly Column<P>[]
  filters: { readonly [F in FilterOf<P>]?: FilterOfKind<DeclaredKind<P, F>> }
  /** Filters offered as a first row in the filter menu. */
  quick?: readonly FilterOf<P>[]
  views: readonly [View<FilterOf<P>>, ...View<FilterOf<P>>[]]
  sort: readonly [SortOf<P>, 'asc' | 'desc']
  /** Part of every query of this screen: not shown, not taken away. */
  always?: FilterTexts<FilterOf<P>>
  /** Kinds of the fields in `always` that are no filters of the screen. */
  hiddenFilters?: { readonly [F in FilterOf<P>]?: FilterOfKind<DeclaredKind<P, F>> }
  /** What names a record: panel title, copied by "copiar". */
  title(record: RecordOf<P>): string
  /** Route of the screen of one record. */
  route(id: number): string
  /** The main action of the screen. */
  create?: Create
  /** Another screen of the same rows: it opens with the same filters. */
  elsewhere?: Elsewhere
  /** Rows can be chosen, and this can be done with them. */
  bulk?: Bulk
  /** The call takes no free text. */
  searchable?: false
  /** Without a panel a row leads to its screen. */
  panel?(): Promise<PanelParts<RecordOf<P>>>
  /** Part of another screen: rows only, nothing in the address, nothing configured. */
  embedded?: true
  card: CardLines<RecordOf<P>>
  /** Key of the note at the right of the footer. */
  note?: string
  /** Wire path of its download, where it has one. */
  download?: PathOf<'download'>
}

/** The same data as the machine reads it, whatever the record. */
export interface List {
  path: ListPath
  name: ListName
  columns: readonly AnyColumn[]
  filters: Readonly<Partial<Record<string, AnyFilter>>>
  quick?: readonly string[]
  views: readonly [View, ...View[]]
  sort: readonly [string, 'asc' | 'desc']
  always?: FilterTexts
  hiddenFilters?: Readonly<Partial<Record<string, AnyFilter>>>
  title(record: Row): string
  route(id: number): string
  create?: Create
  elsewhere?: Elsewhere
  bulk?: Bulk
  searchable?: false
  panel?(): Promise<PanelParts<Row>>
  embedded?: true
  card: CardLines<Row>
  note?: string
  download?: PathOf<'download'>
}

export type ListOf<P extends ListPath> = ListData<P> & { path: P }

/** Declares the screen of a list call. */
export function defineList<const P extends ListPath>(path: P, data: ListData<P>): ListOf<P> {
  return { path, ...data }
}
