import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { cleanInput } from './clean-input.ts'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { Auth } from '../auth/auth.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { readScoped, StaleSession, type Sql } from '../db/scope.ts'
import type { FileStore } from '../files/store.ts'
import type { Log } from '../log.ts'
import { refuseBarred } from './admission.ts'
import { logRead, logRefused } from './api-log.ts'
import { asking } from './again.ts'
import { blobHeaders } from './blob.ts'
import type { Reader } from '../plant/reader.ts'
import { readQuery } from './body.ts'
import { asSession, readCaller, writeCookie, type Caller } from './caller.ts'
import type { Route } from './calls.ts'
import { download } from './download-call.ts'
import { Json, JsonAfter, JsonOnce, type WriteContext } from './handler.ts'
import { answerList, gathered, recordsFor } from './list-call.ts'
import type { Principal, Principals } from './principal.ts'
import { knownProblem, problemAnswer } from './problems.ts'
import { isShort, pageOf, unfolded } from './short-list.ts'
import type { Totals } from './totals.ts'
import { Upload } from './upload.ts'
import { validationDetails } from './validation.ts'
import { runChange, type ChangeAnswer } from './write.ts'

export interface Kernel {
  config: Config
  db: Database
  auth: Auth
  log: Log
  store: FileStore
  plant: Reader
  routes: ReadonlyMap<string, Route>
  principals: Principals
  totals: Totals
  /** Compares each answer with its declaration; in tests and development. */
  checkAnswers: boolean
}

/** JSON text, or bytes with the headers that belong to them. */
type Answer = string | { body: Readable; headers: Record<string, string> }

/** A request on its way: what was asked, by whom, over which route. */
interface Request {
  kernel: Kernel
  route: Route
  caller: Caller
  reply: FastifyReply
  upload: Upload
}

function parse({ route, upload }: Request, raw: unknown): Input<never> {
  const parsed = z.safeParse(route.spec.input, cleanInput(raw), { reportInput: true })
  const details = [...upload.missing(), ...validationDetails(parsed.error?.issues ?? [])]
  if (details.length > 0) throw new Problem('VALIDATION', { details: details.slice(0, 50) })
  return (isShort(route.spec) ? unfolded(parsed.data as object) : gathered(route.spec, parsed.data)) as Input<never>
}

/** The answer of a handler as JSON text, checked against its declaration where that is asked for. */
function answerText(request: Request, answer: unknown, input: object): string {
  const text = isShort(request.route.spec)
    ? JSON.stringify(pageOf(answer instanceof Json ? JSON.parse(answer.text) : answer, input))
    : answer instanceof Json
      ? answer.text
      : JSON.stringify(answer)
  checkAnswer(request, text)
  return text
}

function checkAnswer({ kernel, route }: Request, text: string): void {
  if (!kernel.checkAnswers || !('output' in route.spec)) return
  const checked = z.safeParse(route.spec.output, JSON.parse(text))
  if (!checked.success)
    throw new Error(`${route.path} answers what it does not declare: ${z.prettifyError(checked.error)}`)
}

async function answerPublic(request: Request, raw: unknown): Promise<string> {
  const { kernel, route, caller, reply } = request
  if (route.kind !== 'public') throw new Error('not a public call')
  const { hash } = caller
  const input = parse(request, raw)
  const answer = await route.handler(
    {
      ...caller,
      principal: hash ? await kernel.principals.load(hash) : null,
      db: kernel.db,
      auth: kernel.auth,
      sessionToken: caller.token,
      setCookie: (name, value, options) => writeCookie(reply, kernel.config, name, value, options?.maxAgeS),
      dropPrincipal: () => hash && kernel.principals.forget(hash),
    },
    input,
  )
  return answerText(request, answer, input)
}

/** What a change answers: JSON text, or what it is made of once the change is done. */
const changeText = (answer: unknown): ChangeAnswer =>
  answer instanceof JsonAfter || answer instanceof JsonOnce
    ? answer
    : answer instanceof Json
      ? answer.text
      : JSON.stringify(answer)

