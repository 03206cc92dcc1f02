import type { ListQuery } from '@hilo/contract/call.ts'
import type { RoleScope } from '@hilo/domain/role.ts'
import type { ColumnOf, FilterOf, PathOf, RecordOf, SortOf } from '@hilo/contract/index.ts'
import { looseName, normalCode } from '@hilo/domain/text.ts'
import type { SqlOf } from './record-sql.ts'

/** Reach of a session: the tenant predicate in the SQL, beside row-level security. */
export interface Reach {
  /** Null for the neutral operator, which sees all. */
  vnoId: number | null
  /** Set for a technician: own interventions only. */
  technicalId: number | null
}

/** Reach of the product itself, which acts for all. */
export const everywhere: Reach = { vnoId: null, technicalId: null }

/** The viewer with its limits. */
export interface Viewer extends Reach {
  /** Event types that the session's privileges admit; null for all. */
  eventTypes: readonly number[] | null
  /** Kinds of notices that the session may read; null or absent: all. */
  noticeKinds?: readonly string[] | null
  /** Role scopes that the session's privileges admit; absent for all. */
  roleScopes?: readonly RoleScope[]
  /** Order states that the session's privileges admit; absent for all. */
  orderStates?: readonly string[]
  /** A demonstration, which has no real people. */
  demo?: true
}

/** Adds a value to the statement and returns its placeholder. */
export type Bind = (value: unknown) => string

/** PostgreSQL type of a filter or sort expression. */
type SqlType = 'bigint' | 'int' | 'numeric' | 'float8' | 'text' | 'timestamptz' | 'boolean'

export interface Field {
  /** Never null: a nullable column is coalesced, in its index too, so that keyset order is total. */
  sql: string
  type: SqlType
  /** Not one of our codes: `like` compares its letters as stored, or in lower case. */
  letters?: 'typed' | 'small'
  /**
   * Natural order: `NAT-2` before `NAT-10`, `ñ` after `n`. Filters compare bytes, because a prefix is a range of bytes; so
   * such a field needs an index in each of the two orders.
   */
  natural?: true
}

/** Collation of the database (`server/db/baseline`): Spanish alphabet, digits by value. Deterministic: equal means equal bytes. */
const naturalCollation = 'natural_es'

/** Sort expression of a field, also for cursors. */
export function sortSql({ sql, natural }: Field): string {
  return natural ? `${sql} collate ${naturalCollation}` : sql
}

/** One ordered part of a list; parts are merged. Each has an index for every declared filter and sort. */
export interface Branch {
  from: string
  where: readonly string[]
  /** Must contain `id` and every declared filter and sort. */
  fields: Readonly<Record<string, Field>>
}

/**
 * SQL of one list: the source of its rows, the meaning of each filter and sort, and the record. Everything else (paging,
 * cursor, total, search, download) is generic.
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
  /** Filters other than a comparison of one field: SQL conditions for a branch. */
  custom?: Partial<Record<string, (value: never, bind: Bind) => string[]>>
  /** The records' own table and its alias, joined to the keys by id. */
  table?: string
  /** Joins from the row of `table`, or from `k.id` without one, to the record's references. */
  join(viewer: Viewer): string
  /** SQL per field of the record, in wire order; nested for a nested record. */
  record(viewer: Viewer): SqlOf<RecordOf<P>>
  /** Fields too heavy for a page: null there, read with `id`. */
  detail?: readonly (keyof RecordOf<P> & string)[]
  /** SQL of the time zone of a row's place, for columns of kind `place_time`. */
  placeZone?: string
  /** SQL of the seconds so far per duration that still runs: spreadsheets show them as the list does. */
  running?: Readonly<Partial<Record<ColumnOf<P>, string>>>
  /** SQL per column of the download. */
  columns(viewer: Viewer): Readonly<Record<ColumnOf<P>, string>>
}

/** The source of a list whose path is only known at run time. */
export type AnySource = ListSource<PathOf<'list'>>

/** Joins from the keys `k` to everything in a record. */
export function joinsOf<P extends PathOf<'list'>>(
  { table, join }: Pick<ListSource<P>, 'table' | 'join'>,
  viewer: Viewer,
): string {
  const own = table ? `join ${table} on ${aliasOf(table)}.id = k.id ` : ''
  return own + join(viewer)
}

/**
 * Joins the name of a record's actor. The view is a security barrier, which a plain join reads completely; a lateral subquery
 * per id, with a fence, uses the key.
 */
export function joinActor(alias: string, id: string): string {
  return `left join lateral (select n.id, n.name from actor_name n where n.id = ${id} offset 0) ${alias} on true`
}

/** The `e` of `event e`. */
export function aliasOf(table: string): string {
  return table.split(' ')[1] ?? table
}

/** Conditions of one search alternative on a branch. */
export interface SearchAlternative {
  where: readonly string[]
  /** These conditions are evaluated first, whatever the order: they match few rows, which the order's index would find late. */
  fenced?: true
}

/** First text after every text with this prefix, in byte order. */
export function after(prefix: string): string {
  return `${prefix}\u{10FFFF}`
}

/** Prefix condition as a range, which an index supports under row-level security too. */
export function prefixed(sql: string, prefix: string, bind: Bind): string {
  return begins(sql, normalCode(prefix), bind)
}

/** Prefix condition for a text that is no code. */
export function begins(sql: string, prefix: string, bind: Bind): string {
  return `${sql} >= ${bind(prefix)} and ${sql} < ${bind(after(prefix))}`
}

/**
 * Prefix condition among an operator's rows `q`, or all. The lower bound is one row comparison of both columns and the upper
 * bound separate, so that the planner prefers the composite index for any values.
 */
export function ownPrefixed(column: string, prefix: string, { vnoId }: Pick<Viewer, 'vnoId'>, bind: Bind): string {
  if (vnoId === null) return prefixed(`q.${column}`, prefix, bind)
  const code = normalCode(prefix)
  const vno = `${bind(vnoId)}::int`
  return `q.vno_id = ${vno} and (q.vno_id, q.${column}) >= (${vno}, ${bind(code)}) and q.${column} < ${bind(after(code))}`
}

/** Escapes the wildcards of a `like` pattern. */
const literalPattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Pattern for a name by any part of it, for `looseName` in SQL. */
export function namePattern(text: string): string {
  return `%${literalPattern(looseName(text))}%`
}

/** A search column as compared with `namePattern`: ñ counts as n. */
export const looseNameSql = (column: string): string => `translate(${column}, 'ñ', 'n')`

/** Condition that a name contains a text, in any spelling. */
export function nameHolds(column: string, text: string, bind: Bind): string {
  return `${looseNameSql(column)} like ${bind(namePattern(text))}`
}

/** Condition that an address contains a text; addresses are stored in lower case. */
export function addressHolds(column: string, text: string, bind: Bind): string {
  return `${column} like ${bind(`%${literalPattern(text.trim().toLowerCase())}%`)}`
}

/** Condition "is one of the few that a query finds"; the query runs first, so that its result is looked up by index. */
export function among(sql: string, from: string, column: string): string {
  return `${sql} = any(array(select ${column} from ${from}))`
}

/** True if the text can only be the prefix of an access code. */
export function isAccessCode(text: string): boolean {
  return /^AC\d/.test(normalCode(text))
}
