/** The live stream: changes in a session's scope, as server-sent events. */
import { contract } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import { readableNotices } from '@hilo/domain/notice.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough } from 'node:stream'
import { asSession, readCaller, type Caller } from '../kernel/request/caller.ts'
import { ChangeFeed, isPosition, type Change, type Changes } from './change-feed.ts'
import { mayCall } from '../kernel/request/admission.ts'
import type { Kernel } from '../kernel/request/request.ts'
import { isNeutral, type Principal } from '../kernel/principal.ts'
import { knownProblem, problemAnswer } from '../kernel/request/problems.ts'
import { noStore } from './security.ts'

const url = '/api/v1/stream'
const perSession = 5
const pingMs = 15_000
/** Interval of session checks: the end of a session shows within a second, later if checking all takes long. */
const checkMs = { least: 800, most: 3000, share: 0.05 }
const retryMs = 2000
/** Buffered bytes after which a stalled client is cut. */
const mostWaiting = 1 << 20

interface Stream {
  hash: Buffer
  principal: Principal
  body: PassThrough
  position: string
}

const stamps = `
  select json_agg(app_open(decode(t.hash, 'base64')) order by t.n)::text from unnest($1::text[]) with ordinality as t(hash, n)`

const calls = contract as Readonly<Record<string, AnyCall>>

/** Whether the session may get a change: rows of its scope, in lists that it may open. */
function hears(principal: Principal, { area, vnoId, technicalId }: Change): boolean {
  const list = calls[`admin_vno/${area}/get`]
  if (list && !mayCall(principal, list)) return false
  if (area === 'notifications' && readableNotices(principal.privileges)?.length === 0) return false
  if (isNeutral(principal)) return true
  if (principal.vno?.id !== vnoId) return false
  return principal.account_type === 'va' || technicalId === principal.account_id
}

/** Only the last of several changes of one record. */
function latest(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((one) => [`${one.area}/${one.id}`, one])).values()]
}

function textOf(principal: Principal, { changes, position }: Changes): string {
  if (changes === null) return `event: resync\nid: ${position}\ndata: {}\n\n`
  const visible = latest(changes.filter((one) => hears(principal, one)))
  // Only the last event moves the position: a client disconnected in between gets all of them again.
  const events = visible.map(({ area, id, version }, index) => {
    const place = index === visible.length - 1 ? `id: ${position}\n` : ''
    return `event: change\n${place}data: ${JSON.stringify({ area, id, version })}\n\n`
  })
  return events.join('')
}

class Streams {
  readonly #kernel: Kernel
  readonly #feed: ChangeFeed
  readonly #open = new Set<Stream>()
  #timers: NodeJS.Timeout[] = []
  #closed = false

  constructor(kernel: Kernel) {
    this.#kernel = kernel
    this.#feed = new ChangeFeed(kernel.db, kernel.log)
  }

