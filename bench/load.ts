/**
 * Load generator in its own process: N connections, each sending its next request when the last answer is complete. Requests
 * are prebuilt bytes and answers are only measured, so that it uses little CPU.
 */
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import pg from 'pg'
import { limitSession } from './limit-session.ts'
import { freshId, silently, type Sample, type Slice } from './slice.ts'

const headEnd = Buffer.from('\r\n\r\n')

class Meter {
  readonly #times: number[] = []
  readonly #began = performance.now()
  readonly #until: number
  errors = 0
  firstError = ''

  constructor(seconds: number) {
    this.#until = this.#began + seconds * 1000
  }
  get over(): boolean {
    return performance.now() >= this.#until
  }
  done(startedAt: number): void {
    this.#times.push(performance.now() - startedAt)
  }
  fail(reason: string): void {
    this.errors += 1
    this.firstError ||= reason.slice(0, 300)
  }
  sample(): Sample {
    const sorted = Float64Array.from(this.#times).sort()
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    const seconds = (performance.now() - this.#began) / 1000
    const { errors, firstError } = this
    return { count: sorted.length, seconds, errors, firstError, p50: at(0.5), p99: at(0.99) }
  }
}

/** Length of a whole answer once its headers are complete, or 0; throws for a status other than 200. */
function answerLength(bytes: Buffer): { length: number; body: number } {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return { length: 0, body: 0 }
  const head = bytes.toString('latin1', 0, end)
  const body = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`${head.slice(0, 30)} ${bytes.toString('utf8', end + 4)}`)
  if (Number.isNaN(body)) throw new Error('an answer without content-length')
  return { length: end + 4 + body, body }
}

/** A request ready to send, with a new request id if it has a placeholder. */
function prepared(request: Buffer): () => Buffer {
  const at = request.indexOf(freshId)
  if (at < 0) return () => request
  return () => {
    const copy = Buffer.from(request)
    copy.write(randomUUID(), at, 'latin1')
    return copy
  }
}

/** One connection until the time is over. Each has its own requests, so that none waits for another's row. */
function httpLoop(
  slice: Slice & { kind: 'http' },
  requests: readonly (() => Buffer)[],
  start: number,
  meter: Meter,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(slice.port, '127.0.0.1')
    let next = start
    let sentAt = 0
    let waiting: Buffer[] = []
    let received = 0
    let expected = 0
    let body = 0
    const send = () => {
      sentAt = performance.now()
      socket.write(requests[next % requests.length]?.() ?? '')
      next += slice.connections
    }
    const stop = (reason?: string) => {
      if (reason) meter.fail(reason)
      socket.destroy()
      resolve()
    }
    socket.setNoDelay(true)
    socket.once('connect', send)
    socket.on('error', (error) => stop(error.message))
    socket.on('data', (chunk) => {
      received += chunk.length
      if (expected === 0) {
        waiting.push(chunk)
        try {
          const answer = answerLength(waiting.length === 1 ? chunk : Buffer.concat(waiting))
          expected = answer.length
          body = answer.body
        } catch (error) {
          return stop(error instanceof Error ? error.message : 'unreadable answer')
        }
      }
      if (expected === 0 || received < expected) return
      if (body < slice.minBytes)
        return stop(`an answer of ${body} bytes: ${Buffer.concat(waiting).toString('utf8').slice(-200)}`)
      meter.done(sentAt)
      waiting = []
      received = 0
      expected = 0
      if (meter.over) stop()
      else send()
    })
  })
}

let pool: pg.Pool | undefined

async function sqlLoop(slice: Slice & { kind: 'sql' }, start: number, meter: Meter, pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    for (let next = start; !meter.over; next += slice.connections) {
      const startedAt = performance.now()
      const values = [...(slice.values[next % slice.values.length] ?? [])]
      const { rows } = await client.query<(string | null)[]>({
        name: slice.name,
        text: slice.text,
        values,
        rowMode: 'array',
      })
      if ((rows[0]?.[0]?.length ?? 0) < slice.minBytes) meter.fail('too few rows')
      meter.done(startedAt)
    }
  } catch (error) {
    meter.fail(error instanceof Error ? error.message : 'SQL')
  } finally {
    client.release()
  }
}

async function run(slice: Slice): Promise<Sample> {
  const meter = new Meter(slice.seconds)
  const starts = Array.from({ length: slice.connections }, (_, index) => index)
  if (slice.kind === 'http') {
    const requests = slice.requests.map((text) => prepared(Buffer.from(text)))
    await Promise.all(starts.map((start) => httpLoop(slice, requests, start, meter)))
  } else {
    const connections = (pool ??= silently(
      new pg.Pool({ connectionString: slice.url, max: slice.connections, options: limitSession }),
    ))
    await Promise.all(starts.map((start) => sqlLoop(slice, start, meter, connections)))
  }
  return meter.sample()
}

process.on('message', (slice: Slice) => {
  void run(slice).then((sample) => process.send?.(sample))
})
process.once('disconnect', () => process.exit(0))
