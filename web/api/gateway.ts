/**
 * Responses that do not come from the server: a gateway without a server (502, 504, 520), a captive portal (a page with
 * status 200), a truncated body. Whether the server executed the request is then unknown.
 */
import { CallProblem, saysSignedOut, type ProblemBody } from './problem.ts'

/** Seconds of a `Retry-After` header in either form; 0 without one. */
export function retryAfter(headers: Headers, now: number): number {
  const said = headers.get('retry-after') ?? ''
  if (/^\s*\d+\s*$/.test(said)) return Number(said)
  const at = Date.parse(said)
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
}

/** Shape of the server's own errors: a code and a message. */
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

/** Unknown outcome. `status` 0: the server gave no response. */
export function unknownOutcome(response: Response | null, cause?: unknown): CallProblem {
  const wait = response ? retryAfter(response.headers, Date.now()) : 0
  const body = wait > 0 ? { retry_after_s: wait } : {}
  return new CallProblem('GATEWAY_ANSWER', 'GATEWAY_ANSWER', 0, body, { cause: cause ?? response?.status })
}

/** A body rejected by a gateway for its size never reached the server. */
const tooLarge = (status: number) => new CallProblem('GATEWAY_TOO_LARGE', 'GATEWAY_TOO_LARGE', status)

/** @throws {CallProblem} GATEWAY_ANSWER, GATEWAY_TOO_LARGE if the refusal is not the server's own */
export async function refusalOf(response: Response): Promise<ProblemBody> {
  const body = await jsonOf(response)
  if (isObject(body) && isOurs(body)) {
    const wait = retryAfter(response.headers, Date.now())
    return { ...body, ...(wait > 0 && { retry_after_s: wait }) }
  }
  throw response.status === 413 ? tooLarge(413) : unknownOutcome(response)
}

/** An HTML page instead of JSON or a file: not from the server. */
export const isPage = (response: Response): boolean =>
  /^(?:$|text\/html|application\/xhtml\+xml)/i.test(response.headers.get('content-type')?.trim() ?? '')

/** JSON body of a response. @throws {CallProblem} GATEWAY_ANSWER for other content or a truncated body */
export async function answerOf(response: Response): Promise<object> {
  const answer = isPage(response) ? undefined : await jsonOf(response)
  if (isObject(answer)) return answer
  throw unknownOutcome(response)
}

/** Retry delays, ms; half of each is random, so that many clients do not return at once. */
const waits = [500, 1500, 4000]
/** A longer requested wait is reported instead of waited for, s. */
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

/** Repeats an identical request while the responses are not the server's; for idempotent requests only. */
export async function withRetries<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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
