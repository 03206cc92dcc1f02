/** A failed call, detected by the server, the client or the network. */
export interface ProblemBody {
  error?: unknown
  result?: unknown
  msg?: unknown
  message?: unknown
  details?: readonly { field: string; code: string; message: string }[]
  record?: unknown
  /** Seconds after which a retry may succeed. */
  retry_after_s?: number
  request_id?: string
}

export class CallProblem extends Error {
  /** Code of the catalogue; its text is `problem.<code>`. */
  readonly code: string
  /** HTTP status; 0 without a response. */
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

/** The server reports a missing session in any of three fields, also within a sentence of `msg` or `message`. */
export function saysSignedOut(body: ProblemBody): boolean {
  const says = (field: unknown) => typeof field === 'string' && field.split(/[^A-Z_]+/).includes(signedOut)
  return body.error === signedOut || says(body.msg) || says(body.message)
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Problem of a response other than 200: the server's code and text, or SYSTEM_ERROR if it names none. */
export function problemOf(status: number, body: ProblemBody): CallProblem {
  if (saysSignedOut(body)) return new CallProblem(signedOut, text(body.result) ?? signedOut, status, body)
  const code = text(body.error)
  if (code === null) return new CallProblem('SYSTEM_ERROR', 'SYSTEM_ERROR', status, body)
  return new CallProblem(code, text(body.result) ?? code, status, body)
}

/** An aborted call is not reported. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
