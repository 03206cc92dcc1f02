/** A change of one record of a list: lock it, check its version, write the columns that changed, answer it. */
import { updateStatement } from '../../kernel/sql/update.ts'
import { contract, type Input, type PathOf } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { AnySource, ListSource } from '../../kernel/list/list-source.ts'
import { assertVersion, recordOf, recordStatement } from '../../kernel/list/record.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { JsonAfter, type WriteContext } from '../../kernel/handler.ts'

/** The record of a call, and the version that the caller read. */
export interface Target {
  id: number
  version?: number | undefined
}

/**
 * The row of a call with its version checked.
 * @param found the row as a statement has locked it within the session's scope, or its JSON text
 * @param allowed refuses by throwing what this caller may not change, before the version is looked at
 * @throws Problem NOT_FOUND where there is none, VERSION_CONFLICT with the current record of the list
 */
export async function lockedRecord<T extends { version: number }>(
  { sql, principal }: Pick<WriteContext, 'sql' | 'principal'>,
  source: AnySource,
  { id, version }: Target,
  found: T | string | null | undefined,
  allowed?: (row: T) => void,
): Promise<T> {
  const row = typeof found === 'string' ? (JSON.parse(found) as T) : found
  if (row == null) throw new Problem('NOT_FOUND')
  allowed?.(row)
  await assertVersion(version, row.version, () => recordOf(source, sql, principal, id))
  return row
}

/** Fields of an input that are no column of the record's own. */
const notStored = ['id', 'version', 'vno_id', 'client_request_id'] as const
export type InputColumn<P extends PathOf<'call'>> = Exclude<keyof Input<P> & string, (typeof notStored)[number]>

/** The columns that a call writes: fields of its input, for records whose columns have the names of the fields. */
export function inputColumns<P extends PathOf<'call'>>(path: P): readonly InputColumn<P>[] {
  const { shape } = contract[path].input as unknown as { shape: object }
  const skipped: readonly string[] = notStored
  return Object.keys(shape).filter((name) => !skipped.includes(name)) as InputColumn<P>[]
}

/** Where a record is stored: its table, and the name under which the live stream reports its changes. */
interface Stored<C extends string> {
  table: string
  feed: string
  /** Column of the operator that receives the changes. */
  operator: string
  /** Columns that an edit may change. */
  columns: readonly C[]
}

/** SQL value of a field: objects are stored as JSON. */
const sqlValue = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

/** Locks a row for an edit. `$1`: id. `$2`: the session's operator, null for the neutral one. Returns the row as JSON. */
export const lockStatement = ({ table, operator, columns }: Stored<string>): string =>
  `select row_to_json(r)::text from (select id, version, ${[operator, ...columns].join(', ')} from ${table}
    where id = $1 and ($2::int is null or ${operator} = $2) for update) r`

/**
 * Inserts a row for an operator that exists and is not deleted, and returns its id; null for any other operator. `$1`: operator.
 * `$2`: author as JSON. `$3` and following: the columns.
 */
export function insertStatement({ table, feed }: Stored<string>, columns: readonly string[]): string {
  const values = columns.map((_, index) => `$${index + 3}`)
  return `
  with made as (
    insert into ${table} (vno_id, created_by, created_at, updated_at, ${columns.join(', ')})
    select v.id, $2, app_now(), app_now(), ${values.join(', ')} from vno v where v.id = $1::bigint and v.deleted_at is null
    returning id, version, vno_id),
  told as (select changed('${feed}', id, version, vno_id) from made)
  select id::text from made, (select count(*) from told) t`
}

/** The columns of an input; null for those that are missing. */
export const columnsOf = <C extends string>(columns: readonly C[], input: Readonly<Partial<Record<C, unknown>>>) =>
  Object.fromEntries(columns.map((name) => [name, input[name] ?? null])) as Record<C, unknown>

/** The row after an edit: columns that the input omits keep their value, null removes it. */
export function edited<C extends string, T extends Readonly<Record<C, unknown>>>(
  before: T,
  input: Readonly<Partial<Record<C, unknown>>>,
  columns: readonly C[],
): T {
  const changes = columns.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])
  return { ...before, ...(Object.fromEntries(changes) as Partial<T>) }
}

/** Writes the columns that differ, and with them version, time of change and live stream; nothing if none differs. */
export async function writeChanged<C extends string>(
  sql: Tx,
  { table, feed, operator, columns }: Stored<C>,
  before: Readonly<Record<C, unknown>> & { id: number },
  after: Readonly<Record<C, unknown>>,
): Promise<void> {
  const changed = columns.filter((name) => sqlValue(after[name]) !== sqlValue(before[name]))
  if (changed.length === 0) return
  const statement = `
    with made as (${updateStatement(table, changed)}
      returning id, version, ${operator} as vno_id)
    select changed('${feed}', id, version, vno_id)::text from made`
  await sql.json(statement, [before.id, ...changed.map((name) => sqlValue(after[name]))])
}

/** The answer of a change: the record as it is afterwards. @param flag `result_flag` beside it */
export function recordAnswer<P extends PathOf<'list'>>(
  { principal }: Pick<WriteContext, 'principal'>,
  source: ListSource<P>,
  id: number,
  flag?: number,
): JsonAfter {
  const head = flag === undefined ? '{"record":' : `{"result_flag":${flag},"record":`
  return new JsonAfter(head, recordStatement(source, principal, id), '}')
}

/** A field after an edit: the requested value, which may be null, or the stored one if the request omits the field. */
export const orUnchanged = <T>(requested: T | undefined, stored: T): T => (requested === undefined ? stored : requested)
