import type { ListQuery } from '@hilo/contract/call.ts'
import type { Input, ListAnswer, Output, Path, PathOf, RecordOf } from '@hilo/contract/index.ts'
import { learnServerTime } from './clock.ts'
import { preloaded } from './preloaded.ts'
import { deviceHeaders } from '../native/identity.ts'
import { apiBase, native } from '../native/index.ts'
import { multipart, urlParameters, withoutEmpty } from './payload.ts'
import type { ProblemBody } from './problem.ts'
import { answerOf, isPage, withRetries, refusalOf, unknownOutcome } from './gateway.ts'
import { CallProblem, isAbort, problemOf, saysSignedOut } from './problem.ts'
import { probeServer } from './reachability.ts'
import { apiReference, type CallReference } from './reference.ts'
import { withRequestId } from './request-id.ts'
import { session, sessionLoaded } from './session.ts'
import { watchedFetch, type TellSent } from './upload.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** File parts by name. */
  files?: Readonly<Record<string, Blob>>
  /** Upload progress, 0 to 1. */
  onSent?: TellSent
  /** The request completes even if the page is closed; for small requests only. */
  keepalive?: boolean
  /** No retries: the caller retries. */
  once?: boolean
}

/** Calls of signing in and out: their query names the account type `va` for every user, and grants nothing. */
const signing = new Set<string>([
  'account/check_login',
  'account/oauth_login_start',
  'account/oauth_login_complete',
  'account/logout',
  'account/oauth_logout_start',
])

/** Calls allowed while signing out. */
const farewell = new Set<string>(['account/oauth_logout_start', 'account/logout'])

/** Requests in flight. */
const underWay = new Set<Promise<unknown>>()

/** Resolves once every request in flight is answered, or after `ms`, so that leaving the page cuts none off. */
export async function requestsSettled(ms: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.race([Promise.allSettled(underWay), late])
}

/** @throws {CallProblem} for an unknown call, or if the API reference failed to load */
async function referenceOf(path: string): Promise<CallReference> {
  const [reference] = await Promise.all([apiReference(), sessionLoaded])
  const known = reference[path]
  if (known === undefined) throw new CallProblem('REQUEST_NOT_EXIST', path)
  return known
}

async function prepare(
  path: string,
  known: CallReference,
  given: object,
  options: CallOptions,
): Promise<[string, RequestInit]> {
  const query = signing.has(path) ? { account_type: 'va', ...given } : given
  const { token, accountType } = session.get()
  const headers = await deviceHeaders(token, accountType)
  const init: RequestInit = {
    method: known.method,
    headers,
    credentials: native ? 'omit' : 'same-origin',
    signal: options.signal ?? null,
    ...(options.keepalive && { keepalive: true }),
  }
  const url = `${apiBase}${path}.json`
  if (known.method === 'GET') {
    const parameters = urlParameters(query)
    return [parameters === '' ? url : `${url}?${parameters}`, init]
  }
  return [url, { ...init, body: multipart(query, options.files, known.envelope) }]
}

/** Problem of a failure before anything was sent. */
function asProblem(path: string, error: unknown): unknown {
  if (error instanceof CallProblem || isAbort(error)) return error
  if (error instanceof TypeError && !navigator.onLine) return unreachable(error)
  const message = error instanceof Error ? error.message : String(error)
  return new CallProblem('SYNTAX_ERROR_IN_REQUEST', `${path}: ${message}`, 0, {}, { cause: error })
}

const unreachable = (cause: unknown) => new CallProblem('UNAVAILABLE', 'UNAVAILABLE', 0, {}, { cause })

/** Screens of pending obligations, by the problem code that blocks the account until they are done. */
const dueScreens: Readonly<Record<string, string>> = {
  AGREEMENT_REQUIRED: '/agreements',
  PASSKEY_REQUIRED: '/llave-de-acceso',
}

async function fail(status: number, body: ProblemBody): Promise<never> {
  if (saysSignedOut(body)) await session.end('expired')
  const due = dueScreens[String(body.error)]
  if (due !== undefined) session.bar(due)
  if (body.error === 'PRIVILEGE_DENIED') session.doubt()
  throw problemOf(status, body)
}

