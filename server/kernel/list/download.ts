import { listName, type DownloadSpec, type ListQuery } from '@hilo/contract/call.ts'
import { downloadColumns, type ColumnKind } from '@hilo/contract/columns.ts'
import { downloadName, type DownloadFormat } from '@hilo/domain/download-name.ts'
import { csvText } from '@hilo/domain/formula.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { escapeLiteral, type Pool, type PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Readable, Transform } from 'node:stream'
import { runBatch } from '../sql/batch.ts'
import type { DatabaseClient } from '../sql/client.ts'
import { downloadQuery } from './list.ts'
import type { AnySource, Bind } from './list-source.ts'
import { openScope, StaleSession } from '../sql/scope.ts'
import { viewerOf } from './viewer.ts'
import { csvCell, homeZoneSql, labelSql, peopleCell, xlsxCell } from './download-cells.ts'
import { sheetHead } from './sheet-head.ts'
import type { Principal } from '../principal.ts'
import { text } from '../texts.ts'
import { workbookStream } from '../../files/workbook.ts'
import { patient } from '../patience.ts'

export interface Download {
  body: Readable
  fileName: string
  contentType: string
}

/** COPY takes no parameters: every value was validated and is written as a literal. */
const asLiteral: Bind = (value) => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `array[${value.map(asLiteral).join(', ')}]`
  if (typeof value === 'string') return escapeLiteral(value)
  throw new Error('no literal for this value')
}

interface Copied {
  query: string
  /** COPY options. */
  format: string
}

/** Every text is quoted, so that other separators in a program's settings stay within the cell. */
function csvFormat(kinds: readonly ColumnKind[], separator: string): string {
  const quoted = kinds.flatMap((kind, at) =>
    kind === 'text' || kind === 'device' || kind.startsWith('choices:') ? [`c${at}`] : [],
  )
  const format = `format csv, delimiter '${separator}'`
  return quoted.length > 0 ? `${format}, force_quote (${quoted.join(', ')})` : format
}

function copied(spec: DownloadSpec, source: AnySource, principal: Principal, asked: DownloadInput): Copied {
  const input = { ...asked, ...asked.query }
  const viewer = viewerOf(principal)
  const sql: Record<string, string> = source.columns(viewer)
  const names = input.columns ?? Object.keys(spec.list.columns)
  const known = downloadColumns(spec.list)
  const column = (name: string) => {
    const { kind, labelOf } = known.get(name) ?? { kind: 'text' as const }
    return { kind, sql: labelOf === undefined ? (sql[name] ?? 'null') : labelSql(sql[labelOf] ?? 'null') }
  }
  const zone = source.placeZone ?? homeZoneSql
  const query = (cells: string[]) => downloadQuery(source, spec.list, viewer, input, asLiteral, cells)
  const kinds = names.map((name) => column(name).kind)
  const numbered = (cells: string[]) => query(cells.map((cell, at) => `${cell} as c${at}`))
  if (input.format === 'csv')
    return {
      query: numbered(names.map((name) => csvCell(column(name).kind, column(name).sql, zone))),
      format: csvFormat(kinds, ','),
    }
  const running: Record<string, string> = source.running ?? {}
  const write = input.format === 'xlsx' ? xlsxCell : peopleCell
  const cells = names.map((name) => {
    const { kind, sql: value } = column(name)
    const shown = kind.startsWith('before:') ? `nullif(${value}, ${sql['to'] ?? 'null'})` : value
    return write(kind, running[name] === undefined ? shown : `coalesce(${shown}, ${running[name]})`, zone)
  })
  if (input.format === 'csv_es') return { query: numbered(cells), format: csvFormat(kinds, ';') }
  // One column whose delimiter and quote cannot occur: the bytes leave PostgreSQL unchanged.
  return {
    query: query([`concat('<row>', ${cells.join(', ')}, '</row>')`]),
    format: `format csv, delimiter E'\\x02', quote E'\\x01'`,
  }
}

/** Rows of the first statement, in index order; the second joins and sorts all others, which is faster overall. */
const atOnce = 1000
/**
 * Expected rows up to which the rest is sorted at once. Sorting sends nothing for up to half a minute, and proxies cut silent
 * connections after a minute.
 */
const mostSorted = 250_000
const newline = 10

/** All rows in order, without ties: both statements read the same snapshot. */
async function* rowsOf(client: PoolClient, { query, format }: Copied): AsyncGenerator<Buffer, void, undefined> {
  const copy = (which: string) => client.query(copyTo(`copy (${query} ${which}) to stdout (${format})`))
  const first = copy(`limit ${atOnce}`)
  let lines = 0
  for await (const chunk of first as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1
    yield chunk
  }
  // A row is at least one line: most downloads end here. The exact count of rows is known after the next statement.
  if (lines < atOnce) return
  await client.query('set local enable_sort = on; set local max_parallel_workers_per_gather = default')
  if (first.rowCount < atOnce) return
  if ((await expectedRows(client, query)) > mostSorted) await client.query('set local enable_sort = off')
  yield* copy(`offset ${atOnce}`) as AsyncIterable<Buffer>
}

