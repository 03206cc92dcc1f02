import type { ListDeclaration, ListQuery } from '@hilo/contract/call.ts'
import type { PathOf } from '@hilo/contract/index.ts'
import type * as z from 'zod/mini'
import type { BatchRow, Statement } from './batch.ts'
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
import { withRecords, type Base } from './list-record.ts'
import {
  afterCursor,
  decodeCursor,
  encodeCursor,
  filterConditions,
  sortName,
  totalSort,
  type Sort,
} from './list-where.ts'

/**
 * THE list query: any declared list becomes one statement that answers its records as one JSON text with the place of the
 * last and, when asked, its total. Each branch yields only ids and sort keys, limited, in index order; the few that remain are joined and
 * built into records afterwards, so that the cost does not grow with the table. Where an index yields a table's rows as they are
 * asked for, they are read at once instead of being looked up by their keys.
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
 * A filter of a few values becomes one part per value, each read in its index order and merged; a set would be sorted or
 * filtered as a whole.
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

/** A branch reduced by one way of finding the text. Behind the fence only its own index is of use. */
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

/** The best plan depends on the values themselves where a prefix, a range or another order is asked for. */
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
 * The rows of a list without order or page, for what is no list: a map, a sum. `more` narrows them further; a row that is
 * found in several ways comes once, as long as the columns hold its id.
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

/** SQL of what each key of the sort is in a branch. */
function sortKeys({ fields }: Branch, sort: Sort): string[] {
  return sort.map(([name]) => {
    const field = fields[name]
    return field ? sortSql(field) : 'null'
  })
}

/** Ids and sort keys of all branches, merged in order. `distinct` when branches may share a row. */
export function keysSql(
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
    // Whole and alone it is ordered with what is joined to it: in an order of its own the planner would not see that the
    // rows and their records are the same, nor give them to several processes.
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
 * The statement of one list call, always of one row: its records as one JSON text; how many it found, one more than the page
 * holds where there are more; the sort keys of the page's last as text. With `total`, the last column is the exact count.
 * One record by its id is a row alone, or none. `whole` records have what is too heavy for a page.
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
  const direct = directBranch(source, branches, query, list)
  const read = direct
    ? rowsOf(direct, sort, cursor, limit, bind)
    : keysOf(keysSql(branches, sort, cursor, String(limit + 1), distinct, bind), sort, limit)
  const count = total ? `, (${countSql(branches, distinct)})` : ''
  const one = query.id !== undefined
  const asked = { source, schema: list.record, viewer, whole, one, base: read.base }
  if (one) {
    const text = withRecords({ before: 'select ', after: `${count} from ${read.one}`, end: 'limit 1' }, asked)
    return { text, values, sort, limit, ...planned(query, list) }
  }
  const order = `order by ${sort.map(([, direction], i) => `${read.keys[i]} ${direction}`).join(', ')}`
  // Fifty rows cost more to send and to take apart than to put together. The order is said at each level: the planner forgets
  // it where nobody asks for it, and would sort whole records again.
  const places = read.keys.map((key) => `, (array_agg(${key} ${order}))[count(*)]`).join('')
  const after = `, ',' ${order}), ${read.found}${places}${count} from ${read.page}`
  const text = withRecords({ before: 'select string_agg(', after }, asked)
  return { text, values, sort, limit, ...planned(query, list) }
}

/** What a statement's records are made of. */
interface Read {
  base: Base
  /** What stands behind `from` for one record, and for a page of them. */
  one: string
  page: string
  /** Sort keys of a row of these. */
  keys: string[]
  /** How many there are, one more than the page holds where there are more. */
  found: string
}

function keysOf(keys: string, sort: Sort, limit: number): Read {
  const order = sort.map(([, direction], i) => `q.s${i} ${direction}`).join(', ')
  const held = `select q.*, count(*) over () as found from (${keys}) q order by ${order} limit ${limit}`
  return {
    base: 'keys',
    one: `(${keys}) k`,
    page: `(${held}) k`,
    keys: sort.map((_, i) => `k.s${i}`),
    found: 'max(k.found)',
  }
}

/** Whether there are more is asked of a full page alone, in the same order, so that the same entries of an index are looked at. */
function rowsOf(branch: Branch, sort: Sort, cursor: unknown[] | null, limit: number, bind: Bind): Read {
  const alias = aliasOf(branch.from)
  const keys = sortKeys(branch, sort)
  const rows = where(cursor ? [...branch.where, afterCursor(branch, sort, cursor, bind)] : branch.where)
  const order = sort.map(([, direction], i) => `${keys[i]} ${direction}`).join(', ')
  const page = `(select ${alias}.* from ${branch.from}${rows} order by ${order} limit ${limit}) ${alias}`
  const next = `(select count(*) from (select from ${branch.from}${rows} order by ${order} limit ${limit + 1}) m)`
  return { base: 'rows', one: page, page, keys, found: `case when count(*) < ${limit} then count(*) else ${next} end` }
}

/**
 * The branch whose rows may be read at once: alone, of the records' own table, and either a single row or in the list's own
 * order with one value asked for at most, so that an index yields just them. Elsewhere many may be read and few kept, and a
 * row is many times as wide as its keys.
 */
function directBranch(
  { table, custom }: Source,
  branches: readonly Branch[],
  { id, sort, filter, search }: ListQuery,
  { defaultSort }: Declaration,
): Branch | undefined {
  const [branch] = branches
  if (branches.length !== 1 || branch === undefined || branch.from !== table) return undefined
  if (id !== undefined) return branch
  const asked = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined)
  const plain = asked.every(([name, value]) => typeof value !== 'object' && !custom?.[name])
  const own = sort === undefined || sortName(sort) === sortName(defaultSort)
  return own && plain && asked.length <= 1 && !search?.trim() ? branch : undefined
}

/** Statement that only counts, for refreshing a remembered total. */
export function countStatement(source: Source, viewer: Viewer, query: ListQuery): Statement {
  const { values, bind } = parameters()
  const branches = parts(source, viewer, query, bind)
  return {
    text: `select ${countSql(branches, Boolean(query.search) && branches.length > 1)}`,
    values,
  }
}

/** The records that a list statement answered, with commas between them. */
export function recordsText([row]: readonly BatchRow[]): string {
  return row?.[0] ?? ''
}

/** Body of a list answer from what its statement answered. */
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

/** Query over every row of a list in its order, for a download: `cells` are SQL expressions over the joined row. */
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
