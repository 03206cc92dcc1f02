import type { AnyCall } from '@hilo/contract/call.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { twiceDetail } from '../validation.ts'

interface PageWords {
  id?: number
  limit?: number
  cursor?: string | null
  count?: boolean
  fields?: string[]
}
interface Whole {
  records: { id?: number }[]
  next_cursor: string | null
}

export const isShort = (spec: AnyCall): boolean => spec.kind === 'call' && spec.short === true

/**
 * Moves filters of a short list to where its handler reads them: beside `filter`.
 * @throws Problem VALIDATION for one given in both places
 */
export function unfolded(asked: object): object {
  const { filter, ...beside } = asked as { filter?: Record<string, unknown> }
  const twice = Object.keys(filter ?? {}).filter((name) => name in beside)
  if (twice.length > 0) throw new Problem('VALIDATION', { details: twice.map(twiceDetail) })
  return { ...beside, ...filter }
}

/** The requested page of a complete short list. Its cursor is the number of preceding records. */
export function pageOf<W extends Whole>(whole: W, { id, limit = 200, cursor, count, fields }: PageWords): W {
  const found = id === undefined ? whole.records : whole.records.filter((record) => record.id === id)
  const from = cursor ? placeOf(cursor) : 0
  const to = from + limit
  return {
    ...whole,
    records: found.slice(from, to).map((record) => (fields ? picked(record, fields) : record)),
    next_cursor: to < found.length ? Buffer.from(`+${to}`).toString('base64url') : null,
    ...(count && { total: { value: found.length, exact: true } }),
  }
}

/** The named fields of a record, `x.y` for those of a nested one, and its id. */
function picked(record: object, fields: readonly string[]): object {
  const parts = (name: string) =>
    fields.flatMap((one) => (one.startsWith(`${name}.`) ? [one.slice(name.length + 1)] : []))
  const entries = Object.entries(record).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (name === 'id' || fields.includes(name)) return [[name, value]]
    const inner = parts(name)
    if (inner.length === 0) return []
    if (typeof value !== 'object' || value === null) return [[name, value]]
    return [[name, Object.fromEntries(Object.entries(value).filter(([part]) => inner.includes(part)))]]
  })
  return Object.fromEntries(entries)
}

function placeOf(cursor: string): number {
  const place = /^\+(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  if (place !== undefined) return Number(place)
  throw new Problem('VALIDATION', { details: [{ field: 'cursor', code: 'invalid', message: 'validation.cursor' }] })
}
