import type { LoadAnswer } from '@hilo/contract/load.ts'
import { usualRanges } from '@hilo/domain/load-columns.ts'
import { attachFile } from '../files/keep.ts'
import type { FileStore } from '../files/store.ts'
import type { Tx } from '../db/scope.ts'
import type { WriteContext } from '../http/handler.ts'
import { ignoredHeads, matchHeads, type Downloaded, type Matching } from './columns.ts'
import type { Part } from './part.ts'
import { Pass, type Batch } from './pass.ts'
import { numberForms } from './read-row.ts'
import { ResultFile } from './result-file.ts'
import { Tally } from './tally.ts'
import { badTable, foldHead, type Table } from './table.ts'

export interface Load {
  table: Table
  /** Gone through one after the other, each over the whole table. */
  parts: readonly Part[]
  preview: boolean
  /** Heads of the table that the caller wants to leave out. */
  ignore?: readonly string[] | undefined
  /** Name of the file of results. */
  name: string
  /** Rows that are in memory, and in one savepoint, at once, where a part does not say it. */
  batch?: number
}

const defaultBatch = 1000

/** Heads that are passed over, each with the doubt that says why. */
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

/**
 * Goes through the parts of a load; every finished batch goes to `told`. Rows beyond one batch are never in memory.
 * @throws Problem VALIDATION when the table as a whole is not what it should be; nothing is changed then
 */
export async function loadRows(
  sql: Tx,
  { table, parts, preview, ignore = [], batch = defaultBatch }: Omit<Load, 'name'>,
  told: (batch: Batch) => Promise<void>,
): Promise<void> {
  const matchings = matchHeads(table, parts, ignore)
  const ignored = ignoredHeads(table, ignore)
  const matchingOf = (at: number): Matching => matchings[at] ?? new Map<string, string>()
  const sets = parts.map(({ columns }, at) => ({ columns, matching: matchingOf(at) }))
  const forms = await numberForms(table.rows, sets)
  for (const [at, one] of parts.entries()) {
    const pass = new Pass(sql, one, preview, {
      columns: one.columns,
      matching: matchingOf(at),
      spare: spareHeads(table, ignored, one.list),
      loose: one.loose ?? false,
      forms,
      ...(one.kind && { usual: usualRanges(one.kind) }),
    })
    for await (const row of table.rows) {
      if (one.of && !one.of(row)) continue
      pass.take(row)
      if (pass.waiting >= (one.batch ?? batch)) await told(await pass.flush())
    }
    await told(await pass.flush())
  }
}

/** Columns that a table has, in its order, each once. */
function columnsOf({ table, parts, ignore = [] }: Load): LoadAnswer['record']['columns'] {
  const matchings = matchHeads(table, parts, ignore)
  return table.heads.flatMap((head) => {
    const name = matchings.map((matching) => matching.get(head)).find((one) => one !== undefined)
    return name === undefined ? [] : [{ name, head }]
  })
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
    const columns = columnsOf(what)
    const tally = new Tally(columns)
    await sql.rows('savepoint load_all', [])
    await loadRows(sql, what, async ({ results, doubts, trace }) => {
      if (trace) await context.auditMany(trace.entity, trace.records)
      tally.add(results, doubts)
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
    const warnings = tally.warnings(what.table.notes)
    return { result_flag: ok === 0 ? 2 : 1, record: { ...counts, results, columns, warnings, result_file_id } }
  } finally {
    await file.discard()
  }
}
