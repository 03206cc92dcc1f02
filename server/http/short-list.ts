import type { AnyCall } from '@hilo/contract/call.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { twiceDetail } from './validation.ts'

interface PageWords {
  id?: number
  limit?: number
  cursor?: string | null
  count?: boolean
}
interface Whole {
  records: { id?: number }[]
  next_cursor: string | null
}

export const isShort = (spec: AnyCall): boolean => spec.kind === 'call' && spec.short === true

/**
 * What narrows a short list, where its handler looks for it: beside `filter`.
 * @throws Problem VALIDATION for what was said in both places
 */
export function unfolded(asked: object): object {
  const { filter, ...beside } = asked as { filter?: Record<string, unknown> }
  const twice = Object.keys(filter ?? {}).filter((name) => name in beside)
  if (twice.length > 0) throw new Problem('VALIDATION', { details: twice.map(twiceDetail) })
  return { ...beside, ...filter }
}

/** The page of a short list that was asked for, out of all of it. Its cursor is how many records came before. */
export function pageOf<W extends Whole>(whole: W, { id, limit = 200, cursor, count }: PageWords): W {
  const found = id === undefined ? whole.records : whole.records.filter((record) => record.id === id)
  const from = cursor ? placeOf(cursor) : 0
  const to = from + limit
  return {
    ...whole,
    records: found.slice(from, to),
    next_cursor: to < found.length ? Buffer.from(`+${to}`).toString('base64url') : null,
    ...(count && { total: { value: found.length, exact: true } }),
  }
}

function placeOf(cursor: string): number {
  const place = /^\+(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  if (place !== undefined) return Number(place)
  throw new Problem('VALIDATION', { details: [{ field: 'cursor', code: 'invalid', message: 'validation.cursor' }] })
}
