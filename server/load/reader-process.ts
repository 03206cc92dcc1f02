/**
 * The program that reads one file: it writes the rows to a spool, says what the table is, and ends. Files come from strangers,
 * so `read-table.ts` runs it as a process of its own, with a limited heap and limited time, and without the server's environment.
 */
import { setPriority } from 'node:os'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { openTable, type ListedPicture, type TableKind } from './readers.ts'
import { SpoolWriter } from './row-spool.ts'
import { badTable, type TableNote } from './table.ts'

export interface ReadOrder {
  path: string
  kinds: readonly TableKind[]
  /** Path of a file that is not there yet. */
  spool: string
}

export interface TableReport {
  heads: string[]
  derived: readonly string[]
  notes: TableNote[]
  pictures: ListedPicture[]
}

/** What the program says before it ends. */
export type ReadReport = { table: TableReport } | { refused: ProblemDetail[] } | { failed: string }

/** Requests of people go before files. */
const niceness = 5

async function read({ path, kinds, spool }: ReadOrder): Promise<ReadReport> {
  const { heads, rows, derived = [], notes = [], pictures } = await openTable(path, kinds)
  const writer = new SpoolWriter(spool, heads)
  for await (const row of rows) writer.add(row)
  writer.close()
  return { table: { heads, derived, notes, pictures } }
}

/** A stack or a string beyond what the engine holds is the file's fault. */
function refusalOf(error: unknown): ReadReport {
  const problem = error instanceof RangeError ? badTable('too_large') : error
  if (problem instanceof Problem && problem.code === 'VALIDATION') return { refused: problem.extra.details ?? [] }
  return { failed: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) }
}

// Nobody waits for the rows any more.
process.on('disconnect', () => process.exit(1))
setPriority(niceness)
const [, , order = ''] = process.argv
const report = await read(JSON.parse(order) as ReadOrder).catch(refusalOf)
process.send?.(report, undefined, {}, () => process.exit(0))
