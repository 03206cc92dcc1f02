/**
 * Bulk enrolment from a file: each row in its own transaction, with its picture if the file has one; a result file reports
 * each row.
 */
import { actionsOf, enrollmentKinds, normalLabel } from '@hilo/domain/enrollment.ts'
import { usualRanges } from '@hilo/domain/load-columns.ts'
import { Problem } from '@hilo/domain/problem.ts'
import {
  connectionType,
  dropTypes,
  enrollmentActions,
  enrollmentKind,
  labelSources,
  processState,
} from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Tx } from '../../kernel/sql/scope.ts'
import { attachFile } from '../../files/attach.ts'
import type { FileStore } from '../../files/store.ts'
import { text } from '../../kernel/texts.ts'
import { column, type ValuesOf } from '../../load/column.ts'
import { ignoredHeads, matchHeads } from '../../load/columns.ts'
import { fileForms, readRow, type ReadRow } from '../../load/read-row.ts'
import { readTable } from '../../load/read-table.ts'
import { ResultFile } from '../../load/result-file.ts'
import { rowDoubts } from '../../load/tally.ts'
import { badTable, type Table, type TableRow } from '../../load/table.ts'
import { findElement } from './enrollment-place.ts'
import { enroll, refusalOf, refused } from './enrollment.ts'
import { endRequest, errorOf, requestOf, tried, walk, type Request } from './enrollment-request.ts'
import { addPicture, shotOf, type Shot } from './enrollment-picture.ts'
import { FilePictures, type Pictured } from './file-pictures.ts'
import { addLatePicture, knownRowOf } from './late-picture.ts'
import { deathsOf, isLastTry, type Tries } from '../job-tries.ts'
import { lockEvent, type EventRow } from '../event-row.ts'
import { eventIdOf, type Process } from '../process.ts'
import { inProcess } from '../tx.ts'

/** Maximum rows of a file. */
const mostRows = 20_000

const optional = <S extends z.core.$ZodType>(schema: S) => z.optional(schema)
const label = z.string().check(z.minLength(1), z.maxLength(64))
const whole = (least: number, most: number) => optional(z.int().check(z.minimum(least), z.maximum(most)))

/** Columns of a row, named as the fields of the call that enrols one label. */
export const enrollmentColumns = {
  kind: column.status(z.literal(enrollmentKinds), enrollmentKind, 'tipo'),
  action: column.choice(z.enum(enrollmentActions), enrollmentActions, 'action', 'accion'),
  cto_code: column.code(z.string().check(z.minLength(1), z.maxLength(64)), 'cto', 'caja', 'codigo_de_cto'),
  port_number: column.whole(whole(1, 32), 'puerto', 'posicion'),
  label_read: column.code(label, 'label', 'etiqueta', 'matricula'),
  label_source: column.choice(optional(z.enum(labelSources)), labelSources, 'label_source', 'lectura'),
  replaced_label: column.code(optional(label), 'etiqueta_anterior', 'sustituye'),
  connection_type: column.status(optional(z.literal(connectionType.values)), connectionType, 'conexion'),
  drop_type: column.choice(optional(z.enum(dropTypes)), dropTypes, 'drop_type', 'tipo_de_acometida'),
  length_m: column.whole(whole(0, 5000), 'longitud', 'longitud_m'),
  fibre_no: column.whole(whole(1, 288), 'fibra'),
  power_dbm: column.number(optional(z.number().check(z.minimum(-50), z.maximum(10))), 'potencia', 'potencia_dbm'),
}
type Values = ValuesOf<typeof enrollmentColumns>

/** Columns that tell which element a row is about. */
const placeColumns = ['cto_code', 'port_number', 'label_read'] as const
/** Code of a picture that was not stored; its line is 0, because it belongs to no row. */
const unusedPicture = 'PICTURE_UNUSED'

interface Result {
  line: number
  ok: boolean
  code: string
  message: string
  id?: number
  /** Accepted with a warning. */
  warned?: boolean
  values?: Readonly<Record<string, string>>
}

interface Work {
  process: Process
  store: FileStore
  event: EventRow
  request: Request
  table: Table
  pictures: FilePictures
}

const bad = (line: number, { code, text: message }: { code: string; text: string }): Result => ({
  line,
  ok: false,
  code,
  message,
})

