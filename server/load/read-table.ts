/** How the server reads files of rows: each by a process of its own, a few at once, with limited memory and time. */
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { Problem } from '@hilo/domain/problem.ts'
import type { ReceivedFile } from '../http/handler.ts'
import { line, lines } from '../line.ts'
import type { ListedPicture, TableKind } from './readers.ts'
import type { ReadOrder, ReadReport, TableReport } from './reader-process.ts'
import { spooledRows } from './row-spool.ts'
import { badTable, tableLimits, type PackedFile, type Table } from './table.ts'
import { openArchive, readEntry, type Archive } from './zip.ts'

/** Who waits longer for a reader is told UNAVAILABLE. */
const mostWaitMs = 60_000
/** Requests: one file of a person at a time, so that nobody holds all readers. */
const requestReaders = line(3, 30, mostWaitMs)
const personReaders = lines<number>(() => line(1, 8, mostWaitMs))
/** Jobs have a reader of their own and wait as long as it takes: a failure would count as a try of the job. */
const jobReader = line(1, Infinity)

/** A user's id, or a job of the queue. */
export type ReadFor = number | 'job'

async function inTurn<T>(reader: ReadFor, work: () => Promise<T>): Promise<T> {
  if (reader === 'job') return await jobReader(work)
  return await personReaders(reader, () => requestReaders(work))
}

/** Old space and processor time of one file. */
interface Budget {
  heapMb: number
  cpuMs: number
}

/**
 * Runs the program that reads to its end. It is a process and no thread: where the heap of a thread overflows, V8 may end the
 * whole server (decision 0057).
 * @throws Problem VALIDATION when the file is refused, or took more memory or time than there is
 */
export async function readApart(order: ReadOrder, { heapMb, cpuMs }: Budget): Promise<TableReport> {
  const program = fork(new URL('./reader-process.ts', import.meta.url), [JSON.stringify(order)], {
    execArgv: [...loaders(), `--max-old-space-size=${heapMb}`, '--max-semi-space-size=8'],
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let report: ReadReport | undefined
  let failure: unknown
  program.once('message', (said) => (report = said as ReadReport))
  program.once('error', (error) => (failure = error))
  const stopWatching = watchTime(program, cpuMs, () => {
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
  // Whoever runs out of memory is aborted, by V8 or by the machine.
  if (signal !== null) throw badTable('memory')
  throw new Error(`the reader of a file failed (${code}): ${report?.failed ?? 'no report'}`)
}

/** What loads modules in this process loads them there. */
function loaders(): string[] {
  const words = process.execArgv
  return words.flatMap((word, at) => (word === '--import' ? [word, words[at + 1] ?? ''] : []))
}

const clockTicksPerS = 100
/** Processor time of a process, where the system tells it (Linux). */
async function cpuMsOf(pid: number | undefined): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name stands in parentheses and may hold blanks; user and system time are the 14th and 15th field.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isFinite(ticks) ? (ticks * 1000) / clockTicksPerS : undefined
}

/** Calls `late` once, when the process has used up its processor time, or a multiple of it has gone by. */
function watchTime({ pid }: ChildProcess, cpuMs: number, late: () => void): () => void {
  const began = performance.now()
  const look = async () => {
    const spentMs = (await cpuMsOf(pid)) ?? 0
    if (spentMs < cpuMs && performance.now() - began < cpuMs * tableLimits.readWallTimes) return
    clearInterval(timer)
    late()
  }
  const timer = setInterval(() => void look(), 500)
  return () => clearInterval(timer)
}

/**
 * A table of any of the formats that are taken, whatever the file's name. The whole file is read before this returns; its rows
 * lie beside it on disk until its folder is removed.
 * @throws Problem VALIDATION whose detail says what is wrong with the file, UNAVAILABLE when too many files are being read
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
  const { heads, derived, notes, pictures } = report
  return { heads, derived, notes, rows: spooledRows(spool, heads), pictures: packed(path, pictures) }
}

/** Pictures by their file name; each is unpacked when it is needed. */
function packed(path: string, pictures: readonly ListedPicture[]): Map<string, PackedFile> {
  let opened: Promise<Archive> | undefined
  const read = async (name: string) => {
    opened ??= openArchive(path)
    const archive = await opened
    const entry = archive.entries.find(({ fileName }) => fileName === name)
    if (!entry) throw badTable('no_table')
    return await readEntry(archive, entry, tableLimits.pictureBytes)
  }
  return new Map(pictures.map(({ entry, name, bytes }) => [name, { name, bytes, read: () => read(entry) }]))
}
