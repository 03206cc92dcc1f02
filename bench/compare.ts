/** Measures one cell: the products alternate in short turns. */
import { randomUUID } from 'node:crypto'
import type { Cell } from './cells.ts'
import { limitSql } from './limit-sql.ts'
import { clusterCpu, cpuMs, residentMb, spent, untilIdle } from './machine.ts'
import type { Options } from './options.ts'
import type { Load, Product } from './processes.ts'
import { limitCall } from './requests.ts'
import { freshId, type Sample, type Slice } from './slice.ts'

export interface Bench {
  options: Options
  url: string
  postmaster: number
  server: Product
  limit: Product
  load: Load
}

/**
 * Seconds per turn. A shared machine may be half as fast for seconds at a time: shorter turns meet the same conditions, so
 * that ratios are stable where rates are not.
 */
export const turnSeconds = 0.5

interface Figures {
  /** Requests per second, median of the turns. */
  rate: number
  /** CPU time of product and database together, per request, ms. */
  cpu: number
  p50: number
  p99: number
}

/** Median of the rounds' ratios, with quartiles. */
export interface Ratio {
  middle: number
  low: number
  high: number
}

export interface Compared {
  name: string
  aim: number | null
  /** Ratio of requests per second to the limit's in the same round. */
  ratio: Ratio
  /** Ratio of CPU time per request to the limit's in the same round. */
  cpuRatio: Ratio
  ours: Figures
  limit: Figures
  sql: Figures
  /** Peak resident memory of the server, MB. */
  memory: number
  /** Why the figures are void, if they are. */
  void?: string
}

interface Turn extends Sample {
  cpu: number
}

/** Quantile with linear interpolation. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [below = 0, above = below] = sorted.slice(Math.floor(place), Math.floor(place) + 2)
  return below + (above - below) * (place % 1)
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

const rateOf = ({ count, seconds }: Turn) => count / seconds
const cpuOf = ({ count, cpu }: Turn) => cpu / count

function figures(turns: readonly Turn[]): Figures {
  return {
    rate: median(turns.map(rateOf)),
    cpu: median(turns.map(cpuOf)),
    p50: median(turns.map((turn) => turn.p50)),
    p99: median(turns.map((turn) => turn.p99)),
  }
}

/** Ratios per round: `of` ours by `of` the other's. */
export function ratioOf<T>(ours: readonly T[], limit: readonly T[], of: (turn: T) => number): Ratio {
  const ratios = ours.flatMap((turn, index) => {
    const beside = limit[index]
    return beside === undefined ? [] : [of(turn) / of(beside)]
  })
  return { middle: median(ratios), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) }
}

/** The slices of one turn of each product. */
export function slicesOf({ options, url, limit, server }: Bench, cell: Cell, minBytes: number) {
  const base = { seconds: turnSeconds, connections: options.connections }
  const ours: Slice = { ...base, kind: 'http', port: server.port, requests: cell.ours, minBytes }
  const requests = cell.values.map((values) => limitCall(limit.port, cell.statement, values))
  const bare: Slice = { ...base, kind: 'http', port: limit.port, requests, minBytes: minBytes * 0.9 }
  const text = limitSql[cell.statement]
  const sql: Slice = {
    ...base,
    kind: 'sql',
    url,
    name: cell.statement,
    text,
    values: cell.values,
    minBytes: minBytes * 0.9,
  }
  return { ours, limit: bare, sql }
}

async function fetched(request: string, port: number): Promise<{ text: string; records: unknown[] }> {
  const end = request.indexOf('\r\n\r\n')
  const [head, body] = [request.slice(0, end), request.slice(end + 4).replaceAll(freshId, randomUUID())]
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => line.split(': ', 2)).filter(([name]) => !/^(host|content-length)$/i.test(name ?? '')),
  )
  const answer = await fetch(`http://127.0.0.1:${port}${first.split(' ')[1]}`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`)
  const { records } = JSON.parse(text) as { records?: unknown[] }
  return { text, records: records ?? [] }
}

/** Both sides must answer the same rows before they are compared; returns the length of the product's answer. */
export async function checkRows(bench: Bench, cell: Cell): Promise<number> {
  const ours = await fetched(cell.ours[0] ?? '', bench.server.port)
  const limit = await fetched(limitCall(bench.limit.port, cell.statement, cell.values[0] ?? []), bench.limit.port)
  if (cell.rows === 0) return 20
  if (ours.records.length !== cell.rows) throw new Error(`${ours.records.length} rows instead of ${cell.rows}`)
  if (cell.otherFigures) return ours.text.length
  const other = ours.records.findIndex(
    (record, index) => JSON.stringify(record) !== JSON.stringify(limit.records[index]),
  )
  if (other >= 0) {
    const [here, there] = [ours.records[other], limit.records[other]].map((record) => JSON.stringify(record))
    throw new Error(`${cell.name}: record ${other} is not the limit's:\n${here}\n${there}`)
  }
  return ours.text.length
}

async function turn(bench: Bench, slice: Slice, pid: number): Promise<Turn> {
  const database = clusterCpu(bench.postmaster)
  const product = cpuMs(pid)
  const sample = await bench.load.run(slice)
  const cpu = spent(database, clusterCpu(bench.postmaster)) + cpuMs(pid) - product
  return { ...sample, cpu }
}

export async function compare(bench: Bench, cell: Cell): Promise<Compared> {
  const length = await checkRows(bench, cell)
  // With different requests the records differ in length.
  const slices = slicesOf(bench, cell, cell.ours.length > 1 ? Math.min(length, 200) * 0.5 : length * 0.95)
  const products = [
    { key: 'ours' as const, slice: slices.ours, pid: bench.server.pid },
    { key: 'limit' as const, slice: slices.limit, pid: bench.limit.pid },
    { key: 'sql' as const, slice: slices.sql, pid: 0 },
  ]
  const turns: Record<'ours' | 'limit' | 'sql', Turn[]> = { ours: [], limit: [], sql: [] }
  for (const { slice, pid } of products) await turn(bench, { ...slice, seconds: 1 }, pid)
  await untilIdle(bench.postmaster)
  let memory = 0
  const rounds = Math.ceil((bench.options.rounds * bench.options.seconds) / turnSeconds)
  for (let round = 0; round < rounds; round++) {
    // Alternates the order, so that a steady change of the machine favours no side.
    for (const { key, slice, pid } of round % 2 === 0 ? products : products.toReversed()) {
      turns[key].push(await turn(bench, slice, pid))
      memory = Math.max(memory, residentMb(bench.server.pid))
    }
  }
  const failed = Object.values(turns)
    .flat()
    .find((one) => one.errors > 0)
  const { name, aim } = cell
  return {
    name,
    aim,
    memory,
    ratio: ratioOf(turns.ours, turns.limit, rateOf),
    cpuRatio: ratioOf(turns.ours, turns.limit, cpuOf),
    ours: figures(turns.ours),
    limit: figures(turns.limit),
    sql: figures(turns.sql),
    ...(failed && { void: failed.firstError }),
  }
}