/** The planner's estimate: up to eight times too low, because it cannot estimate the policies' selectivity. */
async function expectedRows(client: PoolClient, query: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) ${query}`,
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

interface DownloadInput extends ListQuery {
  format: DownloadFormat
  columns?: string[]
  /** Filters and order, if given separately. */
  query?: ListQuery
}

/** PostgreSQL ends lines with LF, RFC 4180 with CRLF; Latin-1 preserves every byte. */
function crlfLines(): Transform {
  return new Transform({
    highWaterMark: 1 << 20,
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'))
    },
  })
}

type Connection = PoolClient & DatabaseClient

/** Longest silence of the server during a download, ms: longer than its sorting. */
const silenceMs = patient(45_000)

/** Ends the read and releases the connection, also if the client has gone. */
function release(client: Connection, failed: boolean): void {
  client.silenceMs = client.usualMs
  if (failed) client.release(true)
  else
    client.query('commit').then(
      () => client.release(),
      () => client.release(true),
    )
}

/**
 * A connection with the session's scope open, while the rows flow.
 * @throws StaleSession if the session changed meanwhile
 */
async function scoped(pool: Pool, hash: Buffer, principal: Principal): Promise<Connection> {
  const client = (await pool.connect()) as Connection
  const begin = [
    { text: 'begin isolation level repeatable read read only', values: [] },
    openScope(hash),
    // Without a limit of rows there is no limit of time; the connection closes with the client. More memory keeps joins
    // and sorts of some hundred thousand rows off the disk. The first rows wait neither for a full sort nor for
    // parallel workers.
    {
      text: `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
        set_config('work_mem', '32MB', true), set_config('enable_sort', 'off', true),
        set_config('max_parallel_workers_per_gather', '0', true)`,
      values: [],
    },
  ]
  try {
    const [, opened] = await runBatch(client, begin)
    if (opened?.[0]?.[0] !== principal.stamp) throw new StaleSession()
    client.silenceMs = silenceMs
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Concurrent downloads in total and per operator: each holds a connection. */
const most = { all: 6, each: 3 }
const running = new WeakMap<Pool, number[]>()

/**
 * Reserves a download slot; returns its release.
 * @throws Problem UNAVAILABLE
 */
function takePlace(pool: Pool, vnoId: number): () => void {
  const taken = running.get(pool) ?? []
  running.set(pool, taken)
  if (taken.length >= most.all || taken.filter((one) => one === vnoId).length >= most.each)
    throw new Problem('UNAVAILABLE', { retryAfter: 5 })
  taken.push(vnoId)
  let given = false
  return () => {
    if (!given) taken.splice(taken.indexOf(vnoId), 1)
    given = true
  }
}

/**
 * All rows of a list, streamed from COPY in constant memory.
 * @throws StaleSession if the session changed meanwhile
 * @param firstRowMs timeout for the first row
 * @throws Problem UNAVAILABLE if all slots are in use
 */
export async function startDownload(
  pool: Pool,
  spec: DownloadSpec,
  source: AnySource,
  hash: Buffer,
  principal: Principal,
  input: DownloadInput,
  firstRowMs = silenceMs,
): Promise<Download> {
  const copy = copied(spec, source, principal, input)
  const leave = takePlace(pool, principal.vno?.id ?? 0)
  const client = await scoped(pool, hash, principal).catch((error: unknown) => {
    leave()
    throw error
  })
  const rows = Readable.from(rowsOf(client, copy), { objectMode: false })
  let done = false
  rows.once('end', () => {
    done = true
    leave()
    release(client, false)
  })
  const giveUp = () => {
    if (done) return
    done = true
    leave()
    release(client, true)
  }
  rows.once('error', giveUp)
  // A failing query fails before its first row, when an error can still be answered.
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      giveUp()
      reject(new Error('timeout expired'))
    }, firstRowMs)
    for (const event of ['error', 'readable', 'end']) rows.once(event, () => clearTimeout(late))
    rows.once('error', reject)
    rows.once('readable', resolve)
    rows.once('end', resolve)
  })
  const file = fileOf(spec, source, input, rows)
  rows.once('error', (error: Error) => file.body.destroy(error))
  file.body.once('close', giveUp)
  return file
}

/** The rows with their headings, as a file. */
function fileOf(spec: DownloadSpec, source: AnySource, { format, columns }: DownloadInput, rows: Readable): Download {
  const names = columns ?? Object.keys(spec.list.columns)
  const list = listName(source.path, spec.list)
  const title = text(`list.${list}.title`)
  const fileName = downloadName(title, Date.now(), format)
  const known = downloadColumns(spec.list)
  const heads = names.map((name) => sheetHead(list, name, known.get(name)?.kind ?? 'text'))
  if (format === 'xlsx') {
    const body = workbookStream([{ title, heads, rows }])
    return { body, fileName, contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
  }
  const body = crlfLines()
  body.write(`\ufeff${format === 'csv' ? names.join(',') : heads.map(csvText).join(';')}\n`)
  return { body: rows.pipe(body), fileName, contentType: 'text/csv; charset=utf-8' }
}