/** Opens the file's table from a temporary copy on disk; deletes the copy after `work`. */
async function withTable<T>(store: FileStore, key: string, work: (table: Table) => Promise<T>): Promise<T> {
  const folder = join(store.incoming, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const path = join(folder, 'file')
    await pipeline(await store.open(key), createWriteStream(path, { mode: 0o600 }))
    return await work(await readTable({ path }, ['csv', 'xlsx', 'zip'], 'job'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Idempotency key: an equal row is the same enrolment, whatever file it is in. */
function keyOf(values: Values): Buffer {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return createHash('sha256')
    .update(JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest()
}

interface Enrolled extends Pictured {
  id: number
  done: 'created' | 'updated' | 'unchanged'
}

async function enrollRow(sql: Tx, work: Work, values: Values, shot: Shot | null): Promise<Enrolled> {
  const { event, request } = work
  const sourceKey = keyOf(values)
  const asked = values
  if (!actionsOf[asked.kind].includes(asked.action)) throw refused({ code: 'VALIDATION', field: 'action' })
  if (asked.kind === enrollmentKind.is.unenrollment_cto) throw new Problem('PRIVILEGE_DENIED')
  const known = await knownRowOf(sql, event.vno_id, sourceKey, shot)
  if (known) {
    const added = shot !== null && (await addLatePicture(sql, work, asked.kind, known, shot))
    const spare = shot !== null && !added && !known.same
    return { id: known.id, done: added ? 'updated' : 'unchanged', pictured: known.pictured || added, spare }
  }
  const element = await findElement(sql, event.vno_id, asked.kind, asked)
  const refusal = await refusalOf(sql, asked, element)
  if (refusal) throw refused(refusal)
  const pictures = shot ? [await addPicture(sql, work, asked.kind, shot)] : []
  const id = await enroll(sql, asked, element, {
    event,
    technicalId: null,
    origin: event.origin,
    userId: request.user_id,
    createdBy: request.created_by,
    pictures,
    hasPicture: pictures.length > 0,
    sourceKey,
  })
  return { id, done: 'created', pictured: pictures.length > 0, spare: false }
}

async function oneRow(work: Work, row: TableRow, read: ReadRow<typeof enrollmentColumns>) {
  const { line } = row
  const packed = work.pictures.of(read.shown['label_read'] ?? '')
  if ('fault' in read) return bad(line, { code: 'VALIDATION', text: read.fault })
  const { values, doubts } = read
  try {
    const shot = packed
      ? await shotOf(work.store, packed, { vno: work.event.vno_id, user: work.request.user_id })
      : null
    const outcome = await inProcess(work.process.db, (sql) => tried(sql, () => enrollRow(sql, work, values, shot)))
    if ('error' in outcome) return bad(line, outcome.error)
    const { id, done } = outcome.done
    const warnings = [...rowDoubts(doubts), ...work.pictures.doubts(values.label_read, outcome.done)]
    const message = [text(`load.done.${done}`), ...warnings].join(' ')
    return { line, ok: true, code: done.toUpperCase(), message, id, warned: warnings.length > 0 }
  } catch (error) {
    const problem = errorOf(error)
    if (!problem) throw error
    return bad(line, problem)
  }
}

/** Processes the rows one by one, each in its own transaction, so that a repeated job skips finished rows. */
async function enrollRows(work: Work, results: ResultFile): Promise<{ ok: number; error: number }> {
  const counts = { ok: 0, error: 0 }
  const columns = enrollmentColumns
  const { table } = work
  const ignore = work.request.ignore_columns ?? []
  const [matching = new Map<string, string>()] = matchHeads(table, [{ columns }], ignore)
  const spare = new Map(ignoredHeads(table, ignore).map((head) => [head, 'ignored'] as const))
  const forms = await fileForms(table.rows, [{ columns, matching }])
  const reading = { columns, matching, spare, forms, usual: usualRanges('enrollments') }
  for await (const row of table.rows) {
    if (counts.ok + counts.error >= mostRows) throw badTable('rows', { limit: mostRows })
    const read = readRow(reading, row)
    const result = await oneRow(work, row, read)
    counts[result.ok ? 'ok' : 'error'] += 1
    await results.add([{ ...result, values: { ...read.shown, warned: result.warned ? 'true' : '' } }])
  }
  if (counts.ok + counts.error === 0) throw badTable('empty')
  const unused = work.pictures.leftOver()
  await results.add(unused.map((message) => ({ line: 0, ok: true, code: unusedPicture, message })))
  return counts
}

const keepCounts =
  'update enrollment_request set rows_ok = $2, rows_error = $3, result_file_id = $4 where event_id = $1'

async function finish(work: Work, results: ResultFile, counts: { ok: number; error: number }): Promise<void> {
  const { process, store, event, request } = work
  const full = await results.keep(event.vno_id)
  await inProcess(process.db, async (sql) => {
    const now = await lockEvent(sql, event.id)
    if (now?.process_state !== processState.is.finalizing) return
    const name = `${event.code}-resultado.csv`
    const file = { vnoId: event.vno_id, eventId: event.id, name, mime: 'text/csv', full, createdBy: request.user_id }
    const fileId = await attachFile(sql, store, file)
    await sql.rows(keepCounts, [event.id, counts.ok, counts.error, fileId])
    const error = { code: 'VALIDATION', text: text('load.none_ok') }
    if (counts.ok === 0) await endRequest(sql, now, 'close_wrong', { error })
    else await endRequest(sql, now, 'close_clean')
  })
}

const fileKey = 'select key from file where id = $1'
const { iddle, creating, finalizing } = processState.is

async function rows(
  process: Process,
  store: FileStore,
  event: EventRow,
  request: Request,
  table: Table,
): Promise<void> {
  const opened = await inProcess(process.db, async (sql) => {
    const now = await lockEvent(sql, event.id)
    if (now?.process_state === creating) return await walk(sql, now, ['opened', 'finalize'])
    return now?.process_state === finalizing ? now : null
  })
  if (!opened) return
  const work: Work = { process, store, event: opened, request, table, pictures: new FilePictures(table.pictures) }
  await using results = await ResultFile.open(store, [...placeColumns, 'warned'])
  await finish(work, results, await enrollRows(work, results))
}

/** Process deaths after which a file is not tried again. */
const mostDeaths = 2
const gaveUp = () => ({ code: 'UNAVAILABLE', text: text('load.gave_up') })

/** Fails the request in whichever state it is. */
async function fail({ db }: Process, id: number, error: { code: string; text: string }): Promise<void> {
  await inProcess(db, async (sql) => {
    const event = await lockEvent(sql, id)
    if (event?.process_state === creating) await endRequest(sql, event, 'open_failed', { error })
    else if (event?.process_state === finalizing) await endRequest(sql, event, 'close_wrong', { error })
  })
}

/**
 * The job. An unreadable table fails before the event opens; a table whose rows are all refused fails when it closes. After
 * the last try, or two process deaths on this file, the author is notified.
 */
export async function enrollFileJob(process: Process, store: FileStore, payload: unknown, job: Tries): Promise<void> {
  const id = eventIdOf(payload)
  const begun = await inProcess(process.db, async (sql) => {
    const event = await lockEvent(sql, id)
    if (!event || ![iddle, creating, finalizing].some((state) => state === event.process_state)) return null
    const request = await requestOf(sql, id)
    const key = await sql.json(fileKey, [request.file_id])
    const now = event.process_state === iddle ? await walk(sql, event, ['take']) : event
    return key === null ? null : { event: now, request, key }
  })
  if (!begun) return
  if (deathsOf(job) >= mostDeaths) return await fail(process, id, gaveUp())
  try {
    await withTable(store, begun.key, (table) => rows(process, store, begun.event, begun.request, table))
  } catch (error) {
    const problem = errorOf(error)
    if (problem ?? isLastTry(job)) await fail(process, id, problem ?? gaveUp())
    if (!problem) throw error
  }
}

/** Boxes named in a table, in row order; the first is the box of the event. `ignore`: headings to skip. */
export async function* boxesOf(table: Table, ignore: readonly string[]): AsyncGenerator<string> {
  const [matching = new Map<string, string>()] = matchHeads(table, [{ columns: enrollmentColumns }], ignore)
  const head = [...matching].find(([, key]) => key === 'cto_code')?.[0]
  if (head === undefined) return
  for await (const { values } of table.rows) {
    const code = normalLabel(values[head] ?? '')
    if (code !== '') yield code
  }
}
