import { Problem } from '@hilo/domain/problem.ts'
import type { Outcome } from '../../load/part.ts'

/** Turns a refused row into the failure of the whole call. */
export function taken(outcome: Outcome | undefined): Extract<Outcome, { ok: true }> {
  if (outcome?.ok) return outcome
  if (!outcome) throw new Error('a row without its outcome')
  const { code, message } = outcome
  // Another operator's id gives the same answer as a missing one, without details.
  if (code === 'NOT_FOUND') throw new Problem(code)
  throw new Problem(code, { details: [{ field: 'query', code: code.toLowerCase(), message }] })
}
