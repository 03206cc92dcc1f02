/**
 * Program that parses one file: writes the rows to a spool, reports the table, and exits. Files are untrusted, so
 * `read-table.ts` runs it as a process with limited heap and time, and without the server's environment.
 */
import { setPriority } from 'node:os'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { openTable, type ListedPicture, type TableKind } from './readers.ts'
import { SpoolWriter } from './row-spool.ts'
import { badTable, type TableNote } from './table.ts'

export interface ReadOrder {
  path: string
  kinds: readonly TableKind[]
  /** Path of the spool, which does not exist yet. */
  spool: string
}

export interface TableReport {
  heads: string[]
  derived: readonly string[]
  cut: readonly string[]
  notes: TableNote[]
  pictures: ListedPicture[]
}

/** The program's report before it exits. */
export type ReadReport = { table: TableReport } | { refused: ProblemDetail[] } | { failed: string }

/** Lower priority than requests. */
const niceness = 5

async function read({ path, kinds, spool }: ReadOrder): Promise<ReadReport> {
  const { heads, rows, derived = [], cut = [], notes = [], pictures } = await openTable(path, kinds)
  const writer = new SpoolWriter(spool, heads)
  for await (const row of rows) writer.add(row)
  writer.close()
  return { table: { heads, derived, cut, notes, pictures } }
}

/** A stack or string overflow is the file's fault. */
function refusalOf(error: unknown): ReadReport {
  const problem = error instanceof RangeError ? badTable('too_large') : error
  if (problem instanceof Problem && problem.code === 'VALIDATION') return { refused: problem.extra.details ?? [] }
  return { failed: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) }
}

// The server is gone or has given up.
process.on('disconnect', () => process.exit(1))
setPriority(niceness)
const [, , order = ''] = process.argv
const report = await read(JSON.parse(order) as ReadOrder).catch(refusalOf)
process.send?.(report, undefined, {}, () => process.exit(0))
