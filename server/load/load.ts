import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { loadColumns, usualRanges } from '@hilo/domain/load-columns.ts'
import { attachFile } from '../files/attach.ts'
import type { FileStore } from '../files/store.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import type { WriteContext } from '../kernel/handler.ts'
import { headNotes } from './guessed-heads.ts'
import { ignoredHeads, matchHeads, type Downloaded, type Matching } from './columns.ts'
import type { Part } from './part.ts'
import { Pass, type Batch } from './pass.ts'
import { fileForms } from './read-row.ts'
import { ResultFile } from './result-file.ts'
import { ResultSheet } from './result-sheet.ts'
import { Tally } from './tally.ts'
import { badTable, foldHead, type Table, type TableNote } from './table.ts'
import { patient } from '../kernel/patience.ts'

interface Load {
  table: Table
  /** Processed one after the other, each over the whole table. */
  parts: readonly Part[]
  preview: boolean
  /** Headings to ignore. */
  ignore?: readonly string[] | undefined
  /** Name of the result file. */
  name: string
  /** Default rows per batch, which is one savepoint. */
  batch?: number
}

const defaultBatch = 1000

/** Ignored headings, each with its warning. */
function spareHeads(
  { heads, derived }: Table,
  ignored: readonly string[],
  list: Downloaded | undefined,
): Map<string, 'ignored' | 'not_loaded'> {
  const spare = new Map<string, 'ignored' | 'not_loaded'>()
  for (const head of heads) {
    if (ignored.includes(head) || derived.includes(head)) spare.set(head, 'ignored')
    else if (list?.has(foldHead(head))) spare.set(head, 'not_loaded')
  }
  return spare
}

/** How a person calls a column: as the file does, else as the help does. */
function namesOf({ kind }: Part, matching: Matching): (column: string) => string {
  const help = kind === undefined ? [] : loadColumns[kind].map(({ name, head }) => [name, head] as const)
  const written = [...matching].map(([head, name]) => [name, head] as const)
  const names = new Map([...help, ...written])
  return (column) => names.get(column) ?? column
}

/**
 * Runs the parts of a load; every finished batch is passed to `onBatch`. Holds at most one batch of rows in memory.
 * @throws Problem VALIDATION if the table as a whole is invalid; then nothing is changed
 */
export async function loadRows(
  sql: Tx,
  { table, parts, preview, ignore = [], batch = defaultBatch }: Omit<Load, 'name'>,
  onBatch: (batch: Batch) => Promise<void>,
): Promise<void> {
  const matchings = matchHeads(table, parts, ignore)
  const ignored = ignoredHeads(table, ignore)
  const matchingOf = (at: number): Matching => matchings[at] ?? new Map<string, string>()
  const sets = parts.map(({ columns }, at) => ({ columns, matching: matchingOf(at) }))
  const forms = await fileForms(table.rows, sets)
  for (const [at, one] of parts.entries()) {
    const how = {
      columns: one.columns,
      matching: matchingOf(at),
      spare: spareHeads(table, ignored, one.list),
      loose: one.loose ?? false,
      forms,
      ...(one.kind && { usual: usualRanges(one.kind) }),
    }
    const pass = new Pass(sql, { part: one, preview, how, called: namesOf(one, matchingOf(at)) })
    for await (const row of table.rows) {
      if (one.of && !one.of(row)) continue
      pass.take(row)
      if (pass.waiting >= (one.batch ?? batch)) await onBatch(await pass.flush())
    }
    await onBatch(await pass.flush())
  }
}

/** Columns of a table, in its order, without duplicates. */
function columnsOf({ table }: Load, matchings: readonly Matching[]): LoadAnswer['record']['columns'] {
  return table.heads.flatMap((head) => {
    const name = matchings.map((matching) => matching.get(head)).find((one) => one !== undefined)
    return name === undefined ? [] : [{ name, head }]
  })
}

/** What was taken for a column under another name: each once, whatever kinds of rows there are. */
function guessNotes({ table, parts }: Load, matchings: readonly Matching[]): TableNote[] {
  const notes = parts.flatMap((one, at) => {
    const matching: Matching = matchings[at] ?? new Map<string, string>()
    return headNotes(table, one.columns, matching, namesOf(one, new Map()))
  })
  return [...new Map(notes.map((note) => [note.message, note])).values()]
}

/** Headings whose cells were loaded or could be: of those derived from a geometry only the columns of the kind. */
function loadedHeads({ heads, derived }: Table, columns: readonly { head: string }[]): string[] {
  const known = new Set(columns.map(({ head }) => head))
  return heads.filter((head) => known.has(head) || !derived.includes(head))
}

const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Tables grow by orders of magnitude during a load, which makes plans cached for empty tables useless. */
const patience = `select set_config('statement_timeout', '${patient(30)}s', true) || set_config('idle_in_transaction_session_timeout', '${patient(60)}s', true)
  || set_config('plan_cache_mode', 'force_custom_plan', true)`

/**
 * A whole load within the transaction of its call: applies the rows, or previews and rolls back; counts the results, stores
 * them as a file, and returns them. A bad row affects no other.
 * @throws Problem VALIDATION if the table as a whole is invalid
 */
export async function load(context: WriteContext, store: FileStore, what: Load): Promise<LoadAnswer> {
  const { sql, principal } = context
  const { preview, name } = what
  await sql.json(patience, [])
  const matchings = matchHeads(what.table, what.parts, what.ignore)
  const columns = columnsOf(what, matchings)
  await using file = await ResultFile.open(store)
  await using sheet = await ResultSheet.open(store, loadedHeads(what.table, columns), preview)
  const tally = new Tally(columns)
  await sql.rows('savepoint load_all', [])
  await loadRows(sql, what, async ({ reports, doubts, trace }) => {
    if (trace) await context.auditMany(trace.entity, trace.records)
    const results = reports.map(({ result }) => result)
    tally.add(results, doubts)
    await file.add(results)
    await sheet.add(reports)
  })
  if (tally.ok + tally.error === 0) throw badTable('empty')
  if (preview) await sql.rows('rollback to savepoint load_all', [])
  const vnoId = principal.vno?.id ?? null
  const attached = { vnoId, eventId: null, createdBy: principal.user.id }
  const csv = { name: `${name}.csv`, mime: 'text/csv', full: await file.keep(vnoId) }
  const xlsx = { name: `${name}-resultados.xlsx`, mime: sheetMime, full: await sheet.keep(vnoId) }
  const result_file_id = await attachFile(sql, store, { ...attached, ...csv })
  const sheet_file_id = await attachFile(sql, store, { ...attached, ...xlsx, daysKept: 1 })
  const { ok, error, results, done } = tally
  const counts = { preview, rows_total: ok + error, rows_ok: ok, rows_error: error }
  const by = { rows_created: done.CREATED, rows_updated: done.UPDATED, rows_unchanged: done.UNCHANGED }
  const warnings = tally.warnings([...what.table.notes, ...guessNotes(what, matchings)])
  const record = { ...counts, ...by, results, columns, warnings, result_file_id, sheet_file_id }
  return { result_flag: ok === 0 ? 2 : 1, record }
}