/** A session and its scope, for handlers that only read. */
function reading({ kernel }: Request, principal: Principal, hash: Buffer): { principal: Principal; sql: Sql } {
  const json = async (text: string, values: readonly unknown[]) => {
    const rows = await readScoped(kernel.db.app, hash, principal, { text, values })
    return rows[0]?.[0] ?? null
  }
  return { principal, sql: { json } }
}

const asked = (request: Request, principal: Principal, hash: Buffer) => ({
  ...request.caller,
  ...reading(request, principal, hash),
  ask: asking(request, answerPrivate),
  records: recordsFor(request.kernel, principal, hash),
})

/** Gives a browser the session's new token, or takes it away; the application finds it in the answer, which is kept without. */
function withSession({ kernel, caller, reply }: Request, principal: Principal, token: string | null, text: string) {
  if (caller.hash) kernel.principals.forget(caller.hash)
  const { expires_at } = principal
  if (principal.channel === 'web') {
    const lifeS = (Date.parse(expires_at) - Date.now()) / 1000
    writeCookie(reply, kernel.config, 'session', token, token === null ? undefined : lifeS)
    return text
  }
  if (token === null) return text
  return `${text.slice(0, -1)},"app_token":${JSON.stringify({ oauth_token: { token, expires_at } })}}`
}

/** A change in its transaction; one with files judges and stores them before it. Their hashes are part of what was asked. */
async function answerChange(
  request: Request,
  route: Extract<Route, { kind: 'write' | 'upload' }>,
  principal: Principal,
  hash: Buffer,
  input: object,
): Promise<string> {
  const { kernel, caller, upload } = request
  const { client_request_id: clientRequestId, ...asked } = input as { client_request_id?: string; version?: number }
  // A version says what somebody had seen, not what he asks for: a repetition that has seen more is the same request.
  const { version: _, ...said } = asked
  let token: string | null | undefined
  const setSession = (given: string | null) => (token = given)
  const elapsedMs = () => request.reply.elapsedTime
  const to = { pool: kernel.db.app, caller, hash, principal, path: route.path }
  const change = { ...to, clientRequestId, setSession, elapsedMs }
  const answered = (text: string) => (token === undefined ? text : withSession(request, principal, token, text))
  if (route.kind === 'write') {
    const work = async (context: WriteContext) => changeText(await route.handler(context, asked as never))
    return answered(await runChange({ ...change, content: said, work }))
  }
  const { files } = upload
  const run = await route.handler(
    { ...caller, ...reading(request, principal, hash), files, store: kernel.store },
    asked as never,
  )
  // The same bytes mean the same, whether they came with the request or before it.
  const hashes = Object.entries(route.spec.files ?? {}).flatMap(([name, { named }]) => {
    const hash = files[name]?.sha256 ?? (named && (asked as Record<string, unknown>)[named])
    return hash ? [[name, hash]] : []
  })
  const work = async (context: WriteContext) => changeText(await run(context))
  const content = { asked: said, files: Object.fromEntries(hashes) as object }
  return answered(await runChange({ ...change, content, work }))
}

/** One try with a session as it is believed to be; the database has the last word. */
async function answerFor(request: Request, principal: Principal, hash: Buffer, raw: unknown): Promise<Answer> {
  const { kernel, route, caller } = request
  refuseBarred(principal, route.spec)
  const input = parse(request, raw)
  switch (route.kind) {
    case 'list': {
      const text = await answerList(kernel, route, hash, principal, input)
      checkAnswer(request, text)
      return text
    }
    case 'download': {
      const { body, fileName, contentType } = await download(kernel, route, principal, hash, input)
      const disposition = `attachment; filename="${fileName}"`
      return { body, headers: { 'content-disposition': disposition, 'content-type': contentType } }
    }
    case 'blob': {
      const bytes = await route.handler({ ...caller, ...reading(request, principal, hash), store: kernel.store }, input)
      return { body: bytes.body, headers: blobHeaders(route.spec, input, bytes) }
    }
    case 'read':
      return answerText(request, await route.handler(asked(request, principal, hash), input), input)
    case 'write':
    case 'upload': {
      const text = await answerChange(request, route, principal, hash, input)
      checkAnswer(request, text)
      return text
    }
    case 'public':
      throw new Error('a public call needs no session')
  }
}

