import { Problem } from '@hilo/domain/problem.ts'
import { isLostConnection } from '../lost-connection.ts'
import { text } from '../texts.ts'

interface ProblemAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The only form of an error answer: code, Spanish sentence, request id; never a stack or SQL. */
export function problemAnswer(problem: Problem, requestId: string): ProblemAnswer {
  const { details, record, retryAfter } = problem.extra
  const seconds = retryAfter ?? (problem.status === 503 ? 1 : undefined)
  return {
    status: problem.status,
    headers: seconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
    body: JSON.stringify({
      error: problem.code,
      result: text(`problem.${problem.code}`),
      msg: problem.code,
      ...(details && { details: details.map((one) => ({ ...one, message: text(one.message) })) }),
      ...(record !== undefined && { record }),
      request_id: requestId,
    }),
  }
}

/** PostgreSQL and connection errors with a meaning for the caller; the rest is unforeseen. */
const byDatabaseCode: Record<string, () => Problem> = {
  // Raised by app_answer: no visible record.
  HL404: () => new Problem('NOT_FOUND'),
  '57014': () => new Problem('UNAVAILABLE', { retryAfter: 2 }),
  '55P03': () => new Problem('UNAVAILABLE', { retryAfter: 1 }),
  '53100': () => new Problem('STORAGE_FULL'),
  ENOSPC: () => new Problem('STORAGE_FULL'),
  EDQUOT: () => new Problem('STORAGE_FULL'),
  '40001': () => new Problem('UNAVAILABLE', { retryAfter: 1 }),
  '40P01': () => new Problem('UNAVAILABLE', { retryAfter: 1 }),
  // Process or machine temporarily without descriptors or memory.
  EMFILE: () => new Problem('UNAVAILABLE', { retryAfter: 1 }),
  ENFILE: () => new Problem('UNAVAILABLE', { retryAfter: 1 }),
  '53200': () => new Problem('UNAVAILABLE', { retryAfter: 2 }),
}

/** Any thrown value as a Problem; null if unforeseen, for the log. */
export function knownProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  const make = byDatabaseCode[code]
  if (make) return make()
  // A value that PostgreSQL cannot store: a number out of range, an invalid character.
  if (/^22[0-9A-Z]{3}$/.test(code)) return new Problem('VALIDATION')
  return isLostConnection(error) ? new Problem('UNAVAILABLE', { retryAfter: 1 }) : null
}