  /** @throws Problem YOU_ARE_NOT_LOGGED_IN, PRIVILEGE_DENIED, RATE_LIMITED, UNAVAILABLE */
  async open(caller: Caller, lastEventId: string | undefined): Promise<PassThrough> {
    const { hash } = caller
    const principal = hash ? await this.#kernel.principals.load(hash) : null
    if (!hash || !principal) throw new Problem('YOU_ARE_NOT_LOGGED_IN')
    asSession(caller, principal)
    if (principal.agreements_due) throw new Problem('AGREEMENT_REQUIRED')
    if (principal.passkey_due) throw new Problem('PASSKEY_REQUIRED')
    if (principal.status !== accountStatus.is.active) throw new Problem('PRIVILEGE_DENIED')
    // During the lookup of its session the server may have begun to stop, and would wait for the stream.
    if (this.#closed) throw new Problem('UNAVAILABLE')
    const same = [...this.#open].filter((one) => one.principal.session_id === principal.session_id)
    if (same.length >= perSession) throw new Problem('RATE_LIMITED', { retryAfter: 5 })
    const body = new PassThrough()
    const stream: Stream = { hash, principal, body, position: '' }
    this.#open.add(stream)
    if (this.#timers.length === 0) this.#startTimers()
    body.once('close', () => this.#forget(stream))
    try {
      await this.#start(stream, lastEventId)
    } catch (error) {
      body.destroy()
      throw error
    }
    return body
  }

  close(): void {
    this.#closed = true
    for (const stream of this.#open) stream.body.end()
    this.#stopTimers()
  }

  async #start(stream: Stream, lastEventId: string | undefined): Promise<void> {
    const { body } = stream
    const known = lastEventId !== undefined && isPosition(lastEventId)
    body.write(`retry: ${retryMs}\n\n`)
    const { position, end } = await this.#feed.subscribe(known ? lastEventId : null, (changes) => {
      stream.position = changes.position
      this.#write(stream, textOf(stream.principal, changes))
    })
    body.once('close', end)
    if (body.destroyed) end()
    if (lastEventId !== undefined && !known) this.#write(stream, textOf(stream.principal, { changes: null, position }))
    else if (!known) this.#write(stream, `id: ${position}\n\n`)
  }

  #write({ body }: Stream, text: string): void {
    if (text === '' || body.writableEnded) return
    body.write(text)
    if (body.writableLength > mostWaiting) body.destroy()
  }

  #startTimers(): void {
    const ping = () => {
      for (const stream of this.#open) this.#write(stream, `id: ${stream.position}\n: ping\n\n`)
    }
    this.#timers = [setInterval(ping, pingMs), setTimeout(() => void this.#checkAgain(), checkMs.least)]
  }

  async #checkAgain(): Promise<void> {
    const began = performance.now()
    const timers = this.#timers
    await this.#check().catch((error: unknown) => {
      this.#kernel.log.warn('No se han podido comprobar las sesiones del canal en vivo.', { error })
      for (const { body } of this.#open) body.end()
    })
    const [ping] = timers
    if (!ping || timers !== this.#timers) return
    const wait = Math.min(checkMs.most, Math.max(checkMs.least, (performance.now() - began) / checkMs.share))
    this.#timers = [ping, setTimeout(() => void this.#checkAgain(), wait)]
  }

  #stopTimers(): void {
    this.#timers.forEach(clearInterval)
    this.#timers = []
  }

  #forget(stream: Stream): void {
    this.#open.delete(stream)
    if (this.#open.size === 0) this.#stopTimers()
  }

  /** Ends streams of ended sessions, and updates changed rights. */
  async #check(): Promise<void> {
    const streams = [...this.#open]
    const { db, principals } = this.#kernel
    const hashes = streams.map(({ hash }) => hash.toString('base64'))
    const { rows } = await db.app.query<{ json_agg: string }>(stamps, [hashes])
    const now = JSON.parse(rows[0]?.json_agg ?? '[]') as (string | null)[]
    for (const [index, stream] of streams.entries()) {
      if (now[index] === stream.principal.stamp) continue
      const principal = now[index] == null ? null : await principals.load(stream.hash)
      const bars = principal?.agreements_due || principal?.passkey_due
      const works = principal?.status === accountStatus.is.active && !bars
      if (works) stream.principal = principal
      else stream.body.end()
    }
  }
}

/** Mounts `GET /api/v1/stream`. */
export function mountStream(app: FastifyInstance, kernel: Kernel): void {
  const streams = new Streams(kernel)
  app.addHook('preClose', (done) => {
    streams.close()
    done()
  })
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const caller = readCaller(request, kernel)
      const last = request.headers['last-event-id']
      const body = await streams.open(caller, typeof last === 'string' ? last : undefined)
      return await noStore(reply).type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(body)
    } catch (error) {
      const problem = knownProblem(error)
      if (!problem) kernel.log.error('request failed', { request_id: request.id, path: url, error })
      const answer = problemAnswer(problem ?? new Problem('SYSTEM_ERROR'), request.id)
      return await noStore(reply)
        .code(answer.status)
        .headers(answer.headers)
        .type('application/json; charset=utf-8')
        .send(answer.body)
    }
  }
  app.get(url, { exposeHeadRoute: false }, handler)
}
