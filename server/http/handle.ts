import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Input } from '@hilo/contract/index.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { Auth } from '../auth/auth.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { readScoped, StaleSession } from '../db/scope.ts'
import type { Log } from '../log.ts'
import { readQuery } from './body.ts'
import { readCaller, writeCookie, type Caller } from './caller.ts'
import type { Route } from './calls.ts'
import { startDownload } from './download.ts'
import { Json } from './handler.ts'
import { answerList } from './list-call.ts'
import type { Principals } from './principal.ts'
import { type Principal } from './principal.ts'
import { knownProblem, problemAnswer, validationProblem } from './problems.ts'
import type { Totals } from './totals.ts'
import { runChange } from './write.ts'

export interface Kernel {
  config: Config
  db: Database
  auth: Auth
  log: Log
  routes: ReadonlyMap<string, Route>
  principals: Principals
  totals: Totals
  /** Compares each answer with its declaration; in tests and development. */
  checkAnswers: boolean
}

type Answer = string | { body: Readable; fileName: string; contentType: string }

/** A request on its way: what was asked, by whom, over which route. */
interface Request {
  kernel: Kernel
  route: Route
  caller: Caller
  reply: FastifyReply
}

function mayCall(principal: Principal, route: Route): boolean {
  const { privilege } = route.spec
  if (privilege === 'any' || privilege === 'none') return true
  const names = typeof privilege === 'string' ? [privilege] : privilege
  return names.some((name) => allows(principal.privileges, name))
}

function parse(route: Route, raw: unknown): Input<never> {
  const parsed = z.safeParse(route.spec.input, raw, { reportInput: true })
  if (!parsed.success) throw validationProblem(parsed.error.issues)
  return parsed.data as Input<never>
}

/** The answer of a handler as JSON text, checked against its declaration where that is asked for. */
function answerText(request: Request, answer: unknown): string {
  const text = answer instanceof Json ? answer.text : JSON.stringify(answer)
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
    parse(route, raw),
  )
  return answerText(request, answer)
}

/** One try with a session as it is believed to be; the database has the last word. */
async function answerFor(request: Request, principal: Principal, hash: Buffer, raw: unknown): Promise<Answer> {
  const { kernel, route, caller } = request
  if (!mayCall(principal, route)) throw new Problem('PRIVILEGE_DENIED')
  const input = parse(route, raw)
  const pool = kernel.db.app
  switch (route.kind) {
    case 'list': {
      const text = await answerList(pool, kernel.totals, route.spec, route.source, hash, principal, input)
      checkAnswer(request, text)
      return text
    }
    case 'download':
      return await startDownload(pool, route.spec, route.source, hash, principal, input)
    case 'read': {
      const json = async (text: string, values: readonly unknown[]) => {
        const rows = await readScoped(pool, hash, principal.stamp, { text, values })
        return rows[0]?.[0] ?? null
      }
      return answerText(request, await route.handler({ ...caller, principal, sql: { json } }, input))
    }
    case 'write': {
      const { client_request_id: clientRequestId, ...content } = input as { client_request_id?: string }
      const { path, handler } = route
      const work = async (context: Parameters<typeof handler>[0]) =>
        answerText(request, await handler(context, content as never))
      return await runChange({ pool, caller, hash, principal, path, content, clientRequestId, work })
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
  let principal = kernel.principals.cached(hash) ?? null
  let fresh = !principal
  let query: Promise<unknown> | undefined
  for (let attempt = 0; attempt < 4; attempt++) {
    principal = fresh || !principal ? await kernel.principals.load(hash) : principal
    if (!principal) throw new Problem('YOU_ARE_NOT_LOGGED_IN')
    if (fresh && !mayCall(principal, request.route)) throw new Problem('PRIVILEGE_DENIED')
    try {
      query ??= raw()
      const answer = await answerFor(request, principal, hash, await query)
      kernel.principals.touch(hash)
      return answer
    } catch (error) {
      const refused = error instanceof Problem && !fresh
      if (!(error instanceof StaleSession) && !refused) throw error
      fresh = true
    }
  }
  throw new Problem('UNAVAILABLE')
}

/** The whole life of a request: find, caller, session, privilege, parse, scope, handler, commit, answer or problem. */
export async function handle(
  kernel: Kernel,
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const path = /^(.+)\.json$/.exec(request.params['*'])?.[1] ?? ''
    const route = kernel.routes.get(path)
    if (!route || route.spec.method !== request.method) throw new Problem('REQUEST_NOT_EXIST')
    const whole: Request = { kernel, route, caller: readCaller(request, kernel.config), reply }
    const raw = () => readQuery(request)
    const answer = route.kind === 'public' ? await answerPublic(whole, await raw()) : await answerPrivate(whole, raw)
    if (typeof answer === 'string') return reply.type('application/json; charset=utf-8').send(answer)
    reply.header('content-disposition', `attachment; filename="${answer.fileName}"`)
    return reply.type(answer.contentType).send(answer.body)
  } catch (error) {
    const problem = knownProblem(error)
    if (!problem) kernel.log.error('request failed', { request_id: request.id, path: request.params['*'], error })
    const answer = problemAnswer(problem ?? new Problem('SYSTEM_ERROR'), request.id)
    return reply.code(answer.status).headers(answer.headers).type('application/json; charset=utf-8').send(answer.body)
  }
}
