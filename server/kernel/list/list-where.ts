import type { ListQuery, SortDirection } from '@hilo/contract/call.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { begins, sortSql, type Bind, type Branch, type Field, type ListSource } from './list-source.ts'
import { normalCode } from '@hilo/domain/text.ts'

export type Sort = readonly (readonly [string, SortDirection])[]

/** The sort of a request, made total by the id in the direction of its last key, so that one index supports it. */
export function totalSort(query: ListQuery, defaultSort: Sort): Sort {
  const sort = query.sort ?? defaultSort
  if (sort.some(([name]) => name === 'id')) return sort.slice(0, sort.findIndex(([name]) => name === 'id') + 1)
  return [...sort, ['id', sort.at(-1)?.[1] ?? 'asc']]
}

interface Range {
  gte?: unknown
  lte?: unknown
  like?: string
}

function isRange(value: unknown): value is Range {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lower-cases a value or list, as such fields (e-mail addresses) are stored. */
function small(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase()
  if (Array.isArray(value)) return value.map(small)
  if (isRange(value)) return Object.fromEntries(Object.entries(value).map(([end, one]) => [end, small(one)]))
  return value
}

/** SQL conditions of a filter's value on one field; none for an empty range. */
export function compare(field: Field, asked: unknown, bind: Bind): string[] {
  const { sql, type, letters } = field
  const value = letters === 'small' ? small(asked) : asked
  if (Array.isArray(value)) return [`${sql} = any(${bind(value)}::${type}[])`]
  if (!isRange(value)) return [`${sql} = ${bind(value)}::${type}`]
  const conditions: string[] = []
  if (value.gte !== undefined) conditions.push(`${sql} >= ${bind(value.gte)}::${type}`)
  if (value.lte !== undefined) conditions.push(`${sql} <= ${bind(value.lte)}::${type}`)
  if (value.like !== undefined) conditions.push(begins(sql, letters ? value.like : normalCode(value.like), bind))
  return conditions
}

/** SQL conditions of a request's filters on one branch. */
export function filterConditions(
  source: Pick<ListSource<never>, 'custom'>,
  branch: Branch,
  query: ListQuery,
  bind: Bind,
): string[] {
  const filters = { ...query.filter, ...(query.id !== undefined && { id: query.id }) }
  return Object.entries(filters).flatMap(([name, value]) => {
    if (value === undefined) return []
    const custom = source.custom?.[name]
    if (custom) return custom(value as never, bind)
    const field = branch.fields[name]
    return field ? compare(field, value, bind) : []
  })
}

/** Condition for rows after the cursor's, in sort order. */
export function afterCursor(branch: Branch, sort: Sort, values: readonly unknown[], bind: Bind): string {
  const keys = sort.map(([name, direction], index) => {
    const field = branch.fields[name]
    if (!field) throw new Error(`sort without field: ${name}`)
    return { sql: sortSql(field), direction, value: `${bind(values[index])}::${field.type}` }
  })
  const oneWay = keys.every((key) => key.direction === keys[0]?.direction)
  if (oneWay) {
    const sign = keys[0]?.direction === 'desc' ? '<' : '>'
    return `(${keys.map((key) => key.sql).join(', ')}) ${sign} (${keys.map((key) => key.value).join(', ')})`
  }
  const alternatives = keys.map((key, index) => {
    const equal = keys.slice(0, index).map((before) => `${before.sql} = ${before.value}`)
    return [...equal, `${key.sql} ${key.direction === 'desc' ? '<' : '>'} ${key.value}`].join(' and ')
  })
  return `(${alternatives.map((one) => `(${one})`).join(' or ')})`
}

interface Cursor {
  /** Its sort: a cursor of another order is refused, not misread. */
  s: string
  v: unknown[]
}

function sortName(sort: Sort): string {
  return sort.map(([name, direction]) => `${name}.${direction}`).join(',')
}

export function encodeCursor(sort: Sort, values: unknown[]): string {
  return Buffer.from(JSON.stringify({ s: sortName(sort), v: values } satisfies Cursor)).toString('base64url')
}

/** @throws Problem VALIDATION if the text is no cursor of this sort. */
export function decodeCursor(text: string, sort: Sort): unknown[] {
  const refuse = () =>
    new Problem('VALIDATION', { details: [{ field: 'cursor', code: 'invalid', message: 'validation.cursor' }] })
  let cursor: unknown
  try {
    cursor = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    throw refuse()
  }
  if (typeof cursor !== 'object' || cursor === null || !('s' in cursor) || !('v' in cursor)) throw refuse()
  const { s, v } = cursor
  if (s !== sortName(sort) || !Array.isArray(v) || v.length !== sort.length) throw refuse()
  const scalar = v.every((one) => typeof one === 'string' || typeof one === 'number')
  if (!scalar) throw refuse()
  return v
}
