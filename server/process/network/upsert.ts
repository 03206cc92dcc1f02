import type { Tx } from '../../kernel/sql/scope.ts'
import type { RowDoubt } from '../../load/cell.ts'
import type { LoadedRow, Outcome, Refusal } from '../../load/part.ts'

/** A row as wanted, with the row as stored. */
export interface Wanted<R> {
  /** Key of the row, as returned by `insert`. */
  key: string
  row: R
  before: { id: number; row: R } | null
  doubts?: readonly RowDoubt[]
}

interface Plan<V, R> {
  wanted(values: V): Wanted<R> | Refusal
  /** `$1`: JSON array of rows; returns `id` and `key` of each. */
  insert: string
  /** `$1`: JSON array of rows with their `id`. */
  update: string
  /** Additional columns of new rows. */
  fresh?: object
}

export interface Upserted<R> {
  outcomes: Outcome[]
  /** Rows actually written, with their ids. */
  written: { id: number; row: R; before: R | null }[]
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** Inserts or updates the rows of a batch that differ, one statement each; leaves equal rows untouched. */
export async function upsert<V, R extends object>(
  sql: Tx,
  rows: readonly LoadedRow<V>[],
  { wanted, insert, update, fresh: besides }: Plan<V, R>,
): Promise<Upserted<R>> {
  const decided = rows.map(({ values }) => wanted(values))
  const good = decided.filter((one): one is Wanted<R> => !('ok' in one))
  const fresh = good.filter(({ before }) => before === null)
  const stale = good.filter(({ row, before }) => before !== null && !same(row, before.row))
  const ids = new Map<string, number>()
  if (fresh.length > 0) {
    const made = await sql.rows<{ id: number; key: string }>(insert, [
      JSON.stringify(fresh.map(({ row }) => ({ ...row, ...besides }))),
    ])
    for (const { id, key } of made) ids.set(key, id)
  }
  if (stale.length > 0)
    await sql.rows(update, [JSON.stringify(stale.map(({ row, before }) => ({ ...row, id: before?.id })))])
  const idOf = ({ key, before }: Wanted<R>) => before?.id ?? ids.get(key) ?? 0
  const outcomes = decided.map((one): Outcome => {
    if ('ok' in one) return one
    const done = one.before === null ? 'created' : same(one.row, one.before.row) ? 'unchanged' : 'updated'
    return { ok: true, done, id: idOf(one), ...(one.doubts && { doubts: one.doubts }) }
  })
  const written = [...fresh, ...stale].map((one) => ({ id: idOf(one), row: one.row, before: one.before?.row ?? null }))
  return { outcomes, written }
}

/** The row as stored, overwritten with the given values. */
export function merged<R extends object>(before: R, values: Partial<Record<keyof R, unknown>>): R {
  const there = Object.entries(values).filter(([key, value]) => value !== undefined && key in before)
  return { ...before, ...(Object.fromEntries(there) as Partial<R>) }
}

/** Names of the required fields that are missing. */
export function missing<R extends object>(row: R, needed: readonly (keyof R & string)[]): string[] {
  return needed.filter((name) => row[name] === null || row[name] === undefined)
}
