/** One pass over a table for one kind of rows: batches in savepoints, one bad row harms no other. */
import type { RowResult } from '@hilo/contract/load.ts'
import { Problem, type ProblemCode } from '@hilo/domain/problem.ts'
import type { Tx } from '../db/scope.ts'
import { text } from '../http/texts.ts'
import type { RowDoubt } from './cell.ts'
import { refused, type LoadedRow, type Outcome, type Part } from './part.ts'
import { readRow } from './read-row.ts'
import type { TableRow } from './table.ts'
import { rowDoubts } from './tally.ts'

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

const codes = { created: 'CREATED', updated: 'UPDATED', unchanged: 'UNCHANGED' } as const

/** What was doubted while a row was applied; a sentence of the whole row is of no column. */
function doubtsOf({ doubts = [], warning }: Extract<Outcome, { ok: true }>): RowDoubt[] {
  return warning === undefined ? [...doubts] : [...doubts, { column: '', code: 'row', values: { sentence: warning } }]
}

/** What a row's result says beside its outcome. */
interface Beside {
  shown: Record<string, string>
  doubts: readonly RowDoubt[]
}

function resultOf(line: number, outcome: Outcome, preview: boolean, { shown, doubts: read }: Beside): RowResult {
  const values = preview ? { values: shown } : {}
  if (!outcome.ok) return { line, ok: false, code: outcome.code, message: outcome.message, ...values }
  const { done, id } = outcome
  const warning = rowDoubts([...read, ...doubtsOf(outcome)])
  // What a trial run made is gone, and its number with it.
  const there = !(preview && done === 'created')
  return {
    line,
    ok: true,
    code: codes[done],
    message: [text(`load.done.${done}`), ...warning].join(' '),
    ...(there && { id }),
    ...(warning.length > 0 && { warned: true }),
    ...values,
  }
}

/** What a batch did to records, for the audit. */
export interface Trace {
  entity: string
  records: { id: number; after: unknown }[]
}
export interface Batch {
  results: RowResult[]
  /** Of the rows that were taken. */
  doubts: { line: number; doubt: RowDoubt }[]
  trace: Trace | null
}

interface Waiting extends LoadedRow<never>, Beside {}

/** One pass over the table for one kind of rows. */
export class Pass {
  readonly #sql: Tx
  readonly #part: Part
  readonly #preview: boolean
  readonly #reading: Parameters<typeof readRow>[0]
  readonly #seen = new Map<string, number>()
  #good: Waiting[] = []
  #results: RowResult[] = []

  constructor(sql: Tx, one: Part, preview: boolean, reading: Parameters<typeof readRow>[0]) {
    this.#sql = sql
    this.#part = one
    this.#preview = preview
    this.#reading = reading
  }

  /** Rows that wait for the end of their batch. */
  get waiting(): number {
    return this.#good.length + this.#results.length
  }

  take(row: TableRow): void {
    const read = readRow(this.#reading, row)
    const refuse = (outcome: Outcome) =>
      void this.#results.push(resultOf(row.line, outcome, this.#preview, { shown: read.shown, doubts: [] }))
    if ('fault' in read) return refuse(refused('VALIDATION', read.fault))
    const { values, shown, doubts } = read
    const key = this.#part.key?.(values as never)
    const before = key === undefined ? undefined : this.#seen.get(key)
    if (before !== undefined) return refuse(refused('ALREADY_EXISTS', text('load.twice', { line: before })))
    if (key !== undefined) this.#seen.set(key, row.line)
    this.#good.push({ line: row.line, values: values as never, shown, doubts })
  }

  async flush(): Promise<Batch> {
    const rows = this.#good
    const done = this.#results
    this.#good = []
    this.#results = []
    const outcomes = rows.length > 0 ? await applied(this.#sql, this.#part.apply, rows) : []
    if (outcomes.length !== rows.length) throw new Error('a row without its outcome')
    const doubts: Batch['doubts'] = []
    for (const [i, row] of rows.entries()) {
      const outcome = outcomes[i] as Outcome
      done.push(resultOf(row.line, outcome, this.#preview, row))
      if (!outcome.ok) continue
      for (const doubt of [...row.doubts, ...doubtsOf(outcome)]) doubts.push({ line: row.line, doubt })
    }
    return { results: done.toSorted((a, b) => a.line - b.line), doubts, trace: this.#traceOf(rows, outcomes) }
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
