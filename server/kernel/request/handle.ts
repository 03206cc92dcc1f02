import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Input } from '@hilo/contract/index.ts'
import { chosenOutput } from '@hilo/contract/record-fields.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { cleanInput } from './clean-input.ts'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { readScoped, StaleSession, type Sql } from '../sql/scope.ts'
import { refuseBarred } from './admission.ts'
import { logRead, logRefused } from './api-log.ts'
import { asking } from './nested-call.ts'
import { blobHeaders, contentDisposition } from './blob.ts'
import { readQuery } from './body.ts'
import { asSession, readCaller, writeCookie } from './caller.ts'
import type { Route } from './route.ts'
import { download } from './download-call.ts'
import { Json, JsonAfter, JsonOnce, type WriteContext } from '../handler.ts'
import type { Kernel, Request } from './request.ts'
import { answerList, gathered, recordsFor } from './list-call.ts'
import type { Principal } from '../principal.ts'
import { knownProblem, problemAnswer } from './problems.ts'
import { isShort, pageOf, unfolded } from '../list/short-list.ts'
import { Upload } from './upload.ts'
import { validationDetails } from '../validation.ts'
import { runChange, type ChangeAnswer } from './write.ts'

/** JSON text, or bytes with their headers. */
type Answer = string | { body: Readable; headers: Record<string, string> }

function parse({ route, upload }: Request, raw: unknown): Input<never> {
  const parsed = z.safeParse(route.spec.input, cleanInput(raw), { reportInput: true })
  const details = [...upload.missing(), ...validationDetails(parsed.error?.issues ?? [])]
  if (details.length > 0) throw new Problem('VALIDATION', { details: details.slice(0, 50) })
  return (isShort(route.spec) ? unfolded(parsed.data as object) : gathered(route.spec, parsed.data)) as Input<never>
}

/** The answer of a handler as JSON text, checked against its declaration if configured. */
function answerText(request: Request, answer: unknown, input: object): string {
  const text = isShort(request.route.spec)
    ? JSON.stringify(pageOf(answer instanceof Json ? JSON.parse(answer.text) : answer, input))
    : answer instanceof Json
      ? answer.text
      : JSON.stringify(answer)
  checkAnswer(request, text, input)
  return text
}

function checkAnswer({ kernel, route }: Request, text: string, input: object): void {
  if (!kernel.checkAnswers || !('output' in route.spec)) return
  const { output } = route.spec
  const { fields } = input as { fields?: string[] }
  const lists = route.kind === 'list' || isShort(route.spec)
  const checked = z.safeParse(lists && fields ? chosenOutput(output, fields) : output, JSON.parse(text))
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

/** Answer of a change: JSON text, or the parts to build it after the change. */
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

/** Gives a browser the session's new token, or clears it; the application gets it in the answer, which is stored without it. */
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

/** Runs a change in its transaction; files are checked and stored before. Their hashes are part of the request's content. */
async function answerChange(
  request: Request,
  route: Extract<Route, { kind: 'write' | 'upload' }>,
  principal: Principal,
  hash: Buffer,
  input: object,
): Promise<string> {
  const { kernel, caller, upload } = request
  const { client_request_id: clientRequestId, ...asked } = input as { client_request_id?: string; version?: number }
  // The version is not part of the content: a repetition with a newer version is the same request.
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
  // Equal bytes count as equal, sent with the request or before it.
  const hashes = Object.entries(route.spec.files ?? {}).flatMap(([name, { named }]) => {
    const hash = files[name]?.sha256 ?? (named && (asked as Record<string, unknown>)[named])
    return hash ? [[name, hash]] : []
  })
  const work = async (context: WriteContext) => changeText(await run(context))
  const content = { asked: said, files: Object.fromEntries(hashes) as object }
  return answered(await runChange({ ...change, content, work }))
}

/** One try with the cached session; the database decides. */
async function answerFor(request: Request, principal: Principal, hash: Buffer, raw: unknown): Promise<Answer> {
  const { kernel, route, caller } = request
  refuseBarred(principal, route.spec)
  const input = parse(request, raw)
  switch (route.kind) {
    case 'list': {
      const text = await answerList(kernel, route, hash, principal, input)
      checkAnswer(request, text, input)
      return text
    }
    case 'download': {
      const { body, fileName, contentType } = await download(kernel, route, principal, hash, input)
      const disposition = contentDisposition('attachment', fileName)
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
      checkAnswer(request, text, input)
      return text
    }
    case 'public':
      throw new Error('a public call needs no session')
  }
}

/**
 * A call with a session. Planned with the cached session and answered by a statement that opens its scope from the database;
 * on a mismatch, or before any refusal, the session is reloaded.
 */
async function answerPrivate(request: Request, raw: () => Promise<unknown>): Promise<Answer> {
  const { kernel, caller } = request
  const { hash } = caller
  if (!hash) throw new Problem('YOU_ARE_NOT_LOGGED_IN')
  // Files are not received for a session that may have lost its rights.
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

/** Answers a call and deletes its temporary files. */
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

/** The whole life of a request: route, caller, session, privilege, parsing, scope, handler, commit, answer or problem. */
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
