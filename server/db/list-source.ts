import type { ListQuery } from '@hilo/contract/call.ts'
import type { RoleScope } from '@hilo/domain/role.ts'
import type { ColumnOf, FilterOf, PathOf, RecordOf, SortOf } from '@hilo/contract/index.ts'
import { looseName, normalCode } from '@hilo/domain/text.ts'
import type { SqlOf } from './record-sql.ts'

/** How far somebody's sight reaches: the tenant predicate that the SQL carries beside row-level security. */
export interface Reach {
  /** Null for the neutral operator, who sees all. */
  vnoId: number | null
  /** Set for a technician: only his own interventions. */
  technicalId: number | null
}

/** Of the product itself, which works for all of them. */
export const everywhere: Reach = { vnoId: null, technicalId: null }

/** Who looks, and what of it he may see. */
export interface Viewer extends Reach {
  /** Event types that the session's privileges let through; null for all. */
  eventTypes: readonly number[] | null
  /** Kinds of notices that the session may read; null or left out: all of them. */
  noticeKinds?: readonly string[] | null
  /** Roles that the session's privileges let through; absent for all. */
  roleScopes?: readonly RoleScope[]
  /** Order states that the session's privileges let through; absent for all. */
  orderStates?: readonly string[]
  /** In the demonstration; nobody is anybody there. */
  demo?: true
}

/** Adds a value to the statement and returns how the SQL refers to it. */
export type Bind = (value: unknown) => string

/** PostgreSQL type of a filter or sort expression. */
export type SqlType = 'bigint' | 'int' | 'numeric' | 'float8' | 'text' | 'timestamptz' | 'boolean'

export interface Field {
  /** Never null: a nullable column is coalesced, in the index too, so that keyset order is total. */
  sql: string
  type: SqlType
  /** No code of ours: `like` compares its letters as they were written, or all conditions as small ones. */
  letters?: 'typed' | 'small'
  /**
   * Sorted as people count and spell: `NAT-2` before `NAT-10`, `ñ` after `n`. Filters keep comparing bytes, because a
   * prefix is a range of bytes; so such a field needs an index in each of the two orders.
   */
  natural?: true
}

/** Collation of migration 0055: Spanish alphabet, digits by their value. Deterministic, so that equal means the same bytes. */
const naturalCollation = 'natural_es'

/** What a field is sorted by, and what a cursor is compared with. */
export function sortSql({ sql, natural }: Field): string {
  return natural ? `${sql} collate ${naturalCollation}` : sql
}

/** One ordered part of a list; the parts are merged. Each has an index for every declared filter and sort. */
export interface Branch {
  from: string
  where: readonly string[]
  /** Must hold `id` and every declared filter and sort. */
  fields: Readonly<Record<string, Field>>
}

/**
 * The SQL of one list: where its rows come from, what each filter and sort means there, and how a record is built.
 * Everything else (paging, cursor, total, search, download) is the list machine's.
 */
export interface ListSource<P extends PathOf<'list'>> {
  path: P
  branches(
    viewer: Viewer,
    bind: Bind,
    query: ListQuery,
  ): (Branch & {
    fields: Readonly<Record<FilterOf<P> | SortOf<P> | 'id', Field>>
  })[]
  /** Free text: each alternative narrows a branch further; a row matching several is listed once. */
  search?(text: string, viewer: Viewer, bind: Bind, branch: Branch): SearchAlternative[]
  /** Filters that are no comparison of one field: SQL conditions for a branch. */
  custom?: Partial<Record<string, (value: never, bind: Bind) => string[]>>
  /** The records' own table and its alias, where a branch that reads it alone may yield its rows instead of their keys. */
  table?: string
  /** Joins from `k.id`, or from the row of `table` where there is one, to what the record shows. */
  join(viewer: Viewer): string
  /** SQL per field of the record, in the order in which it travels; of a record within it, per field again. */
  record(viewer: Viewer): SqlOf<RecordOf<P>>
  /** Fields too heavy for a page: null there, read with `id`. */
  detail?: readonly (keyof RecordOf<P> & string)[]
  /** SQL of the time zone of a row's place, for the columns of kind `place_time`. */
  placeZone?: string
  /** SQL per column of the download. */
  columns(viewer: Viewer): Readonly<Record<ColumnOf<P>, string>>
}

