import type { AnyCall } from '@hilo/contract/call.ts'
import { mayWork } from '@hilo/domain/account.ts'
import { allows, withholds } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemCode } from '@hilo/domain/problem.ts'
import type { Principal } from '../principal.ts'

/** Whether the session's privileges admit a call. An API key is no person: it has no own account. */
export function mayCall(
  principal: Principal,
  { privilege, parts = [], scope }: Pick<AnyCall, 'privilege' | 'parts' | 'scope'>,
): boolean {
  if (principal.channel === 'api' && scope === 'self') return false
  if (parts.some((part) => withholds(principal.privileges, part))) return false
  if (privilege === 'any' || privilege === 'none') return true
  const names = typeof privilege === 'string' ? [privilege] : privilege
  return names.some((name) => allows(principal.privileges, name))
}

/** Reason that bars a session from a call, or null: agreements and a missing passkey first, then approval, then privileges. */
function barred(principal: Principal, spec: AnyCall): ProblemCode | null {
  const agrees = principal.channel !== 'api'
  if (!spec.allowedWhilePending && agrees && principal.agreements_due) return 'AGREEMENT_REQUIRED'
  if (!spec.allowedWhilePending && principal.passkey_due) return 'PASSKEY_REQUIRED'
  if (!spec.allowedWhilePending && !mayWork(principal.status)) return 'PRIVILEGE_DENIED'
  return mayCall(principal, spec) ? null : 'PRIVILEGE_DENIED'
}

/** @throws Problem AGREEMENT_REQUIRED, PASSKEY_REQUIRED, PRIVILEGE_DENIED */
export function refuseBarred(principal: Principal, spec: AnyCall): void {
  const code = barred(principal, spec)
  if (code !== null) throw new Problem(code)
}
