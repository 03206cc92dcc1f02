import type { ListQuery } from '@hilo/contract/call.ts'
import type { Input, ListAnswer, Output, Path, PathOf, RecordOf } from '@hilo/contract/index.ts'
import { learnServerTime } from './clock.ts'
import { early } from './early.ts'
import { deviceHeaders } from '../native/identity.ts'
import { apiBase, native } from '../native/index.ts'
import { multipart, urlParameters, withoutEmpty } from './payload.ts'
import type { ProblemBody } from './problem.ts'
import { answerOf, isPage, persistently, refusalOf, unknownOutcome } from './gateway.ts'
import { CallProblem, isAbort, problemOf, saysSignedOut } from './problem.ts'
import { look } from './reach.ts'
import { apiReference, type CallReference } from './reference.ts'
import { named } from './request-name.ts'
import { session, sessionLoaded } from './session.ts'
import { watchedFetch, type TellSent } from './upload.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** File parts by name. */
  files?: Readonly<Record<string, Blob>>
  /** Is told how much of them has left. */
  onSent?: TellSent
  /** Arrives even where the page is left meanwhile; for small requests. */
  keepalive?: boolean
  /** Whoever asks tries again himself. */
  once?: boolean
}

/** Login, logout and start calls always carry the type `va`; what a client says of itself grants nothing. */
const signing = new Set<string>([
  'account/check_login',
  'account/oauth_login_start',
  'account/oauth_login_complete',
  'account/logout',
  'account/oauth_logout_start',
])

/** What goes out while its person leaves. */
const farewell = new Set<string>(['account/oauth_logout_start', 'account/logout'])

/** Calls that have left and wait for their answer. */
const underWay = new Set<Promise<unknown>>()

/** Resolves once every call that has left is answered, or after `ms`: what was asked for is not cut off by leaving. */
export async function allAnswered(ms: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.race([Promise.allSettled(underWay), late])
}

/** @throws {CallProblem} for a call that nobody knows, and where the table of calls has not come */
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
  if (known.multipart) return [url, { ...init, body: multipart(query, options.files, known.envelope) }]
  const body = JSON.stringify({ [known.envelope ?? 'query']: withoutEmpty(query) })
  return [url, { ...init, body, headers: { ...headers, 'Content-Type': 'application/json' } }]
}

/** What went wrong before anything was sent. */
function asProblem(path: string, error: unknown): unknown {
  if (error instanceof CallProblem || isAbort(error)) return error
  if (error instanceof TypeError && !navigator.onLine) return unreachable(error)
  const message = error instanceof Error ? error.message : String(error)
  return new CallProblem('SYNTAX_ERROR_IN_REQUEST', `${path}: ${message}`, 0, {}, { cause: error })
}

const unreachable = (cause: unknown) => new CallProblem('UNAVAILABLE', 'UNAVAILABLE', 0, {}, { cause })

/** Where a person does what the server asks for before anything else. */
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

/** Whether the browser has another session of the page's person by now: he signed in again, in another tab. */
async function hasNewSession(): Promise<boolean> {
  const { user } = session.get().info
  if (native || user.id === 0) return false
  const now = await call('account/check_login', {}).catch(() => null)
  return now?.user.id === user.id
}

/** Somebody in between answered: whether the server can be reached at all is looked into. */
function unanswered(error: unknown): unknown {
  if (error instanceof CallProblem && error.code === 'GATEWAY_ANSWER') void look()
  return error
}

/** Reads, though it takes no session: what every start asks. */
const reading = new Set(['account/check_login'])

/** One request and its answer, which is the server's own. @throws {CallProblem} */
async function request(path: string, query: object, init: [string, RequestInit], tell?: TellSent): Promise<Response> {
  const ask = () =>
    (tell ? watchedFetch(...init, tell) : fetch(...init)).catch((error: unknown) => {
      if (isAbort(error)) throw error
      void look()
      throw unreachable(error)
    })
  const answer = early(`${path}?${JSON.stringify(withoutEmpty(query))}`, ask).then(async (response) =>
    response.status === 401 && (await hasNewSession()) ? ask() : response,
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
 * Sends a call and reads its answer. A change goes out under its name, and like everything that only reads it is sent again
 * where somebody in between answered instead of the server.
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
    // While somebody leaves nothing else is asked: it would be refused.
    if (!farewell.has(path)) await session.stays()
    const once = async () => read(await request(path, query, init, options.onSent))
    const repeatable = known.reads || reading.has(path) || 'client_request_id' in query
    return repeatable && !options.once ? persistently(once, options.signal) : once()
  }
  if (!known.changes || 'client_request_id' in given) return go(given)
  const act = { path, input: given, files: options.files, user: session.get().info.user.id }
  return named(act, (client_request_id) => go({ ...given, client_request_id }))
}

/**
 * Sends a call and gives the answer as it comes, for files; anything but 200 is thrown as a CallProblem.
 * A session that the server no longer knows is ended here, whichever call noticed; what its person has to agree to first
 * is told to whoever shows screens. What had just left when its person signed in again in another tab is asked once more
 * with the session that he has now.
 */
export function send<P extends Path>(path: P, query: Input<P>, options: CallOptions = {}): Promise<Response> {
  return ask(path, { ...query }, options, (response) => Promise.resolve(response))
}

/** A call and its answer, typed by the contract. Throws CallProblem; an abort is thrown as it is. */
export async function call<P extends PathOf<'list'>>(
  path: P,
  query: ListQuery,
  options?: CallOptions,
): Promise<ListAnswer<RecordOf<P>>>
export async function call<P extends Path>(path: P, query: Input<P>, options?: CallOptions): Promise<Output<P>>
export async function call(path: Path, query: Input<Path>, options: CallOptions = {}): Promise<unknown> {
  return ask(path, { ...query }, options, async (response) => {
    const answer = await answerOf(response)
    // A list may come bare.
    if (Array.isArray(answer)) return { records: answer as unknown[], next_cursor: null }
    if (saysSignedOut(answer)) return fail(response.status, answer)
    if ('server_time' in answer) learnServerTime(answer.server_time)
    return answer
  })
}
