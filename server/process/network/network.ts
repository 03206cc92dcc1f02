import { Problem } from '@hilo/domain/problem.ts'
import type { Principal } from '../../http/principal.ts'
import type { Outcome } from '../../load/part.ts'

/** @throws Problem PRIVILEGE_DENIED for whoever does not keep the network, whatever his privileges say */
export function onlyNeutral({ account_type }: Pick<Principal, 'account_type'>): void {
  if (account_type !== 'ad') throw new Problem('PRIVILEGE_DENIED')
}

/** A refused row as the failure of a whole call. */
export function taken(outcome: Outcome | undefined): Extract<Outcome, { ok: true }> {
  if (outcome?.ok) return outcome
  if (!outcome) throw new Error('a row without its outcome')
  const { code, message } = outcome
  // A foreign id looks like none at all: nothing is said of it.
  if (code === 'NOT_FOUND') throw new Problem(code)
  throw new Problem(code, { details: [{ field: 'query', code: code.toLowerCase(), message }] })
}
