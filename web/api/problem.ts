/** A call that did not succeed, whoever noticed: the server, the client or the network. */
export interface ProblemBody {
  error?: unknown
  result?: unknown
  msg?: unknown
  message?: unknown
  details?: readonly { field: string; code: string; message: string }[]
  record?: unknown
  /** When asking again may help, in seconds. */
  retry_after_s?: number
  request_id?: string
}

export class CallProblem extends Error {
  /** Code of the catalogue; its text is `problem.<code>`. */
  readonly code: string
  /** HTTP status, or 0 when there was no answer. */
  readonly status: number
  readonly body: ProblemBody
  constructor(code: string, message: string, status = 0, body: ProblemBody = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CallProblem'
    this.code = code
    this.status = status
    this.body = body
  }
}

const signedOut = 'YOU_ARE_NOT_LOGGED_IN'

/** The server says so in any of three fields. */
export function saysSignedOut(body: ProblemBody): boolean {
  return body.error === signedOut || body.msg === signedOut || body.message === signedOut
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** What an answer that is not 200 means: the server's code and text, or SYSTEM_ERROR when it names none. */
export function problemOf(status: number, body: ProblemBody): CallProblem {
  if (saysSignedOut(body)) return new CallProblem(signedOut, text(body.result) ?? signedOut, status, body)
  const code = text(body.error)
  if (code === null) return new CallProblem('SYSTEM_ERROR', 'SYSTEM_ERROR', status, body)
  return new CallProblem(code, text(body.result) ?? code, status, body)
}

/** An aborted call is nobody's problem. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
