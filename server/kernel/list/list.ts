import type { ListDeclaration, ListQuery } from '@hilo/contract/call.ts'
import type { PathOf } from '@hilo/contract/index.ts'
import type * as z from 'zod/mini'
import type { BatchRow, Statement } from '../sql/batch.ts'
import {
  aliasOf,
  joinsOf,
  sortSql,
  type Bind,
  type Branch,
  type ListSource,
  type SearchAlternative,
  type Viewer,
} from './list-source.ts'
import { withRecords } from './list-record.ts'
import { afterCursor, decodeCursor, encodeCursor, filterConditions, totalSort, type Sort } from './list-where.ts'

/**
 * The list query: any declared list becomes one statement that returns its records as one JSON text with the last row's keys
 * and, if requested, the total. Each branch yields only ids and sort keys, limited, in index order; the remaining few are
 * joined and built into records afterwards, so that the cost does not grow with the table.
 */
type Declaration = ListDeclaration<z.core.$ZodType>
type Source = ListSource<PathOf<'list'>>

/** Collects parameters as `$n`. */
export function parameters(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

const mostValues = 8

/**
 * A filter of a few values becomes one part per value, each read in index order and merged; a set would be sorted or filtered
 * as a whole.
 */
function perValue(source: Source, query: ListQuery): ListQuery[] {
  const isFew = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= mostValues
  const found = Object.entries(query.filter ?? {}).find(([name, value]) => isFew(value) && !source.custom?.[name])
  if (!found || !isFew(found[1])) return [query]
  const [name, values] = found
  return [...new Set(values)].map((value) => ({
    ...query,
    filter: { ...query.filter, [name]: value },
  }))
}

/** A branch narrowed by one search alternative. With a fence only the alternative's own index is useful. */
function narrowed(branch: Branch, { where: conditions, fenced }: SearchAlternative): Branch {
  if (!fenced) return { ...branch, where: [...branch.where, ...conditions] }
  const alias = aliasOf(branch.from)
  return {
    ...branch,
    from: `(select * from ${branch.from}${where([...branch.where, ...conditions])} offset 0) ${alias}`,
    where: [],
  }
}

/** The parts of a list with the conditions of the request. */
function parts(source: Source, viewer: Viewer, query: ListQuery, bind: Bind): Branch[] {
  const branches = source.branches(viewer, bind, query).flatMap((branch) =>
    perValue(source, query).map((one) => ({
      ...branch,
      where: [...branch.where, ...filterConditions(source, branch, one, bind)],
    })),
  )
  const text = query.search?.trim()
  const { search } = source
  if (!text || !search) return branches
  return branches.flatMap((branch) => search(text, viewer, bind, branch).map((one) => narrowed(branch, one)))
}

/** For prefixes, ranges and other orders the best plan depends on the values. */
function planned(query: ListQuery, list: Declaration): Pick<Statement, 'planned'> {
  const filters = Object.values(query.filter ?? {})
  const ranges = filters.some((value) => typeof value === 'object' && !Array.isArray(value))
  const otherOrder = filters.length > 0 && query.sort !== undefined && query.sort[0]?.[0] !== list.defaultSort[0]?.[0]
  return ranges || otherOrder ? { planned: 'each time' } : {}
}

function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}

/**
 * Rows of a list without order or paging, for a map or a sum. `more` narrows them further; a row found by several parts comes
 * once, if the columns contain its id.
 */
export function rowsSql(
  source: Source,
  viewer: Viewer,
  query: ListQuery,
  bind: Bind,
  { columns, more }: { columns: string; more: readonly string[] },
): string {
  const selects = parts(source, viewer, query, bind).map(
    (one) => `select ${columns} from ${one.from}${where([...one.where, ...more])}`,
  )
  return selects.join(' union ')
}

/** SQL of each sort key in a branch. */
function sortKeys({ fields }: Branch, sort: Sort): string[] {
  return sort.map(([name]) => {
    const field = fields[name]
    return field ? sortSql(field) : 'null'
  })
}

/** Ids and sort keys of all branches, merged in order. `distinct` if branches may share a row. */
function keysSql(
  branches: readonly Branch[],
  sort: Sort,
  cursor: unknown[] | null,
  limit: string | null,
  distinct: boolean,
  bind: Bind,
): string {
  if (branches.length === 0)
    return `select null::bigint as id, ${sort.map((_, i) => `null::text as s${i}`).join(', ')} where false`
  const outer = sort.map(([, direction], i) => `s${i} ${direction}`).join(', ')
  const page = limit ? ` limit ${limit}` : ''
  const selects = branches.map((branch) => {
    const fields = sortKeys(branch, sort)
    const conditions = cursor ? [...branch.where, afterCursor(branch, sort, cursor, bind)] : branch.where
    const order = sort.map(([, direction], i) => `${fields[i]} ${direction}`).join(', ')
    const keys = fields.map((sql, i) => `${sql} as s${i}`).join(', ')
    const rows = `select ${branch.fields['id']?.sql} as id, ${keys} from ${branch.from}${where(conditions)}`
    // A single unlimited branch is sorted together with its joins: with a separate sort the planner would not
    // parallelize it.
    return branches.length === 1 && limit === null ? rows : `${rows} order by ${order}${page}`
  })
  if (selects.length === 1) return selects[0] ?? ''
  const union = selects.map((select) => `(${select})`).join(distinct ? ' union ' : ' union all ')
  return `select * from (${union}) u order by ${outer}${page}`
}

