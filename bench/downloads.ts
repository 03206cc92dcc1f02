/** Downloads: duration, time to first byte, and memory growth of the server. */
import { setTimeout as sleep } from 'node:timers/promises'
import { aims } from './aims.ts'
import { median, type Bench } from './compare.ts'
import type { Facts } from './facts.ts'
import { residentMb, untilIdle } from './machine.ts'
import type { Product } from './processes.ts'

export interface Downloaded {
  name: string
  /** Target: maximum multiple of the limit's CSV. */
  aim: number
  seconds: number
  low: number
  high: number
  firstByteMs: number
  growthMb: number
  bytes: number
  /** Ratio to the limit's CSV in the same round, median of the rounds. */
  ratio: number
}

interface Fetched {
  seconds: number
  firstByteMs: number
  growthMb: number
  bytes: number
  lines: number
}

const newline = 10

function countLines(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1
  return lines
}

async function fetchWhole(product: Product, path: string, cookie: string, query: object): Promise<Fetched> {
  let memory = residentMb(product.pid)
  const before = memory
  const watch = setInterval(() => (memory = Math.max(memory, residentMb(product.pid))), 5)
  const startedAt = performance.now()
  try {
    const headers = { 'content-type': 'application/json', cookie }
    const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    })
    if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
    let firstByteMs = 0
    let bytes = 0
    let lines = 0
    for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
      firstByteMs ||= performance.now() - startedAt
      bytes += chunk.length
      lines += countLines(chunk)
    }
    return { seconds: (performance.now() - startedAt) / 1000, firstByteMs, growthMb: memory - before, bytes, lines }
  } finally {
    clearInterval(watch)
  }
}

/** The same rows as CSV of the limit, CSV and XLSX of the product, alternating. */
export async function compareDownloads(bench: Bench, facts: Facts): Promise<Downloaded[]> {
  const query = { filter: { created_at: { gte: facts.downloadSince } }, sort: [['created_at', 'desc']] }
  const path = '/api/v1/admin_vno/events/download.json'
  const cookie = facts.cookies[0] ?? ''
  const runs = {
    limit: () => fetchWhole(bench.limit, '/copy', '', {}),
    csv: () => fetchWhole(bench.server, path, cookie, { ...query, format: 'csv' }),
    xlsx: () => fetchWhole(bench.server, path, cookie, { ...query, format: 'xlsx' }),
  }
  const results: Record<keyof typeof runs, Fetched[]> = { limit: [], csv: [], xlsx: [] }
  for (let round = -1; round < bench.options.rounds; round++) {
    for (const key of ['limit', 'csv', 'xlsx'] as const) {
      await untilIdle(bench.postmaster)
      await sleep(100)
      const result = await runs[key]()
      const expected = facts.downloadRows + (key === 'csv' ? 1 : 0)
      if (key !== 'xlsx' && Math.abs(result.lines - expected) > 5)
        throw new Error(`${result.lines} lines instead of ${expected}`)
      if (round >= 0) results[key].push(result)
    }
  }
  const figures = (key: keyof typeof runs, name: string, aim: number): Downloaded => {
    const of = (field: keyof Fetched) => results[key].map((one) => one[field])
    return {
      name,
      aim,
      seconds: median(of('seconds')),
      low: Math.min(...of('seconds')),
      high: Math.max(...of('seconds')),
      ratio: median(of('seconds').map((seconds, round) => seconds / (results.limit[round]?.seconds ?? NaN))),
      firstByteMs: median(of('firstByteMs')),
      growthMb: Math.max(...of('growthMb')),
      bytes: median(of('bytes')),
    }
  }
  return [figures('limit', 'limit, CSV', 1), figures('csv', 'CSV', aims.csv), figures('xlsx', 'XLSX', aims.xlsx)]
}
