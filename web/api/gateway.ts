/**
 * Answers that are not the server's: of a gateway that lost it (502, 504, 520), a network that asks for its own sign-in
 * first (a page with status 200), a connection that ended in the middle of a text. Whether the server has done what was
 * asked is then unknown.
 */
import { CallProblem, saysSignedOut, type ProblemBody } from './problem.ts'

/** Seconds to wait before the next try, from a `Retry-After` in either of its forms; 0 where there is none. */
export function retryAfter(headers: Headers, now: number): number {
  const said = headers.get('retry-after') ?? ''
  if (/^\s*\d+\s*$/.test(said)) return Number(said)
  const at = Date.parse(said)
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
}

/** The form in which our server says what went wrong: a code and its sentence. */
const isOurs = (body: ProblemBody) =>
  saysSignedOut(body) ||
  (typeof body.error === 'string' && /^[A-Z][A-Z0-9_]*$/.test(body.error) && typeof body.result === 'string')

const isObject = (value: unknown): value is ProblemBody => typeof value === 'object' && value !== null

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    return undefined
  }
}

/** Nobody knows whether it happened. `status` 0: the server itself gave no answer. */
export function unknownOutcome(response: Response | null, cause?: unknown): CallProblem {
  const wait = response ? retryAfter(response.headers, Date.now()) : 0
  const body = wait > 0 ? { retry_after_s: wait } : {}
  return new CallProblem('GATEWAY_ANSWER', 'GATEWAY_ANSWER', 0, body, { cause: cause ?? response?.status })
}

/** What somebody in between refuses by its size never reaches the server. */
const tooLarge = (status: number) => new CallProblem('GATEWAY_TOO_LARGE', 'GATEWAY_TOO_LARGE', status)

/** @throws {CallProblem} GATEWAY_ANSWER, GATEWAY_TOO_LARGE where the refusal is not the server's own */
export async function refusalOf(response: Response): Promise<ProblemBody> {
  const body = await jsonOf(response)
  if (isObject(body) && isOurs(body)) {
    const wait = retryAfter(response.headers, Date.now())
    return { ...body, ...(wait > 0 && { retry_after_s: wait }) }
  }
  throw response.status === 413 ? tooLarge(413) : unknownOutcome(response)
}

/** A page where a file was asked for, or none of our types: the server answers calls by JSON and files by their own type. */
export const isPage = (response: Response): boolean =>
  /^(?:$|text\/html|application\/xhtml\+xml)/i.test(response.headers.get('content-type')?.trim() ?? '')

/** The JSON of an answer. @throws {CallProblem} GATEWAY_ANSWER where it is something else, or only the beginning of it */
export async function answerOf(response: Response): Promise<object> {
  const answer = isPage(response) ? undefined : await jsonOf(response)
  if (isObject(answer)) return answer
  throw unknownOutcome(response)
}

/** Tries beside the first, and the wait before each, ms; half of it is chance, so that a crowd does not come back at once. */
const waits = [500, 1500, 4000]
/** Who is told to wait longer hears of it, s. */
const longest_s = 10

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => reject(new DOMException('aborted', 'AbortError'))
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop, { once: true })
    setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
  })

/** Asks again, word for word, as long as the answers are not the server's; for what may be repeated without harm. */
export async function persistently<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const wait = waits[tries]
      if (wait === undefined || !(error instanceof CallProblem) || error.code !== 'GATEWAY_ANSWER') throw error
      const asked_s = error.body.retry_after_s ?? 0
      if (asked_s > longest_s) throw error
      await pause(Math.max(asked_s * 1000, wait * (0.5 + Math.random() / 2)), signal)
    }
  }
}