function countSql(branches: readonly Branch[], distinct: boolean): string {
  if (branches.length === 0) return 'select 0'
  if (!distinct) return branches.map((b) => `(select count(*) from ${b.from}${where(b.where)})`).join(' + ')
  const ids = branches.map((b) => `select ${b.fields['id']?.sql} as id from ${b.from}${where(b.where)}`)
  return `(select count(*) from (${ids.join(' union ')}) d)`
}

export interface ListStatement extends Statement {
  sort: Sort
  limit: number
}

/**
 * The statement of one list call, always one row: records as one JSON text; number found, one more than the page if there are
 * more; sort keys of the last row as text. With `total`, the last column is the exact count. One record by id is a single row,
 * or none. `whole` records include heavy fields.
 */
export function listStatement(
  source: Source,
  list: Declaration,
  viewer: Viewer,
  query: ListQuery,
  total: boolean,
  whole: boolean = query.id !== undefined,
): ListStatement {
  const { values, bind } = parameters()
  const sort = totalSort(query, list.defaultSort)
  const limit = query.id === undefined ? (query.limit ?? 50) : 1
  const cursor = query.cursor ? decodeCursor(query.cursor, sort) : null
  const branches = parts(source, viewer, query, bind)
  const distinct = Boolean(query.search) && branches.length > 1
  const keys = keysSql(branches, sort, cursor, String(limit + 1), distinct, bind)
  const count = total ? `, (${countSql(branches, distinct)})` : ''
  const ofFields = query.fields !== undefined
  const asked = { source, schema: list.record, viewer, whole, fields: query.fields }
  if (query.id !== undefined) {
    const text = withRecords({ before: 'select ', after: `${count} from (${keys}) k`, end: 'limit 1' }, asked)
    return { text, values, sort, limit, ofFields, ...planned(query, list) }
  }
  const orderOf = (alias: string) => sort.map(([, direction], i) => `${alias}.s${i} ${direction}`).join(', ')
  const order = `order by ${orderOf('k')}`
  // Fifty rows cost more to send and parse than to aggregate. The order is repeated at each level: the planner drops an
  // unused one, and would sort whole records again.
  const places = sort.map((_, i) => `, (array_agg(k.s${i} ${order}))[count(*)]`).join('')
  const page = `select q.*, count(*) over () as found from (${keys}) q order by ${orderOf('q')} limit ${limit}`
  const after = `, ',' ${order}), max(k.found)${places}${count} from (${page}) k`
  const text = withRecords({ before: 'select string_agg(', after }, asked)
  return { text, values, sort, limit, ofFields, ...planned(query, list) }
}

/** Statement that only counts, for refreshing a cached total. */
export function countStatement(source: Source, viewer: Viewer, query: ListQuery): Statement {
  const { values, bind } = parameters()
  const branches = parts(source, viewer, query, bind)
  return {
    text: `select ${countSql(branches, Boolean(query.search) && branches.length > 1)}`,
    values,
  }
}

/** The records of a list statement, comma-separated. */
export function recordsText([row]: readonly BatchRow[]): string {
  return row?.[0] ?? ''
}

/** Body of a list answer from its statement's row. */
export function listAnswer(
  statement: ListStatement,
  rows: readonly BatchRow[],
  total?: { value: number; exact: boolean },
): string {
  const { sort, limit } = statement
  const [, found, ...places] = rows[0] ?? []
  const last = Number(found) > limit ? places.slice(0, sort.length) : undefined
  const cursor = last ? JSON.stringify(encodeCursor(sort, last)) : 'null'
  const counted = total ? `,"total":${JSON.stringify(total)}` : ''
  return `{"records":[${recordsText(rows)}],"next_cursor":${cursor}${counted},"server_time":"${new Date().toISOString()}"}`
}

/** Query over all rows of a list in order, for a download: `cells` are SQL expressions over the joined row. */
export function downloadQuery(
  source: Source,
  list: Declaration,
  viewer: Viewer,
  query: ListQuery,
  bind: Bind,
  cells: readonly string[],
): string {
  const sort = totalSort(query, list.defaultSort)
  const branches = parts(source, viewer, query, bind)
  const keys = keysSql(branches, sort, null, null, Boolean(query.search) && branches.length > 1, bind)
  const order = sort.map(([, direction], i) => `k.s${i} ${direction}`).join(', ')
  return `select ${cells.join(', ')} from (${keys}) k ${joinsOf(source, viewer)} order by ${order}`
}
