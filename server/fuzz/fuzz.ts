/**
 * Requests generated from the API's own description, sent to a whole server. Every answer is declared by the call, is no
 * server failure, and discloses no internals.
 */
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { silentLog, type Log } from '../log.ts'
import { multipart, startTestServer, type TestServer } from '../test/harness.ts'
import { Known } from './known-values.ts'
import { clock, operations, plainly, requestsOf, type FuzzRequest, type Operation } from './requests.ts'
import { newHeaders, newPeople, newWorld, type People, type World } from './world.ts'

interface Fault {
  path: string
  status: number
  why: string
  request: string
  answer: string
  /** The server's log of a failure. */
  cause: string
  times: number
}

interface Fuzzed {
  requests: number
  faults: Fault[]
  /** Requests by status. */
  statuses: Record<number, number>
  /** Calls that never answered 200. */
  never: string[]
  /** The longest duration of each call, ms; for a download until it begins. */
  longestMs: Record<string, number>
}

/** Requests per set of people, and per set of rows. */
const perPeople = 200
const perWorld = 4000
const concurrency = 6
/** Stacks, statements and paths of the machine must not be in an answer; drawn values never look like them. */
const internals =
  /node_modules|\bat (?:async )?[\w.<>]+ \(|\.ts:\d+|\bselect\b.{1,200}\bfrom\b|\binsert into\b|syntax error at|relation "|column "|violates|SQLSTATE|\/server\//i
/** Reported deliberately for a tested webhook address, and by no failure. */
const networkError = /ECONN/
/** Failures that no request may cause. */
const unforeseen: ReadonlySet<string> = new Set(['SYSTEM_ERROR', 'UNAVAILABLE', 'STORAGE_FULL'])
/** Calls that may end other sessions. */
const endsSessions =
  /^admin_vno\/(?:roles|vno|admins|admins\/neutral|technicals|apikeys)\/(?:edit|delete|load)$|^account\/|^admin_vno\/(?:sessions\/revoke|sync\/push)$/
/** Calls that take a hundred ms by nature: passwords and pictures. They are drawn less often. */
const slowCalls = /^account\/(?:signup|edit|delete|password\/\w+)$|\/pictures\/upload$|\/notes\/create$/
const plainPrototype = Object.getOwnPropertyNames(Object.prototype).join()

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: string
}

function faultOf({ codes, spec }: Operation, { status, headers, body }: Answer): string | null {
  if (Object.getOwnPropertyNames(Object.prototype).join() !== plainPrototype) return 'pollutes Object.prototype'
  const json = String(headers['content-type']).startsWith('application/json')
  if (status === 200 && json !== (spec.kind === 'call' || spec.kind === 'list')) return 'another content type'
  if (!json) return status === 200 ? null : 'a failure that is no JSON'
  const disclosed = internals.exec(body) ?? (status === 200 ? null : networkError.exec(body))
  if (disclosed) return `tells what is behind it: ${disclosed[0]}`
  if (status === 200) return null
  const { error, result, request_id } = JSON.parse(body) as Record<string, unknown>
  if (unforeseen.has(String(error))) return 'a failure of the server'
  if (!codes.has(String(error))) return `a failure that is not declared: ${String(error)}`
  const isExplained = typeof result === 'string' && result !== '' && result !== error && typeof request_id === 'string'
  return isExplained ? null : 'a failure without its words'
}

/** Body of the request with its content type. */
function bodyOf({ operation, query, raw, files }: FuzzRequest): {
  headers: Record<string, string>
  payload: string | Buffer
} {
  if (raw) return { headers: { 'content-type': raw.type }, payload: raw.text }
  const { envelope } = operation
  if (Object.keys(files).length > 0) return multipart([[envelope, JSON.stringify(query)], ...Object.entries(files)])
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify({ [envelope]: query }) }
}

function search(query: unknown): string {
  const fields = typeof query === 'object' && query !== null ? Object.entries(query) : []
  const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
  return new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name.toWellFormed(), text(value)]),
  ).toString()
}

class Run {
  readonly result: Fuzzed = { requests: 0, faults: [], statuses: {}, never: [], longestMs: {} }
  readonly known = new Known()
  readonly succeeded = new Set<string>()
  readonly server: TestServer
  readonly causes: Map<string, string>
  world!: World
  people!: People
  /** A call that may end sessions was sent since these people were created. */
  sessionsMayBeEnded = false

  constructor(server: TestServer, causes: Map<string, string>) {
    this.server = server
    this.causes = causes
  }

  async renewWorld(): Promise<void> {
    this.world = await newWorld(this.server, this.#address(this.result.requests))
    for (const [path, input] of Object.entries(this.world.inputs)) this.known.learn(areaOf(path), input)
  }

  async renew(): Promise<void> {
    const { requests } = this.result
    if (requests % perWorld === 0) await this.renewWorld()
    this.people = await newPeople(this.server, this.world)
    this.sessionsMayBeEnded = false
  }

  /** Each request has another client address, so that limits per address do not stop it. */
  #address(n: number): string {
    return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  }