/** Joins from the keys `k` to everything that a record shows. */
export function joinsOf<P extends PathOf<'list'>>(
  { table, join }: Pick<ListSource<P>, 'table' | 'join'>,
  viewer: Viewer,
): string {
  const own = table ? `join ${table} on ${aliasOf(table)}.id = k.id ` : ''
  return own + join(viewer)
}

/**
 * Joins the name of whoever acted on a record. The view is a security barrier, which a plain join reads as a whole; asked for
 * one id at a time, behind a fence, it is looked up by key.
 */
export function joinActor(alias: string, id: string): string {
  return `left join lateral (select n.id, n.name from actor_name n where n.id = ${id} offset 0) ${alias} on true`
}

/** The `e` of `event e`. */
export function aliasOf(table: string): string {
  return table.split(' ')[1] ?? table
}

/** Conditions that one way of finding a text adds to a branch. */
export interface SearchAlternative {
  where: readonly string[]
  /** These conditions come first, whatever the order asked for: few rows that the order's index would find late. */
  fenced?: true
}

/** First text after every text that begins with `prefix`, in byte order. */
export function after(prefix: string): string {
  return `${prefix}\u{10FFFF}`
}

/** Condition "begins with" as a range, which an index serves under row-level security too. */
export function prefixed(sql: string, prefix: string, bind: Bind): string {
  return begins(sql, normalCode(prefix), bind)
}

/** The same of a text that is no code. */
export function begins(sql: string, prefix: string, bind: Bind): string {
  return `${sql} >= ${bind(prefix)} and ${sql} < ${bind(after(prefix))}`
}

/**
 * Condition "begins with" among an operator's rows `q`, or everybody's. His lower end is one comparison of both columns and the
 * upper end stands alone: so his index on both promises the fewest rows, whatever values the plan was made for.
 */
export function ownPrefixed(column: string, prefix: string, { vnoId }: Pick<Viewer, 'vnoId'>, bind: Bind): string {
  if (vnoId === null) return prefixed(`q.${column}`, prefix, bind)
  const code = normalCode(prefix)
  const vno = `${bind(vnoId)}::int`
  return `q.vno_id = ${vno} and (q.vno_id, q.${column}) >= (${vno}, ${bind(code)}) and q.${column} < ${bind(after(code))}`
}

/** Part of a `like` pattern in which nothing is a wildcard. */
const literalPattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Pattern that finds a name by any part of it, for `looseName` in SQL. */
export function namePattern(text: string): string {
  return `%${literalPattern(looseName(text))}%`
}

/** A column of search forms as `namePattern` is compared with it: ñ counts as n. */
export const looseNameSql = (column: string): string => `translate(${column}, 'ñ', 'n')`

/** Condition "the name holds this text", in whatever way it is written. */
export function nameHolds(column: string, text: string, bind: Bind): string {
  return `${looseNameSql(column)} like ${bind(namePattern(text))}`
}

/** Condition "the address holds this text"; addresses are kept in small letters. */
export function addressHolds(column: string, text: string, bind: Bind): string {
  return `${column} like ${bind(`%${literalPattern(text.trim().toLowerCase())}%`)}`
}

/** Condition "is one of the few that a query finds"; the query runs first, so that its result can be looked up by index. */
export function among(sql: string, from: string, column: string): string {
  return `${sql} = any(array(select ${column} from ${from}))`
}

/** An access code as far as it has been typed: nothing else begins like that. */
export function isAccessCode(text: string): boolean {
  return /^AC\d/.test(normalCode(text))
}
