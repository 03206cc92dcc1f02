/** How the server reads files of rows: each in a thread of its own, a few at once, with limited memory and time. */
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { Problem } from '@hilo/domain/problem.ts'
import type { ReceivedFile } from '../http/handler.ts'
import { line, lines } from '../line.ts'
import type { ListedPicture, TableKind } from './readers.ts'
import type { ReadOrder, ReadReport } from './reader-thread.ts'
import { spooledRows } from './row-spool.ts'
import { badTable, tableLimits, type PackedFile, type Table } from './table.ts'
import { openArchive, readEntry, type Archive } from './zip.ts'

/** Who waits longer for a thread is told UNAVAILABLE. */
const mostWaitMs = 60_000
/** Requests: one file of a person at a time, so that nobody holds all threads. */
const requestThreads = line(3, 30, mostWaitMs)
const personThreads = lines<number>(() => line(1, 8, mostWaitMs))
/** Jobs have a thread of their own and wait as long as it takes: a failure would count as a try of the job. */
const jobThread = line(1, Infinity)

/** A user's id, or a job of the queue. */
export type ReadFor = number | 'job'

async function inTurn<T>(reader: ReadFor, work: () => Promise<T>): Promise<T> {
  if (reader === 'job') return await jobThread(work)
  return await personThreads(reader, () => requestThreads(work))
}

/** Runs the thread to its end. @throws Problem VALIDATION when the file is refused, or took more memory or time than there is */
async function readInThread(order: ReadOrder, cpuMs: number): Promise<Exclude<ReadReport, { refused: unknown }>> {
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    workerData: order,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: tableLimits.heapMb, maxYoungGenerationSizeMb: 32 },
  })
  let report: ReadReport | undefined
  let failure: unknown
  worker.on('message', (said: ReadReport) => (report = said))
  worker.on('error', (error) => (failure = outOfMemory(error) ? badTable('memory') : error))
  const stopWatching = watchTime(worker, cpuMs, () => {
    failure = badTable('time')
    void worker.terminate()
  })
  await new Promise((resolve) => worker.once('exit', resolve))
  stopWatching()
  if (report && 'refused' in report) throw new Problem('VALIDATION', { details: report.refused })
  if (report) return report
  throw failure ?? new Error('the reader of a file ended without a report')
}

/** Calls `late` once, when the thread has used up its processor time, or a multiple of it has gone by. */
function watchTime(worker: Worker, cpuMs: number, late: () => void): () => void {
  const began = performance.now()
  const timer = setInterval(() => {
    const tooLong = performance.now() - began > cpuMs * tableLimits.readWallTimes
    if (tooLong) return end()
    // A thread that has just ended has no usage.
    worker.cpuUsage().then(
      ({ user, system }) => (user + system > cpuMs * 1000 ? end() : undefined),
      () => undefined,
    )
  }, 250)
  const end = () => {
    clearInterval(timer)
    late()
  }
  return () => clearInterval(timer)
}

const outOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

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
  const report = await inTurn(reader, () => readInThread({ path, kinds, spool }, cpuMs))
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
