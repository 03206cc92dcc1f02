import {
  contract,
  type ColumnOf,
  type FilterOf,
  type PathOf,
  type RecordOf,
  type SortOf,
} from '@hilo/contract/index.ts'
import type { ListQuery, ListSpec } from '@hilo/contract/call.ts'
import type { ColumnKind } from '@hilo/contract/columns.ts'
import type { FilterSpec } from '@hilo/contract/filter.ts'
import type * as z from 'zod/mini'
import { aliasOf, type Bind, type Field, type ListSource, type Viewer } from './list-source.ts'
import { fieldNames, fieldOf, isNullable, isTime, type RecordSql, type SqlOf } from './record-sql.ts'

/**
 * A list of the rows of one table, derived from its declared call: a field is the column of its name, a reference the joined
 * record's id and code or name, and a filter or sort compares the record's field. Only differences are written.
 */
interface TableList<P extends PathOf<'list'>> extends Omit<
  ListSource<P>,
  'path' | 'table' | 'branches' | 'join' | 'record' | 'columns'
> {
  /** The table and its alias: `contractor c`. */
  table: string
  /** Joins to the record's references. */
  join?: string | ((viewer: Viewer) => string)
  /** Joins that a filter needs; repeated in `join` where the record shows the same row. */
  filterJoin?: string
  /** Alias of the joined row of each reference, by its name in the record. */
  references?: Partial<Record<keyof RecordOf<P> & string, string>>
  /** SQL of record fields without a column of their name. A time is a timestamptz: its format is added. */
  record?: Partial<SqlOf<RecordOf<P>>>
  /** Record fields whose SQL depends on the viewer, in the wire's format; a column of that name shows the same. */
  recordFor?: (viewer: Viewer) => Partial<SqlOf<RecordOf<P>>>
  /** SQL of download columns that differ from the record's field. */
  columns?: Partial<Record<ColumnOf<P>, string>>
  /** Filters and sorts that compare another expression than the record's. */
  keys?: Partial<Record<FilterOf<P> | SortOf<P>, Partial<Field>>>
  /** Rows of the list; by default those of the viewer's operator, and all for the neutral one. */
  where?: (viewer: Viewer, bind: Bind, query: ListQuery) => string[]
}

const typeOfFilter: Readonly<Record<Exclude<FilterSpec['kind'], 'near'>, Field['type']>> = {
  id: 'bigint',
  integer: 'int',
  number: 'numeric',
  code: 'text',
  time: 'timestamptz',
  boolean: 'boolean',
  status: 'int',
  choice: 'text',
}

/** Type of a field that is sorted but not filtered. */
function typeOfColumn(kind: ColumnKind | undefined): Field['type'] {
  if (kind === 'time' || kind === 'place_time') return 'timestamptz'
  if (kind === 'id') return 'bigint'
  if (kind === 'integer' || kind === 'duration' || kind?.startsWith('status:') || kind?.startsWith('before:'))
    return 'int'
  return kind === 'number' || kind === 'power' ? 'numeric' : 'text'
}

function valueAt(record: RecordSql, name: string): string {
  const [first = '', ...rest] = name.split('.')
  const value = record[first]
  if (typeof value === 'object') return valueAt(value, rest.join('.'))
  if (value === undefined || rest.length > 0) throw new Error(`no SQL of "${name}"`)
  return value
}

/** The tenant predicate, beside row-level security. */
const ofOperator =
  (alias: string) =>
  ({ vnoId }: Viewer, bind: Bind): string[] =>
    vnoId === null ? [] : [`${alias}.vno_id = ${bind(vnoId)}::int`]

/** SQL of every field of a record, times as timestamptz. */
function recordSql(schema: z.core.$ZodType, alias: string, own: RecordSql, joined: Readonly<Record<string, string>>) {
  const sqlOf = (name: string): string | RecordSql => {
    const other = joined[name]
    if (own[name] !== undefined || other === undefined) return own[name] ?? `${alias}.${name}`
    return Object.fromEntries(fieldNames(fieldOf(schema, name)).map((field) => [field, `${other}.${field}`]))
  }
  return Object.fromEntries(fieldNames(schema).map((name) => [name, sqlOf(name)]))
}

/** The same in the wire's format. */
function wireSql(schema: z.core.$ZodType, record: RecordSql): RecordSql {
  const sent = ([name, sql]: [string, string | RecordSql]) =>
    [name, typeof sql === 'string' && isTime(fieldOf(schema, name)) ? `wire_time(${sql})` : sql] as const
  return Object.fromEntries(Object.entries(record).map(sent))
}

/** Expression of each filter and sort. */
function keySql(list: ListSpec['list'], record: RecordSql, keys: Readonly<Record<string, Partial<Field>>>) {
  const names = new Set(['id', ...Object.keys(list.filters), ...list.sorts])
  const key = (name: string): Field => {
    if (keys[name]?.sql === undefined && list.sorts.includes(name) && isNullable(fieldOf(list.record, name)))
      throw new Error(`the sort "${name}" may be null: give its key sql that is never null`)
    const kind = list.filters[name]?.kind
    const type = kind === undefined || kind === 'near' ? typeOfColumn(list.columns[name]) : typeOfFilter[kind]
    return { sql: keys[name]?.sql ?? valueAt(record, name), type, ...keys[name] }
  }
  return Object.fromEntries([...names].map((name) => [name, key(name)]))
}

/**
 * The list of a table by its declared call. Names of fields, filters, sorts and references are type-checked; a field without a
 * column or SQL fails in `lists.test.ts`.
 */
export function tableList<P extends PathOf<'list'>>(path: P, spec: TableList<P>): ListSource<P> {
  const { table, join = '', filterJoin, references = {}, record: own = {}, recordFor, ...rest } = spec
  const { columns: cells = {}, keys = {}, where, ...more } = rest
  const list: ListSpec['list'] = contract[path].list
  const alias = aliasOf(table)
  const values = recordSql(list.record, alias, own, references)
  const record = wireSql(list.record, values)
  const fields = keySql(list, values, keys) as Record<FilterOf<P> | SortOf<P> | 'id', Field>
  const cellOf = (name: string) => (cells as Readonly<Record<string, string>>)[name] ?? valueAt(values, name)
  const columns = Object.fromEntries(Object.keys(list.columns).map((name) => [name, cellOf(name)]))
  const from = filterJoin === undefined ? table : `${table} ${filterJoin}`
  const cellsFor = (viewer: Viewer): Record<string, string> => {
    const varying = Object.entries((recordFor?.(viewer) ?? {}) as Record<string, string>)
    return Object.fromEntries(varying.filter(([name]) => name in columns && !(name in cells)))
  }
  const bound = where ?? ofOperator(alias)
  return {
    ...more,
    path,
    table,
    branches: (viewer, bind, query) => [{ from, where: bound(viewer, bind, query), fields }],
    join: typeof join === 'string' ? () => join : join,
    record: (viewer) => ({ ...record, ...recordFor?.(viewer) }) as SqlOf<RecordOf<P>>,
    columns: (viewer) => ({ ...columns, ...cellsFor(viewer) }),
  }
}