  async #ask(asked: FuzzRequest): Promise<Answer> {
    const { operation, query, who, alone } = asked
    const { path, method } = operation
    const { world, server } = this
    const needsNewSession = alone && (who === 'admin' || who === 'technician' || who === 'operator')
    const sessionHeaders = needsNewSession ? await newHeaders(server, world.vno, who) : this.people[who]
    const oauthCookie = path === 'account/oauth_login_complete' ? { cookie: world.comingBack } : {}
    const body = method === 'GET' ? { headers: {} } : bodyOf(asked)
    const url = `/api/v1/${path}.json${method === 'GET' ? `?${search(query)}` : ''}`
    const headers = { host: server.config.publicUrl.host, ...sessionHeaders, ...oauthCookie, ...body.headers }
    const remoteAddress = this.#address(this.result.requests)
    const began = performance.now()
    const injectOptions = { ...body, method, url, headers, remoteAddress, payloadAsStream: true } as const
    const answer = await server.app.inject(injectOptions)
    // A download lasts as long as its list: measured until it begins.
    const begun = performance.now() - began
    const text = String(await buffer(answer.stream()))
    const took = operation.spec.kind === 'download' ? begun : performance.now() - began
    const { longestMs } = this.result
    longestMs[path] = Math.max(longestMs[path] ?? 0, took)
    return { status: answer.statusCode, headers: answer.headers, body: text }
  }

  async runRequest(asked: FuzzRequest, mustSucceed = false): Promise<void> {
    const { operation, who, query } = asked
    const { path, area } = operation
    const { result } = this
    result.requests++
    const ask = () =>
      this.#ask(asked).catch((error: unknown) => ({ status: 599, headers: {}, body: `broken off: ${String(error)}` }))
    let answer: Answer = await ask()
    if (answer.status === 503 && answer.headers['retry-after'] !== undefined) {
      // Like any client: a temporary shortage is no failure, a lasting one is.
      await wait(1000 * Number(answer.headers['retry-after']))
      answer = await ask()
    }
    const { status, body, headers } = answer
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    if (status === 200) {
      this.succeeded.add(path)
      this.sessionsMayBeEnded ||= endsSessions.test(path)
      this.known.learn(area, query)
      if (String(headers['content-type']).startsWith('application/json')) this.known.learn(area, JSON.parse(body))
    }
    const died = status === 401 && who !== 'nobody' && !this.sessionsMayBeEnded
    const why =
      faultOf(operation, answer) ??
      (died ? 'a session that ended by itself' : mustSucceed && status !== 200 ? 'no longer does what it is for' : null)
    if (why !== null) this.#note(asked, answer, why)
  }

  #note({ operation, query, raw, files, who }: FuzzRequest, { status, body }: Answer, why: string): void {
    const { path } = operation
    const id = /"request_id":"([^"]+)"/.exec(body)?.[1] ?? ''
    const cause = this.causes.get(id) ?? ''
    this.causes.delete(id)
    const isSameFault = (one: Fault) =>
      one.path === path && one.why === why && one.cause.slice(0, 80) === cause.slice(0, 80)
    const before = this.result.faults.find(isSameFault)
    if (before) before.times++
    else if (this.result.faults.length < 200) {
      const request = `${who} ${JSON.stringify(raw ?? query)?.slice(0, 600)} ${Object.keys(files).join()}`
      this.result.faults.push({ path, status, why, request, answer: body.slice(0, 400), cause, times: 1 })
    }
  }
}

const areaOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** A whole server, and its log of failed requests by id. */
export async function startFuzzServer(): Promise<{ server: TestServer; causes: Map<string, string> }> {
  const causes = new Map<string, string>()
  const error = (_message: string, data: object = {}) => {
    const { request_id, error } = data as { request_id?: string; error?: unknown }
    const text = error instanceof Error ? `${error.stack ?? error.message} ${JSON.stringify(error)}` : String(error)
    causes.set(request_id ?? '', text.slice(0, 1500))
  }
  const log: Log = { ...silentLog, error }
  return { server: await startTestServer({}, { log }), causes }
}

/**
 * The last requests are not drawn: each call once with a valid input.
 * @param seed the same seed draws the same requests, on rows with other names
 * @param each called after every round of two hundred requests
 */
export async function fuzz(
  { server, causes }: { server: TestServer; causes: Map<string, string> },
  options: { requests: number; seed: number; each?: (done: number) => void },
): Promise<Fuzzed> {
  const { requests, seed, each } = options
  const run = new Run(server, causes)
  const { result } = run
  const table = operations(run.known)
  const requestOf = (operation: Operation) => requestsOf(operation, () => run.world)
  const anyOf = (some: Operation[]) =>
    fc.oneof(...some.map((one) => ({ arbitrary: requestOf(one), weight: slowCalls.test(one.path) ? 1 : 4 })))
  const all = anyOf(table)
  const withoutClock = anyOf(table.filter(({ path }) => path !== clock))
  const drawnRequests = requests - table.length
  for (let round = 0; result.requests < drawnRequests; round++) {
    await run.renew()
    // The clock moves in the last tenth only, because it expires what other requests need.
    const requestsOfRound = result.requests < drawnRequests * 0.9 ? withoutClock : all
    const numRuns = Math.min(perPeople, drawnRequests - result.requests)
    const queue = fc.sample(requestsOfRound, { numRuns, seed: seed * 1_000_003 + round }).values()
    const worker = async () => {
      for (const one of queue) await run.runRequest(one)
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    each?.(result.requests)
  }
  // Finally every call still works on new records.
  await server.db.owner.query('update demo_clock set offset_s = 0')
  await run.renewWorld()
  await run.renew()
  result.never = table.map(({ path }) => path).filter((path) => !run.succeeded.has(path))
  for (const operation of table) await run.runRequest(plainly(operation, run.world), true)
  return result
}