/**
 * A call that asks for a session. It is planned with the session in memory and answered by a statement that opens its
 * scope from the database; when the two disagree, or before anything is refused, the session is read again.
 */
async function answerPrivate(request: Request, raw: () => Promise<unknown>): Promise<Answer> {
  const { kernel, caller } = request
  const { hash } = caller
  if (!hash) throw new Problem('YOU_ARE_NOT_LOGGED_IN')
  // Files are not received from somebody who may no longer send them.
  const known = request.route.kind === 'upload' ? undefined : kernel.principals.cached(hash)
  let principal = known ?? null
  let fresh = !principal
  let query: Promise<unknown> | undefined
  for (let attempt = 0; attempt < 4; attempt++) {
    principal = fresh || !principal ? await kernel.principals.load(hash) : principal
    if (!principal) throw new Problem('YOU_ARE_NOT_LOGGED_IN')
    try {
      if (fresh) refuseBarred(principal, request.route.spec)
      const seen = { ...request, caller: asSession(caller, principal) }
      query ??= raw()
      const answer = await answerFor(seen, principal, hash, await query)
      void logRead(kernel.db.app, { ...request, principal, query })
      kernel.principals.touch(hash)
      return answer
    } catch (error) {
      const refused = error instanceof Problem && !fresh
      if (!(error instanceof StaleSession) && !refused) {
        await logRefused(kernel.db.app, { ...request, principal, query }, error)
        throw error
      }
      fresh = true
    }
  }
  throw new Problem('UNAVAILABLE')
}

/** The answer to a call, with nothing left of the files that came with it. */
async function answerTo(known: Omit<Request, 'upload'>, request: FastifyRequest): Promise<Answer> {
  const { kernel, route } = known
  const upload = new Upload(route.kind === 'upload' ? (route.spec.files ?? {}) : {}, kernel.store.incoming)
  const whole: Request = { ...known, upload }
  const raw = async () => {
    if (route.kind === 'upload' && route.spec.files) await kernel.store.assertRoom()
    return await readQuery(request, upload, envelopeOf(route))
  }
  try {
    return route.kind === 'public' ? await answerPublic(whole, await raw()) : await answerPrivate(whole, raw)
  } finally {
    await upload.discard()
  }
}

const envelopeOf = ({ spec }: Route) => (spec.kind === 'call' ? (spec.envelope ?? 'query') : 'query')

/** The whole life of a request: find, caller, session, privilege, parse, scope, handler, commit, answer or problem. */
export async function handle(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  called: string,
): Promise<FastifyReply> {
  try {
    const path = /^(.+)\.json$/.exec(called)?.[1] ?? ''
    const route = kernel.routes.get(path)
    const exists = route?.spec.method === request.method && (!route.spec.demo || kernel.config.demo)
    if (!route || !exists) throw new Problem('REQUEST_NOT_EXIST')
    const caller = readCaller(request, kernel)
    const answer = await answerTo({ kernel, route, caller, reply }, request)
    if (typeof answer === 'string') return reply.type('application/json; charset=utf-8').send(answer)
    return reply.headers(answer.headers).send(answer.body)
  } catch (error) {
    const problem = knownProblem(error)
    if (!problem) kernel.log.error('request failed', { request_id: request.id, path: called, error })
    const answer = problemAnswer(problem ?? new Problem('SYSTEM_ERROR'), request.id)
    return reply.code(answer.status).headers(answer.headers).type('application/json; charset=utf-8').send(answer.body)
  }
}
