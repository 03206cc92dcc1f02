import type { LoadAnswer, RowResult } from '@hilo/contract/load.ts'
import { Problem, type ProblemCode } from '@hilo/domain/problem.ts'
import { attachFile } from '../files/keep.ts'
import type { FileStore } from '../files/store.ts'
import type { Tx } from '../db/scope.ts'
import type { WriteContext } from '../http/handler.ts'
import { text } from '../http/texts.ts'
import { matchHeads, readRow, type Columns, type Downloaded, type Matching, type ValuesOf } from './columns.ts'
import { ResultFile } from './result-file.ts'
import { badTable, foldHead, type Table, type TableRow } from './table.ts'

/** What became of one row. */
export type Outcome =
  | { ok: true; done: 'created' | 'updated' | 'unchanged'; id: number; warning?: string }
  | { ok: false; code: ProblemCode; message: string }

export interface LoadedRow<V> {
  line: number
  values: V
}

/** Rows of one kind: how they are read and what is done with them. */
export interface Part {
  columns: Columns
  /** What its rows are in the audit, and what the audit keeps of one: nothing that has to be forgotten. */
  entity?: string
  kept?: (values: never) => object
  /** The list whose download may come back. */
  list?: Downloaded
  /** Which rows of the table are of this kind; without it all are. */
  of?: (row: TableRow) => boolean
  /** Its rows may hold anything in other columns. */
  loose?: true
  /** Rows that are in memory, and in one savepoint, at once; fewer where one row makes many. */
  batch?: number
  /** What must not come twice in a table. */
  key?: (values: never) => string | undefined
  apply(rows: readonly LoadedRow<never>[]): Promise<Outcome[]>
}

/** A kind of rows, its types kept together: `apply` answers one outcome per row, in their order. */
export function part<C extends Columns>(made: {
  columns: C
  entity?: string
  kept?: (values: ValuesOf<C>) => object
  list?: Downloaded
  of?: (row: TableRow) => boolean
  loose?: true
  batch?: number
  key?: (values: ValuesOf<C>) => string | undefined
  apply(rows: readonly LoadedRow<ValuesOf<C>>[]): Promise<Outcome[]>
}): Part {
  return made
}

export interface Load {
  table: Table
  /** Gone through one after the other, each over the whole table. */
  parts: readonly Part[]
  preview: boolean
  /** Name of the file of results. */
  name: string
  /** Rows that are in memory, and in one savepoint, at once, where a part does not say it. */
  batch?: number
}

const defaultBatch = 1000
/** Results that travel with the answer. */
const shown = 200

export function refused(code: ProblemCode, message = text(`problem.${code}`)): Outcome {
  return { ok: false, code, message }
}

/** What the database says of a row that it cannot take. */
const databaseCodes: Readonly<Record<string, ProblemCode>> = { '23505': 'ALREADY_EXISTS', '23503': 'NOT_FOUND' }

/** The failure of one row; undefined for what is no row's fault. */
function faultOf(error: unknown): Outcome | undefined {
  if (error instanceof Problem && error.status < 500) {
    const { details = [] } = error.extra
    const said = details.map((one) => `${one.field}: ${text(one.message)}`).join(' ')
    return refused(error.code, said || undefined)
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^2[23]\w{3}$/.test(code)) return undefined
  return refused(databaseCodes[code] ?? 'VALIDATION')
}

async function inSavepoint<T>(sql: Tx, work: () => Promise<T>): Promise<T> {
  await sql.rows('savepoint load_batch', [])
  try {
    const answer = await work()
    await sql.rows('release savepoint load_batch', [])
    return answer
  } catch (error) {
    await sql.rows('rollback to savepoint load_batch', [])
    throw error
  }
}

/** A batch as a whole; when a row spoils it, each row for itself. */
async function applied(sql: Tx, apply: Part['apply'], rows: readonly LoadedRow<never>[]): Promise<Outcome[]> {
  try {
    return await inSavepoint(sql, () => apply(rows))
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    if (rows.length === 1) return [fault]
  }
  const outcomes: Outcome[] = []
  for (const row of rows) outcomes.push(...(await applied(sql, apply, [row])))
  return outcomes
}

/** Counts, and keeps what travels: faults before successes. */
class Tally {
  ok = 0
  error = 0
  readonly #faults: RowResult[] = []
  readonly #successes: RowResult[] = []

  add(results: readonly RowResult[]): void {
    for (const one of results) {
      if (one.ok) this.ok += 1
      else this.error += 1
      const kept = one.ok ? this.#successes : this.#faults
      if (kept.length < shown) kept.push(one)
    }
  }

  get results(): RowResult[] {
    const rest = this.#successes.slice(0, shown - this.#faults.length)
    return [...this.#faults, ...rest].toSorted((a, b) => a.line - b.line)
  }
}

const codes = { created: 'CREATED', updated: 'UPDATED', unchanged: 'UNCHANGED' } as const

function resultOf(line: number, outcome: Outcome, preview: boolean): RowResult {
  if (!outcome.ok) return { line, ok: false, code: outcome.code, message: outcome.message }
  const { done, id, warning } = outcome
  const said = text(`load.done.${done}`)
  // What a trial run made is gone, and its number with it.
  const there = !(preview && done === 'created')
  return { line, ok: true, code: codes[done], message: warning ? `${said} ${warning}` : said, ...(there && { id }) }
}

/** What a batch did to records, for the audit. */
export interface Trace {
  entity: string
  records: { id: number; after: unknown }[]
}
export interface Batch {
  results: RowResult[]
  trace: Trace | null
}

/** One pass over the table for one kind of rows. */
class Pass {
  readonly #sql: Tx
  readonly #part: Part
  readonly #matching: Matching
  readonly #spare: readonly string[]
  readonly #preview: boolean
  readonly #seen = new Map<string, number>()
  #good: LoadedRow<never>[] = []
  #results: RowResult[] = []