/** Says who is signed in; asked again when another call is refused. */
const sessionCall = 'account/check_login'

/** Whether this browser has a newer session of the same user, from signing in again in another tab. */
async function hasNewSession(): Promise<boolean> {
  const { user } = session.get().info
  if (native || user.id === 0) return false
  const now = await call(sessionCall, {}).catch(() => null)
  return now?.user.id === user.id
}

/** No response, or one from a gateway: checks whether the server is reachable at all. */
function unanswered(error: unknown): unknown {
  if (error instanceof CallProblem && error.code === 'GATEWAY_ANSWER') void probeServer()
  return error
}

/** One request and the server's response. @throws {CallProblem} */
async function request(path: string, query: object, init: [string, RequestInit], tell?: TellSent): Promise<Response> {
  const ask = () =>
    (tell ? watchedFetch(...init, tell) : fetch(...init)).catch((error: unknown) => {
      if (isAbort(error)) throw error
      void probeServer()
      throw unreachable(error)
    })
  const answer = preloaded(`${path}?${JSON.stringify(withoutEmpty(query))}`, ask).then(async (response) =>
    // A proxy that answers 401 to everything must not make the question repeat itself.
    response.status === 401 && path !== sessionCall && (await hasNewSession()) ? ask() : response,
  )
  underWay.add(answer)
  const response = await answer.finally(() => underWay.delete(answer))
  if (response.status === 200 && isPage(response)) throw unanswered(unknownOutcome(response))
  if (response.status !== 200) {
    const refusal = await refusalOf(response).catch((error: unknown) => {
      throw unanswered(error)
    })
    return fail(response.status, refusal)
  }
  learnServerTime(response.headers.get('date'))
  return response
}

/**
 * Sends a call and parses its response. A change carries its request id, so it is retried like a reading call when a
 * gateway answered instead of the server.
 */
async function ask<T>(
  path: string,
  given: object,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const known = await referenceOf(path).catch((error: unknown) => {
    throw asProblem(path, error)
  })
  const go = async (query: object): Promise<T> => {
    const init = await prepare(path, known, query, options).catch((error: unknown) => {
      throw asProblem(path, error)
    })
    // While signing out, other calls wait: they would be refused.
    if (!farewell.has(path)) await session.callsAllowed()
    const once = async () => read(await request(path, query, init, options.onSent))
    const repeatable = known.reads || 'client_request_id' in query
    return repeatable && !options.once ? withRetries(once, options.signal) : once()
  }
  if (!known.changes || 'client_request_id' in given) return go(given)
  const act = { path, input: given, files: options.files, user: session.get().info.user.id }
  return withRequestId(act, (client_request_id) => go({ ...given, client_request_id }))
}

/**
 * Sends a call and returns the raw response, for files; any status but 200 is thrown as a CallProblem. An expired
 * session is ended here, whichever call detects it; a pending obligation is reported to the navigation. A request that
 * was in flight while the user signed in again in another tab is repeated with the new session.
 */
export function send<P extends Path>(path: P, query: Input<P>, options: CallOptions = {}): Promise<Response> {
  return ask(path, { ...query }, options, (response) => Promise.resolve(response))
}

/** A call and its response, typed by the contract. Throws CallProblem; an abort is thrown unchanged. */
export async function call<P extends PathOf<'list'>>(
  path: P,
  query: ListQuery,
  options?: CallOptions,
): Promise<ListAnswer<RecordOf<P>>>
export async function call<P extends Path>(path: P, query: Input<P>, options?: CallOptions): Promise<Output<P>>
export async function call(path: Path, query: Input<Path>, options: CallOptions = {}): Promise<unknown> {
  return ask(path, { ...query }, options, async (response) => {
    const answer = await answerOf(response)
    // A list may be a bare array.
    if (Array.isArray(answer)) return { records: answer as unknown[], next_cursor: null }
    if (saysSignedOut(answer)) return fail(response.status, answer)
    if ('server_time' in answer) learnServerTime(answer.server_time)
    return answer
  })
}
