/**
 * Requests made from the API's own description, thrown at a whole server. Whatever comes, an answer is what the call
 * declares, no failure of the server, and tells nothing of what is behind it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import type { Log } from '../log.ts'
import { multipart, startTestServer, type TestServer } from '../test/harness.ts'
import { Known } from './known.ts'
import { clock, operations, plainly, requestsOf, type Asked, type Operation } from './requests.ts'
import { newHeaders, newPeople, newWorld, type People, type World } from './world.ts'

export interface Fault {
  path: string
  status: number
  why: string
  request: string
  answer: string
  /** What the server's log says of it. */
  cause: string
  times: number
}

export interface Fuzzed {
  requests: number
  faults: Fault[]
  /** Requests by status. */
  statuses: Record<number, number>
  /** Calls that never answered 200 to what was drawn. */
  never: string[]
  /** The longest that each call took, in ms: a download until it begins. */
  longestMs: Record<string, number>
}

/** Requests on one set of people, and on one set of rows. */
const perPeople = 200
const perWorld = 4000
const atOnce = 6
/** A stack, a statement, a path of the machine: nothing of it belongs into an answer, and nothing that is drawn looks like it. */
const behind =
  /node_modules|\bat (?:async )?[\w.<>]+ \(|\.ts:\d+|\bselect\b.{1,200}\bfrom\b|\binsert into\b|syntax error at|relation "|column "|violates|SQLSTATE|\/server\//i
/** Said on purpose of an address that somebody has tried out, and by no failure. */
const unreached = /ECONN/
/** Nothing that is asked makes the server unable to answer. */
const unforeseen: ReadonlySet<string> = new Set(['SYSTEM_ERROR', 'UNAVAILABLE', 'STORAGE_FULL'])
/** What may end others' sessions. */
const endsOthers =
  /^admin_vno\/(?:roles|vno|admins|admins\/neutral|technicals|apikeys)\/(?:edit|delete|load)$|^account\/|^admin_vno\/(?:sessions\/revoke|sync\/push)$/
/** What takes a hundred milliseconds of work by its nature: passwords and pictures. They come up less often. */
const dear = /^account\/(?:signup|edit|delete|password\/\w+)$|\/pictures\/upload$|\/notes\/create$/
const plainPrototype = Object.getOwnPropertyNames(Object.prototype).join()

interface Heard {
  status: number
  headers: Record<string, unknown>
  body: string
}

function whyBad({ codes, spec }: Operation, { status, headers, body }: Heard): string | null {
  if (Object.getOwnPropertyNames(Object.prototype).join() !== plainPrototype) return 'changes what every object is'
  const json = String(headers['content-type']).startsWith('application/json')
  if (status === 200 && json !== (spec.kind === 'call' || spec.kind === 'list')) return 'another content type'
  if (!json) return status === 200 ? null : 'a failure that is no JSON'
  const told = behind.exec(body) ?? (status === 200 ? null : unreached.exec(body))
  if (told) return `tells what is behind it: ${told[0]}`
  if (status === 200) return null
  const { error, result, request_id } = JSON.parse(body) as Record<string, unknown>
  if (unforeseen.has(String(error))) return 'a failure of the server'
  if (!codes.has(String(error))) return `a failure that is not declared: ${String(error)}`
  const said = typeof result === 'string' && result !== '' && result !== error && typeof request_id === 'string'
  return said ? null : 'a failure without its words'
}

/** What the request carries, as bytes and their type. */
function bodyOf({ operation, query, raw, files }: Asked): {
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
  /** Since these people came, something was done that may end sessions. */
  ended = false

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
    this.ended = false
  }

  /** Each request comes from somewhere else: what is limited by address is reached too. */
  #address(n: number): string {
    return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  }

  async #ask(asked: Asked): Promise<Heard> {
    const { operation, query, who, alone } = asked
    const { path, method } = operation
    const { world, server } = this
    const own = alone && (who === 'admin' || who === 'technician' || who === 'operator')
    const known = own ? await newHeaders(server, world.vno, who) : this.people[who]
    const back = path === 'account/oauth_login_complete' ? { cookie: world.comingBack } : {}
    const body = method === 'GET' ? { headers: {} } : bodyOf(asked)
    const url = `/api/v1/${path}.json${method === 'GET' ? `?${search(query)}` : ''}`
    const headers = { host: server.config.publicUrl.host, ...known, ...back, ...body.headers }
    const remoteAddress = this.#address(this.result.requests)
    const began = performance.now()
    const wish = { ...body, method, url, headers, remoteAddress, payloadAsStream: true } as const
    const answer = await server.app.inject(wish)
    // A download is as long as its list: it counts until it begins.
    const begun = performance.now() - began
    const text = String(await buffer(answer.stream()))
    const took = operation.spec.kind === 'download' ? begun : performance.now() - began
    const { longestMs } = this.result
    longestMs[path] = Math.max(longestMs[path] ?? 0, took)
    return { status: answer.statusCode, headers: answer.headers, body: text }
  }

  async one(asked: Asked, mustSucceed = false): Promise<void> {
    const { operation, who, query } = asked
    const { path, area } = operation
    const { result } = this
    result.requests++
    const ask = () =>
      this.#ask(asked).catch((error: unknown) => ({ status: 599, headers: {}, body: `broken off: ${String(error)}` }))
    let heard: Heard = await ask()
    if (heard.status === 503 && heard.headers['retry-after'] !== undefined) {
      // As every client does: a machine that is short of something for a moment is no failure, one that stays so is.
      await wait(1000 * Number(heard.headers['retry-after']))
      heard = await ask()
    }
    const { status, body, headers } = heard
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    if (status === 200) {
      this.succeeded.add(path)
      this.ended ||= endsOthers.test(path)
      this.known.learn(area, query)
      if (String(headers['content-type']).startsWith('application/json')) this.known.learn(area, JSON.parse(body))
    }
    const died = status === 401 && who !== 'nobody' && !this.ended
    const why =
      whyBad(operation, heard) ??
      (died ? 'a session that ended by itself' : mustSucceed && status !== 200 ? 'no longer does what it is for' : null)
    if (why !== null) this.#note(asked, heard, why)
  }

  #note({ operation, query, raw, files, who }: Asked, { status, body }: Heard, why: string): void {
    const { path } = operation
    const id = /"request_id":"([^"]+)"/.exec(body)?.[1] ?? ''
    const cause = this.causes.get(id) ?? ''
    this.causes.delete(id)
    const same = (one: Fault) => one.path === path && one.why === why && one.cause.slice(0, 80) === cause.slice(0, 80)
    const before = this.result.faults.find(same)
    if (before) before.times++
    else if (this.result.faults.length < 200) {
      const request = `${who} ${JSON.stringify(raw ?? query)?.slice(0, 600)} ${Object.keys(files).join()}`
      this.result.faults.push({ path, status, why, request, answer: body.slice(0, 400), cause, times: 1 })
    }
  }
}

const areaOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** A whole server, and what its log says of requests that failed, by their ids. */
export async function startFuzzServer(): Promise<{ server: TestServer; causes: Map<string, string> }> {
  const causes = new Map<string, string>()
  const error = (_message: string, data: object = {}) => {
    const { request_id, error } = data as { request_id?: string; error?: unknown }
    const text = error instanceof Error ? `${error.stack ?? error.message} ${JSON.stringify(error)}` : String(error)
    causes.set(request_id ?? '', text.slice(0, 1500))
  }
  const log: Log = { info: () => {}, warn: () => {}, error }
  return { server: await startTestServer({}, { log }), causes }
}

/**
 * The last requests are not drawn: each call once with an input that succeeds.
 * @param seed the same seed draws the same requests, on rows whose names differ
 * @param each told after every round of two hundred requests
 */
export async function fuzz(
  { server, causes }: { server: TestServer; causes: Map<string, string> },
  options: { requests: number; seed: number; each?: (done: number) => void },
): Promise<Fuzzed> {
  const { requests, seed, each } = options
  const run = new Run(server, causes)
  const { result } = run
  const table = operations(run.known)
  const drawn = (operation: Operation) => requestsOf(operation, () => run.world)
  const from = (some: Operation[]) =>
    fc.oneof(...some.map((one) => ({ arbitrary: drawn(one), weight: dear.test(one.path) ? 1 : 4 })))
  const all = from(table)
  const still = from(table.filter(({ path }) => path !== clock))
  const drawnIn = requests - table.length
  for (let round = 0; result.requests < drawnIn; round++) {
    await run.renew()
    // The clock moves on in the last tenth alone: it makes old what the others are to find.
    const asked = result.requests < drawnIn * 0.9 ? still : all
    const numRuns = Math.min(perPeople, drawnIn - result.requests)
    const queue = fc.sample(asked, { numRuns, seed: seed * 1_000_003 + round }).values()
    const worker = async () => {
      for (const one of queue) await run.one(one)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    each?.(result.requests)
  }
  // After all that, every call still does what it is for, of what is new.
  await server.db.owner.query('update demo_clock set offset_s = 0')
  await run.renewWorld()
  await run.renew()
  result.never = table.map(({ path }) => path).filter((path) => !run.succeeded.has(path))
  for (const operation of table) await run.one(plainly(operation, run.world), true)
  return result
}