  constructor(sql: Tx, one: Part, matching: Matching, { table, preview }: Pick<Load, 'table' | 'preview'>) {
    this.#sql = sql
    this.#part = one
    this.#matching = matching
    this.#preview = preview
    const shown = table.heads.filter((head) => one.list?.has(foldHead(head)))
    this.#spare = one.loose ? table.heads : [...table.derived, ...shown]
  }

  /** Rows that wait for the end of their batch. */
  get waiting(): number {
    return this.#good.length + this.#results.length
  }

  take(row: TableRow): void {
    const read = readRow(this.#part.columns, this.#matching, this.#spare, row)
    if ('fault' in read) return this.#refuse(row.line, refused('VALIDATION', read.fault))
    const key = this.#part.key?.(read.values as never)
    const before = key === undefined ? undefined : this.#seen.get(key)
    if (before !== undefined)
      return this.#refuse(row.line, refused('ALREADY_EXISTS', text('load.twice', { line: before })))
    if (key !== undefined) this.#seen.set(key, row.line)
    this.#good.push({ line: row.line, values: read.values as never })
  }

  #refuse(line: number, outcome: Outcome): void {
    this.#results.push(resultOf(line, outcome, this.#preview))
  }

  async flush(): Promise<Batch> {
    const rows = this.#good
    const done = this.#results
    this.#good = []
    this.#results = []
    const outcomes = rows.length > 0 ? await applied(this.#sql, this.#part.apply, rows) : []
    if (outcomes.length !== rows.length) throw new Error('a row without its outcome')
    for (const [i, outcome] of outcomes.entries()) done.push(resultOf(rows[i]?.line ?? 0, outcome, this.#preview))
    return { results: done.toSorted((a, b) => a.line - b.line), trace: this.#traceOf(rows, outcomes) }
  }

  #traceOf(rows: readonly LoadedRow<never>[], outcomes: readonly Outcome[]): Trace | null {
    const { entity, kept } = this.#part
    if (entity === undefined || this.#preview) return null
    const records = outcomes.flatMap((outcome, i) => {
      if (!outcome.ok || outcome.done === 'unchanged') return []
      const row = rows[i]
      const values: object = row ? (kept?.(row.values) ?? row.values) : {}
      return [{ id: outcome.id, after: { line: row?.line, done: outcome.done, ...values } }]
    })
    return records.length > 0 ? { entity, records } : null
  }
}

/**
 * Goes through the parts of a load; every finished batch goes to `told`. Rows beyond one batch are never in memory.
 * @throws Problem VALIDATION when the table as a whole is not what it should be; nothing is changed then
 */
export async function loadRows(
  sql: Tx,
  { table, parts, preview, batch = defaultBatch }: Pick<Load, 'table' | 'parts' | 'preview' | 'batch'>,
  told: (batch: Batch) => Promise<void>,
): Promise<void> {
  const matchings = matchHeads(table, parts)
  for (const [i, one] of parts.entries()) {
    const pass = new Pass(sql, one, matchings[i] ?? new Map(), { table, preview })
    for await (const row of table.rows) {
      if (one.of && !one.of(row)) continue
      pass.take(row)
      if (pass.waiting >= (one.batch ?? batch)) await told(await pass.flush())
    }
    await told(await pass.flush())
  }
}

/** Tables grow by orders of magnitude while they are loaded: a plan made when they were empty is none. */
const patience = `select set_config('statement_timeout', '30s', true) || set_config('idle_in_transaction_session_timeout', '60s', true)
  || set_config('plan_cache_mode', 'force_custom_plan', true)`

/**
 * A whole load inside the transaction of its call: rows applied, or tried and undone; results counted, kept as a file, and
 * answered. One bad row harms no other.
 * @throws Problem VALIDATION when the table as a whole is not what it should be
 */
export async function load(context: WriteContext, store: FileStore, what: Load): Promise<LoadAnswer> {
  const { sql, principal } = context
  const { preview, name } = what
  await sql.json(patience, [])
  const file = await ResultFile.open(store)
  try {
    const tally = new Tally()
    await sql.rows('savepoint load_all', [])
    await loadRows(sql, what, async ({ results, trace }) => {
      if (trace) await context.auditMany(trace.entity, trace.records)
      tally.add(results)
      await file.add(results)
    })
    if (tally.ok + tally.error === 0) throw badTable('empty')
    if (preview) await sql.rows('rollback to savepoint load_all', [])
    const vnoId = principal.vno?.id ?? null
    const full = await file.keep(vnoId)
    const kept = { vnoId, eventId: null, name: `${name}.csv`, mime: 'text/csv', full, createdBy: principal.user.id }
    const result_file_id = await attachFile(sql, store, kept)
    const { ok, error, results } = tally
    const counts = { preview, rows_total: ok + error, rows_ok: ok, rows_error: error }
    return { result_flag: ok === 0 ? 2 : 1, record: { ...counts, results, result_file_id } }
  } finally {
    await file.discard()
  }
}
