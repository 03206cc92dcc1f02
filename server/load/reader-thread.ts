/**
 * The thread that reads one file: it writes the rows to a spool and says what the table is. Files come from strangers, so the
 * thread has a limited heap and limited time (`read-table.ts`), knows nothing of the server and ends with its file.
 */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
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

/** What the thread answers with. */
export type ReadReport =
  | { heads: string[]; derived: readonly string[]; notes: TableNote[]; pictures: ListedPicture[] }
  | { refused: ProblemDetail[] }

async function read({ path, kinds, spool }: ReadOrder): Promise<ReadReport> {
  const { heads, rows, derived = [], notes = [], pictures } = await openTable(path, kinds)
  const writer = new SpoolWriter(spool, heads)
  for await (const row of rows) writer.add(row)
  writer.close()
  return { heads, derived, notes, pictures }
}

/** A stack or a string beyond what the engine holds is the file's fault. */
function refusalOf(error: unknown): ReadReport {
  const problem = error instanceof RangeError ? badTable('too_large') : error
  if (!(problem instanceof Problem) || problem.code !== 'VALIDATION') throw error
  return { refused: problem.extra.details ?? [] }
}

// On Linux a priority belongs to a thread: the requests of others go first.
if (process.platform === 'linux') setPriority(5)
parentPort?.postMessage(await read(workerData as ReadOrder).catch(refusalOf))
