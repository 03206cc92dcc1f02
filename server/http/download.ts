import { listName, type ColumnKind, type DownloadSpec, type ListQuery } from '@hilo/contract/call.ts'
import { dayAt, homeZone } from '@hilo/domain/place-clock.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { escapeLiteral, type Pool, type PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Readable, Transform } from 'node:stream'
import { runBatch } from '../db/batch.ts'
import type { DatabaseClient } from '../db/client.ts'
import { downloadQuery } from '../db/list.ts'
import type { Bind } from '../db/list-source.ts'
import { openScope, StaleSession } from '../db/scope.ts'
import { viewerOf } from '../db/viewer.ts'
import { columnHead, csvCell, homeZoneSql, xlsxCell } from './download-cells.ts'
import type { AnySource } from './list-call.ts'
import type { Principal } from './principal.ts'
import { text } from './texts.ts'
import { workbookStream } from '../files/workbook.ts'

export interface Download {
  body: Readable
  fileName: string
  contentType: string
}

/** COPY takes no parameters: every value has passed its schema and is written as a literal. */
const asLiteral: Bind = (value) => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `array[${value.map(asLiteral).join(', ')}]`
  if (typeof value === 'string') return escapeLiteral(value)
  throw new Error('no literal for this value')
}

interface Copied {
  query: string
  /** What COPY is told of its output. */
  format: string
}

/** Every text is quoted: what else separates cells where the file is opened stays within its cell. */
function csvFormat(kinds: readonly ColumnKind[]): string {
  const quoted = kinds.flatMap((kind, at) => (kind === 'text' ? [`c${at}`] : []))
  return quoted.length > 0 ? `format csv, force_quote (${quoted.join(', ')})` : 'format csv'
}

function copied(spec: DownloadSpec, source: AnySource, principal: Principal, asked: DownloadInput): Copied {
  const input = { ...asked, ...asked.query }
  const viewer = viewerOf(principal)
  const sql: Record<string, string> = source.columns(viewer)
  const names = input.columns ?? Object.keys(spec.list.columns)
  const column = (name: string) => ({ kind: spec.list.columns[name] ?? ('text' as const), sql: sql[name] ?? 'null' })
  const zone = source.placeZone ?? homeZoneSql
  const query = (cells: string[]) => downloadQuery(source, spec.list, viewer, input, asLiteral, cells)
  if (input.format === 'csv')
    return {
      query: query(names.map((name, at) => `${csvCell(column(name).kind, column(name).sql, zone)} as c${at}`)),
      format: csvFormat(names.map((name) => column(name).kind)),
    }
  const cells = names.map((name) => xlsxCell(column(name).kind, column(name).sql, zone))
  // One column whose delimiter and quote cannot occur: the bytes leave PostgreSQL exactly as they are.
  return {
    query: query([`concat('<row>', ${cells.join(', ')}, '</row>')`]),
    format: `format csv, delimiter E'\\x02', quote E'\\x01'`,
  }
}

/** Rows that leave first, as an index yields them; all others are joined and sorted at once, which takes less time in all. */
const atOnce = 1000
/** Expected rows up to which that is done. It goes by silently, for half a minute at worst: proxies end what is silent for one. */
const mostSorted = 250_000
const newline = 10

/** Every row in its order, which has no ties: both statements read the same snapshot. */
async function* rowsOf(client: PoolClient, { query, format }: Copied): AsyncGenerator<Buffer, void, undefined> {
  const copy = (which: string) => client.query(copyTo(`copy (${query} ${which}) to stdout (${format})`))
  const first = copy(`limit ${atOnce}`)
  let lines = 0
  for await (const chunk of first as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1
    yield chunk
  }
  // A row is a line at least: most downloads end here. How many rows there were is known once the next statement is answered.
  if (lines < atOnce) return
  await client.query('set local enable_sort = on; set local max_parallel_workers_per_gather = default')
  if (first.rowCount < atOnce) return
  if ((await expectedRows(client, query)) > mostSorted) await client.query('set local enable_sort = off')
  yield* copy(`offset ${atOnce}`) as AsyncIterable<Buffer>
}

/** As the planner sees it: too few by up to eight times, because it knows nothing of what the policies let through. */
async function expectedRows(client: PoolClient, query: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) ${query}`,
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

export interface DownloadInput extends ListQuery {
  format: 'csv' | 'xlsx'
  columns?: string[]
  /** What narrows and orders, where it stands apart. */
  query?: ListQuery
}

/** PostgreSQL ends lines with LF, RFC 4180 with CRLF; Latin-1 keeps every byte as it is. */
function crlfLines(): Transform {
  return new Transform({
    highWaterMark: 1 << 20,
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'))
    },
  })
}

type Connection = PoolClient & DatabaseClient

/** How long a server may say nothing in the middle of a download, ms: longer than it sorts. */
const silenceMs = 45_000

/** Ends the read and gives the connection back, also when the client went away in the middle. */
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
 * A connection with the session's scope open, for as long as the rows flow.
 * @throws StaleSession when the session changed meanwhile
 */
async function scoped(pool: Pool, hash: Buffer, principal: Principal): Promise<Connection> {
  const client = (await pool.connect()) as Connection
  const begin = [
    { text: 'begin isolation level repeatable read read only', values: [] },
    openScope(hash),
    // No limit of rows means no limit of time; the connection closes with the client. With more memory joins and order
    // of some hundred thousand rows stay off the disk. The first rows wait neither for a sort of all of them nor for workers
    // to start.
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

/** Downloads that run at once, of all operators and of one: each holds a connection, and the rest is for everything else. */
const most = { all: 6, each: 3 }
const running = new WeakMap<Pool, number[]>()

/**
 * Takes one of the places for downloads; answers how to give it back.
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
 * Every row of a list, streamed from COPY in constant memory.
 * @throws StaleSession when the session changed meanwhile
 * @param firstRowMs how long its first row may take
 * @throws Problem UNAVAILABLE while as many run as may
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
  // A query that fails does so before its first row: then there is still an answer to be given.
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
  const names = input.columns ?? Object.keys(spec.list.columns)
  const list = listName(source.path, spec.list)
  const title = text(`list.${list}.title`)
  const day = dayAt(Date.now(), homeZone)
  const fileName = `${list}-${day}.${input.format}`
  if (input.format === 'csv') {
    const body = crlfLines()
    body.write(`\ufeff${names.join(',')}\n`)
    rows.once('error', (error: Error) => body.destroy(error))
    body.once('close', giveUp)
    return { body: rows.pipe(body), fileName, contentType: 'text/csv; charset=utf-8' }
  }
  const body = workbookStream(
    rows,
    title,
    names.map((name) => columnHead(list, name)),
  )
  rows.once('error', (error: Error) => body.destroy(error))
  body.once('close', giveUp)
  return { body, fileName, contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
}
