import type { ListQuery } from '@hilo/contract/call.ts'
import type { Input, ListAnswer, Output, Path, PathOf, RecordOf } from '@hilo/contract/index.ts'
import { early } from './early.ts'
import { deviceHeaders } from '../native/identity.ts'
import { apiBase, native } from '../native/index.ts'
import { multipart, urlParameters, withoutEmpty } from './payload.ts'
import type { ProblemBody } from './problem.ts'
import { CallProblem, isAbort, problemOf, saysSignedOut } from './problem.ts'
import { look } from './reach.ts'
import { apiReference } from './reference.ts'
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

async function prepare(path: string, given: object, options: CallOptions): Promise<[string, RequestInit]> {
  const [reference] = await Promise.all([apiReference(), sessionLoaded])
  const known = reference[path]
  if (known === undefined) throw new CallProblem('REQUEST_NOT_EXIST', path)
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

async function prepared(path: string, query: object, options: CallOptions): Promise<[string, RequestInit]> {
  try {
    return await prepare(path, query, options)
  } catch (error) {
    if (error instanceof CallProblem || isAbort(error)) throw error
    if (error instanceof TypeError && !navigator.onLine) throw unreachable(error)
    const message = error instanceof Error ? error.message : String(error)
    throw new CallProblem('SYNTAX_ERROR_IN_REQUEST', `${path}: ${message}`, 0, {}, { cause: error })
  }
}

const unreachable = (cause: unknown) => new CallProblem('UNAVAILABLE', 'UNAVAILABLE', 0, {}, { cause })

const clocks = new Set<(time: string) => void>()
/** Calls back with the server's time at each answer that tells it. */
export function onServerTime(hearer: (time: string) => void): () => void {
  clocks.add(hearer)
  return () => clocks.delete(hearer)
}
function tellTime(time: unknown) {
  if (typeof time === 'string') for (const hearer of clocks) hearer(time)
}

const isBody = (value: unknown): value is ProblemBody => typeof value === 'object' && value !== null

async function bodyOf(response: Response): Promise<ProblemBody> {
  try {
    const body: unknown = await response.json()
    return isBody(body) ? body : {}
  } catch {
    return {}
  }
}

async function fail(status: number, body: ProblemBody): Promise<never> {
  if (saysSignedOut(body)) await session.end('expired')
  if (body.error === 'AGREEMENT_REQUIRED') session.bar()
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

/**
 * Sends a call and gives the answer as it comes, for files; anything but 200 is thrown as a CallProblem.
 * A session that the server no longer knows is ended here, whichever call noticed; what its person has to agree to first
 * is told to whoever shows screens. What had just left when its person signed in again in another tab is asked once more
 * with the session that he has now.
 */
export async function send<P extends Path>(path: P, query: Input<P>, options: CallOptions = {}): Promise<Response> {
  const [url, init] = await prepared(path, { ...query }, options)
  // While somebody leaves nothing else is asked: it would be refused.
  if (!farewell.has(path)) await session.stays()
  const ask = () =>
    (options.onSent ? watchedFetch(url, init, options.onSent) : fetch(url, init)).catch((error: unknown) => {
      if (isAbort(error)) throw error
      void look()
      throw unreachable(error)
    })
  const answer = early(`${path}?${JSON.stringify(withoutEmpty(query))}`, ask).then(async (response) =>
    response.status === 401 && (await hasNewSession()) ? ask() : response,
  )
  underWay.add(answer)
  const response = await answer.finally(() => underWay.delete(answer))
  tellTime(response.headers.get('date'))
  if (response.status !== 200) {
    const wait = Number(response.headers.get('retry-after'))
    return fail(response.status, { ...(await bodyOf(response)), ...(wait > 0 && { retry_after_s: wait }) })
  }
  return response
}

/** A call and its answer, typed by the contract. Throws CallProblem; an abort is thrown as it is. */
export async function call<P extends PathOf<'list'>>(
  path: P,
  query: ListQuery,
  options?: CallOptions,
): Promise<ListAnswer<RecordOf<P>>>
export async function call<P extends Path>(path: P, query: Input<P>, options?: CallOptions): Promise<Output<P>>
export async function call(path: Path, query: Input<Path>, options: CallOptions = {}): Promise<unknown> {
  const response = await send(path, query, options)
  const answer: unknown = await response.json()
  // A list may come bare.
  if (Array.isArray(answer)) return { records: answer, next_cursor: null }
  if (isBody(answer) && saysSignedOut(answer)) return fail(response.status, answer)
  if (isBody(answer) && 'server_time' in answer) tellTime(answer.server_time)
  return answer
}
