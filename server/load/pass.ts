/** One pass over a table for one kind of rows: batches in savepoints, so that a bad row affects no other. */
import type { RowError, RowResult } from '@hilo/contract/loads/load.ts'
import { Problem, type ProblemCode } from '@hilo/domain/problem.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { text } from '../kernel/texts.ts'
import type { RowDoubt } from './cell.ts'
import { refused, refusedBy, refusedCells, type LoadedRow, type Outcome, type Part, type Refusal } from './part.ts'
import { readRow, type ReadRow } from './read-row.ts'
import type { RowFault } from './row-fault.ts'
import type { TableRow } from './table.ts'
import { rowDoubts } from './tally.ts'

/** Problem codes for database errors caused by a row. */
const databaseCodes: Readonly<Record<string, ProblemCode>> = { '23505': 'ALREADY_EXISTS', '23503': 'NOT_FOUND' }

/** The failure of one row; undefined for an internal error. */
function faultOf(error: unknown): Refusal | undefined {
  if (error instanceof Problem && error.status < 500) return refusedBy(error)
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

/** Applies a batch as a whole; if a row fails, each row separately. */
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
type Done = Extract<Outcome, { ok: true }>

/** Warnings from applying a row; a sentence about the whole row has no column. */
function doubtsOf({ doubts = [], warning }: Done): RowDoubt[] {
  return warning === undefined ? [...doubts] : [...doubts, { column: '', code: 'row', values: { sentence: warning } }]
}

const columnsOf = (faults: readonly RowFault[]) => new Set(faults.map(({ column }) => column))
/** A fault of one cell that has none yet. */
const isApart =
  (broken: ReadonlySet<string>) =>
  ({ column }: RowFault): boolean =>
    column !== '' && !broken.has(column)

/** A row that is finished. */
export interface RowReport {
  row: TableRow
  result: RowResult
  /** Sentences for a person: the errors or warnings, with the headings of the file. */
  said: string
}

/** Audit data of a batch. */
interface Trace {
  entity: string
  records: { id: number; after: unknown }[]
}
export interface Batch {
  /** In the order of the lines. */
  reports: RowReport[]
  /** Of the accepted rows. */
  doubts: { line: number; doubt: RowDoubt }[]
  trace: Trace | null
}

interface Good extends LoadedRow<never> {
  row: TableRow
  shown: Record<string, string>
  doubts: readonly RowDoubt[]
}
type Bad = Extract<ReadRow<Part['columns']>, { fault: string }> & { row: TableRow }

/** Description of a table for a pass over its rows. */
interface Reading {
  part: Part
  preview: boolean
  how: Parameters<typeof readRow>[0]
  /** How a person calls a column. */
  called: (column: string) => string
}

/** One pass over the table for one kind of rows. */
export class Pass {
  readonly #sql: Tx
  readonly #reading: Reading
  readonly #seen = new Map<string, number>()
  #good: Good[] = []
  #bad: Bad[] = []
  #reports: RowReport[] = []

  constructor(sql: Tx, reading: Reading) {
    this.#sql = sql
    this.#reading = reading
  }

  /** Rows in the current batch. */
  get waiting(): number {
    return this.#good.length + this.#bad.length + this.#reports.length
  }

  take(row: TableRow): void {
    const { part, how } = this.#reading
    const read = readRow(how, row)
    if ('fault' in read) return void this.#bad.push({ ...read, row })
    const { values, shown, doubts } = read
    const key = part.key?.(values as never)
    const before = key === undefined ? undefined : this.#seen.get(key)
    if (before !== undefined) {
      const twice = refused('ALREADY_EXISTS', text('load.twice', { line: before }))
      return void this.#reports.push(this.#refusal(row, twice, shown))
    }
    if (key !== undefined) this.#seen.set(key, row.line)
    this.#good.push({ row, line: row.line, values: values as never, shown, doubts })
  }

  async flush(): Promise<Batch> {
    const [good, bad, reports] = [this.#good, this.#bad, this.#reports]
    this.#good = []
    this.#bad = []
    this.#reports = []
    const outcomes = good.length > 0 ? await applied(this.#sql, this.#reading.part.apply, good) : []
    if (outcomes.length !== good.length) throw new Error('a row without its outcome')
    const doubts: Batch['doubts'] = []
    for (const [i, one] of good.entries()) {
      const outcome = outcomes[i] as Outcome
      reports.push(outcome.ok ? this.#acceptance(one, outcome) : this.#refusal(one.row, outcome, one.shown))
      if (!outcome.ok) continue
      for (const doubt of [...one.doubts, ...doubtsOf(outcome)]) doubts.push({ line: one.line, doubt })
    }
    for (const [one, faults] of await this.#allFaults(bad))
      reports.push(this.#refusal(one.row, refusedCells(faults, 'VALIDATION'), one.shown))
    return {
      reports: reports.toSorted((a, b) => a.row.line - b.row.line),
      doubts,
      trace: this.#traceOf(good, outcomes),
    }
  }

  /** Faults of cells, and those found in the database; of the latter none that a faulty cell may have caused. */
  async #allFaults(bad: readonly Bad[]): Promise<[Bad, RowFault[]][]> {
    const { check } = this.#reading.part
    const readable = bad.flatMap((one) =>
      one.good === undefined ? [] : [{ ...one, values: one.good as never, broken: columnsOf(one.faults) }],
    )
    const found = check && readable.length > 0 ? await check(readable) : []
    const more = new Map(readable.map(({ row, broken }, i) => [row, (found[i] ?? []).filter(isApart(broken))]))
    return bad.map((one) => [one, [...one.faults, ...(more.get(one.row) ?? [])]])
  }

  #acceptance({ row, shown, doubts: read }: Good, outcome: Done): RowReport {
    const { preview, called } = this.#reading
    const { done, id } = outcome
    const doubts = [...read, ...doubtsOf(outcome)]
    const warning = rowDoubts(doubts)
    // A row created in a preview is rolled back, so its id is not returned.
    const there = !(preview && done === 'created')
    const result = {
      line: row.line,
      ok: true,
      code: codes[done],
      message: [text(`load.${preview ? 'trial' : 'done'}.${done}`), ...warning].join(' '),
      ...(there && { id }),
      ...(warning.length > 0 && { warned: true }),
      ...(preview && { values: shown }),
    }
    return { row, result, said: rowDoubts(doubts, (column) => `«${called(column)}»`).join(' ') }
  }

  #refusal(row: TableRow, refusal: Refusal, shown: Record<string, string>): RowReport {
    const { preview, called } = this.#reading
    const { code, message, faults = [{ column: '', code, message }] } = refusal
    const errors = faults.map((one): RowError => ({ ...one, head: one.column && called(one.column) }))
    const result = { line: row.line, ok: false, code, message, errors, ...(preview && { values: shown }) }
    const messages = errors.map((one) => (one.head === '' ? one.message : `«${one.head}»: ${one.message}`))
    return { row, result, said: messages.join(' ') }
  }

  #traceOf(rows: readonly Good[], outcomes: readonly Outcome[]): Trace | null {
    const { part, preview } = this.#reading
    const { entity, kept } = part
    if (entity === undefined || preview) return null
    const records = outcomes.flatMap((outcome, i) => {
      if (!outcome.ok || outcome.done === 'unchanged') return []
      const row = rows[i]
      const values: object = row ? (kept?.(row.values) ?? row.values) : {}
      return [{ id: outcome.id, after: { line: row?.line, done: outcome.done, ...values } }]
    })
    return records.length > 0 ? { entity, records } : null
  }
}
