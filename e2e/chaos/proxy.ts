/** A faulty network between a browser and its server: single requests may fail, or all of them. */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable, Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

export type Fault =
  /** The connection breaks before the server receives anything. */
  | { kind: 'refuse' }
  /** It breaks after so many bytes of the request's body. */
  | { kind: 'cut-up'; after: number }
  /** It breaks after so many bytes of the answer. */
  | { kind: 'cut-down'; after: number }
  /** The server commits and answers, and the answer is lost. */
  | { kind: 'lost' }
  /** The server commits and the gateway replaces its answer; builds the replacement from the original. */
  | { kind: 'instead'; status: number; headers?: Record<string, string>; body?: (own: string) => string }
  /** The gateway answers and the request never reaches the server. */
  | { kind: 'before'; status: number; headers?: Record<string, string>; body?: string }
  /** The answer is held until a promise settles. */
  | { kind: 'held'; until: Promise<unknown> }
  /** The server receives it twice, on two connections. */
  | { kind: 'twice' }
  /** Limits the upload speed. */
  | { kind: 'trickle'; bytesPerSecond: number }

interface Rule {
  path: RegExp
  fault: Fault
  /** Number of requests with the fault. */
  times: number
  /** Body sizes of the requests that met it, bytes. */
  hits: number[]
  /** Only bodies that match. */
  holding: RegExp | null
}

export interface Proxy {
  address: string
  /** Sets the server's address. */
  lead: (address: string) => void
  /** Requests of this path meet the fault from now on; `hits` lists their body sizes. */
  fail: (
    path: RegExp,
    fault: Fault,
    options?: { times?: number; holding?: RegExp | null },
  ) => { readonly hits: readonly number[] }
  /** Breaks all connections, and admits none. */
  down: () => void
  /** Answers of these paths that have begun carry nothing more and stay open, as behind a NAT that forgot them. */
  hush: (path: RegExp) => void
  /** Admits everything again, without faults. */
  clear: () => void
  /** Paths of the received requests, in order. */
  seen: string[]
  close: () => Promise<void>
}

/** One connection per request: the server may close an idle one just as it is used again, a fault that no test asked for. */
const agent = new Agent({ keepAlive: false })

/** Passes so many bytes, then calls `reached`. */
function upTo(limit: number, reached: () => void): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const part = chunk.subarray(0, Math.max(0, limit - passed))
      passed += part.length
      if (part.length > 0) this.push(part)
      if (passed >= limit) reached()
      else done()
    },
  })
}

function slowly(bytesPerSecond: number): Transform {
  return new Transform({
    async transform(chunk: Buffer, _, done) {
      const tenth = Math.max(1, Math.round(bytesPerSecond / 10))
      for (let at = 0; at < chunk.length; at += tenth) {
        this.push(chunk.subarray(at, at + tenth))
        await wait(100)
      }
      done()
    },
  })
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const ask = (to: URL, { method, url, headers }: IncomingMessage) =>
  request({
    host: to.hostname,
    port: to.port,
    method,
    path: url,
    headers: { ...headers, connection: 'close' },
    agent,
  })

function answer(from: IncomingMessage, res: ServerResponse): void {
  const headers = { ...from.headers }
  // One connection per request, so that faults reach the client instead of being retried by the agent.
  delete headers['keep-alive']
  res.writeHead(from.statusCode ?? 502, { ...headers, connection: 'close' })
}

type Said = Extract<Fault, { kind: 'before' }>
function say(res: ServerResponse, { status, headers = {}, body = '' }: Omit<Said, 'kind'>): void {
  res.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers, connection: 'close' }).end(body)
}

/** Answers that are being forwarded, each with what cuts it off from its client without a word. */
const answering = new Map<ServerResponse, { path: string; cut: () => void }>()

/** Forwards a request and its answer. */
function pass(to: URL, req: IncomingMessage, res: ServerResponse, fault: Fault | null, body: Buffer | null): void {
  const breakOff = () => res.socket?.resetAndDestroy()
  const up = ask(to, req)
  up.on('error', breakOff)
  res.on('close', () => up.destroy())
  up.on('response', (from) => {
    void (async () => {
      if (fault?.kind === 'lost') return whole(from).then(breakOff)
      if (fault?.kind === 'instead') {
        const own = (await whole(from)).toString()
        return say(res, { ...fault, body: fault.body?.(own) ?? '' })
      }
      if (fault?.kind === 'held') await fault.until
      answer(from, res)
      answering.set(res, { path: req.url ?? '', cut: () => void from.unpipe(res).resume() })
      res.on('close', () => answering.delete(res))
      if (fault?.kind !== 'cut-down') return from.pipe(res)
      return from.pipe(upTo(fault.after, () => setImmediate(breakOff))).pipe(res)
    })().catch(breakOff)
  })
  // A body that was read first is sent like a streamed one.
  const source = body ? Readable.from([body]) : req
  if (fault?.kind === 'trickle') return void source.pipe(slowly(fault.bytesPerSecond)).pipe(up)
  if (fault?.kind !== 'cut-up') return void source.pipe(up)
  const cut = () => {
    up.destroy()
    breakOff()
  }
  if (fault.after <= 0) return cut()
  source.pipe(upTo(fault.after, () => setImmediate(cut))).pipe(up)
}

/** Sends the same request again on its own connection, ignoring the answer. */
function repeat(to: URL, req: IncomingMessage, body: Buffer): void {
  const up = ask(to, req)
  up.on('error', () => undefined)
  up.on('response', (from) => void from.resume())
  up.end(body)
}

export async function startProxy(): Promise<Proxy> {
  let target = new URL('http://127.0.0.1:9')
  let closed = false
  let rules: Rule[] = []
  const seen: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((req, res) => {
    const path = req.url?.split('?', 1)[0] ?? ''
    seen.push(path)
    void meet(path, req, res).catch(() => res.socket?.resetAndDestroy())
  })
  async function meet(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const length = Number(req.headers['content-length'] ?? 0)
    const meets = ({ path: of, hits, times, fault }: Rule) =>
      of.test(path) && hits.length < times && (fault.kind !== 'cut-up' || fault.after < length)
    const due = rules.filter(meets)
    if (due.length === 0) return pass(target, req, res, null, null)
    // Only a rule on the content needs the whole body first.
    const body = due.some(({ holding, fault }) => holding !== null || fault.kind === 'twice') ? await whole(req) : null
    const rule = due.find(({ holding }) => !holding || holding.test(body?.toString('latin1') ?? ''))
    rule?.hits.push(length)
    const fault = rule?.fault ?? null
    if (fault?.kind === 'refuse') return void res.socket?.resetAndDestroy()
    if (fault?.kind === 'before') return void whole(req).then(() => say(res, fault))
    if (fault?.kind === 'twice' && body) repeat(target, req, body)
    return pass(target, req, res, fault, body)
  }
  server.on('connection', (socket) => {
    if (closed) return void socket.resetAndDestroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const end = () => sockets.forEach((socket) => socket.resetAndDestroy())
  return {
    address: `http://127.0.0.1:${port}`,
    lead: (address) => (target = new URL(address)),
    fail(path, fault, { times = 1, holding = null } = {}) {
      const rule = { path, fault, times, holding, hits: [] }
      rules.push(rule)
      return rule
    },
    down() {
      closed = true
      end()
    },
    hush: (path) => [...answering.values()].filter((one) => path.test(one.path)).forEach(({ cut }) => cut()),
    clear() {
      closed = false
      rules = []
      seen.length = 0
    },
    seen,
    async close() {
      const gone = new Promise((resolve) => server.close(resolve))
      end()
      await gone
    },
  }
}
