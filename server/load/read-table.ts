/** Reads table files on the server: each in its own process, few at once, with limited memory and time. */
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { Problem } from '@hilo/domain/problem.ts'
import type { ReceivedFile } from '../kernel/handler.ts'
import { programFile } from '../kernel/place.ts'
import { workQueue, workQueues } from '../work-queue.ts'
import type { ListedPicture, TableKind } from './readers.ts'
import type { ReadOrder, ReadReport, TableReport } from './reader-process.ts'
import { spooledRows } from './row-spool.ts'
import { badTable, resultHeads, tableLimits, type PackedFile, type Table } from './table.ts'
import { openArchive, readEntry, type Archive } from './zip.ts'
import { patient } from '../kernel/patience.ts'

/** Maximum wait for a reader, ms; then UNAVAILABLE. */
const mostWaitMs = patient(60_000)
/** Requests: one file per person at a time, so that one person cannot occupy all readers. */
const requestReaders = workQueue(3, 30, mostWaitMs)
const personReaders = workQueues<number>(() => workQueue(1, 8, mostWaitMs))
/** Jobs have their own reader and wait without limit: a refusal would count as a try of the job. */
const jobReader = workQueue(1, Infinity)

/** A user's id, or 'job' for a job of the queue. */
type ReadFor = number | 'job'

async function inTurn<T>(reader: ReadFor, work: () => Promise<T>): Promise<T> {
  if (reader === 'job') return await jobReader(work)
  return await personReaders(reader, () => requestReaders(work))
}

/** Old space and processor time of one file; `stillMs`: how long its reader may use no processor time at all. */
interface Budget {
  heapMb: number
  cpuMs: number
  stillMs?: number
}

/**
 * Directory of Node's compile cache, passed on to the reader process if the server has one (the tests set it): a reader that
 * runs from the sources then starts with a third of the CPU time.
 */
const { NODE_COMPILE_CACHE } = process.env
const readerEnv = { MALLOC_ARENA_MAX: '2', ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }

/**
 * Runs the program that reads to its end. It is a process and no thread: where the heap of a thread overflows, V8 may end the
 * whole server (decision 0057).
 * @throws Problem VALIDATION when the file is refused, or took more memory or processor time than there is, or stood still
 */
export async function readApart(order: ReadOrder, budget: Budget): Promise<TableReport> {
  const program = fork(programFile('server/load/reader-process.ts'), [JSON.stringify(order)], {
    execArgv: [`--max-old-space-size=${budget.heapMb}`, '--max-semi-space-size=8'],
    env: readerEnv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let report: ReadReport | undefined
  let failure: unknown
  program.once('message', (said) => (report = said as ReadReport))
  program.once('error', (error) => (failure = error))
  const stopWatching = watchTime(program, budget, () => {
    failure = badTable('time')
    program.kill('SIGKILL')
  })
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    program.once('close', (...end) => resolve(end))
    program.once('error', () => resolve([null, null]))
  })
  stopWatching()
  if (failure) throw failure
  if (report && 'table' in report) return report.table
  if (report && 'refused' in report) throw new Problem('VALIDATION', { details: report.refused })
  // Out of memory ends with a signal, by V8 or the system.
  if (signal !== null) throw badTable('memory')
  throw new Error(`the reader of a file failed (${code}): ${report?.failed ?? 'no report'}`)
}

const clockTicksPerS = 100
/** CPU time of a process, where available (Linux). */
async function cpuMsOf(pid: number | undefined): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name is in parentheses and may contain blanks; user and system time are fields 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isFinite(ticks) ? (ticks * 1000) / clockTicksPerS : undefined
}

/**
 * Calls `late` once, when the process has used up its processor time or stands still. A process that waits for a busy machine
 * gets on, however slowly. Where the system does not tell the processor time, a multiple of it by the clock stands for it.
 */
function watchTime(
  { pid }: ChildProcess,
  { cpuMs, stillMs = patient(tableLimits.readStillMs) }: Budget,
  late: () => void,
): () => void {
  const began = performance.now()
  let last = { spentMs: 0, at: began }
  const isLate = (spentMs: number | undefined): boolean => {
    const now = performance.now()
    if (spentMs === undefined) return now - began >= cpuMs * tableLimits.readWallTimes
    if (spentMs > last.spentMs) last = { spentMs, at: now }
    return spentMs >= cpuMs || now - last.at >= stillMs
  }
  const look = async () => {
    if (!isLate(await cpuMsOf(pid))) return
    clearInterval(timer)
    late()
  }
  const timer = setInterval(() => void look(), 500)
  return () => clearInterval(timer)
}

/**
 * A table of any accepted format, whatever the file's name. The whole file is parsed before this returns; its rows are spooled
 * to disk until the folder is removed. A file of results that was mended is read without what it says of the last load.
 * @throws Problem VALIDATION with the fault of the file, UNAVAILABLE if too many files are being read
 */
export async function readTable(
  { path }: Pick<ReceivedFile, 'path'>,
  kinds: readonly TableKind[],
  reader: ReadFor,
): Promise<Table> {
  const { size } = await stat(path)
  const spool = `${path}.${randomUUID()}.rows`
  const cpuMs = tableLimits.readCpuMs + (size / (1 << 20)) * tableLimits.readCpuMsPerMb
  const report = await inTurn(reader, () => readApart({ path, kinds, spool }, { heapMb: tableLimits.heapMb, cpuMs }))
  const { heads, derived, cut, notes, pictures } = report
  const headings = resultHeads(heads)
  return {
    heads: heads.filter((head) => !headings.includes(head)),
    derived,
    cut,
    notes,
    rows: spooledRows(spool, heads, headings),
    pictures: packed(path, pictures),
  }
}

/** Pictures, unpacked on demand. */
function packed(path: string, pictures: readonly ListedPicture[]): PackedFile[] {
  let opened: Promise<Archive> | undefined
  const read = async (name: string) => {
    opened ??= openArchive(path)
    const archive = await opened
    const entry = archive.entries.find(({ fileName }) => fileName === name)
    if (!entry) throw badTable('no_table')
    return await readEntry(archive, entry, tableLimits.pictureBytes)
  }
  return pictures.map((one) => ({ ...one, read: () => read(one.entry) }))
}
