/** Permissions of a session on roles. */
import type { BaseRole } from '@hilo/domain/default-privileges.ts'
import { allows, type Action, type Privileges } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import {
  basesOf,
  beyondScope,
  grantsNotHeld,
  maySetBase,
  unknownPrivileges,
  type Grants,
  type RoleScope,
} from '@hilo/domain/role.ts'
import { isNeutral, type Principal } from '../../../kernel/principal.ts'

/** A role, locked for editing or read for copying. */
export interface RoleRow {
  id: number
  version: number
  name: string
  description: string | null
  status: number
  scope: RoleScope
  base: BaseRole
  vno_id: number | null
  privileges: Privileges
  system: boolean
}

export const wrong = (...fields: string[]) =>
  new Problem('VALIDATION', {
    details: fields.slice(0, 50).map((field): ProblemDetail => ({ field, code: 'value', message: 'validation.value' })),
  })

/** @throws Problem PRIVILEGE_DENIED without the privilege for the role's scope */
export function assertSide(principal: Principal, scope: RoleScope, action: Action): void {
  const may =
    scope === 'neutral'
      ? isNeutral(principal) && allows(principal.privileges, `role_${action}`)
      : allows(principal.privileges, `role-admin-vno_${action}`)
  if (!may) throw new Problem('PRIVILEGE_DENIED')
}

/**
 * Granted privileges must exist, be held by the caller, and fit the role's scope.
 * @throws Problem VALIDATION, PRIVILEGE_ESCALATION with the lacking ones
 */
export function assertGrant(principal: Principal, scope: RoleScope, after: Grants, before?: Grants): void {
  const unknown = unknownPrivileges(after.privileges)
  if (unknown.length > 0) throw wrong(...unknown.map((path) => `privileges.${path}`))
  const missing = grantsNotHeld(principal.privileges, after, before)
  if (missing.length > 0) {
    const details = missing.slice(0, 50).map((path) => ({
      field: `privileges.${path}`,
      code: 'escalation',
      message: 'problem.PRIVILEGE_ESCALATION',
    }))
    throw new Problem('PRIVILEGE_ESCALATION', { details })
  }
  const beyond = beyondScope(scope, after.privileges)
  if (beyond.length > 0) throw wrong(...beyond.map((path) => `privileges.${path}`))
}

/** @throws Problem PRIVILEGE_ESCALATION, VALIDATION for a base outside the scope */
export function assertBase(principal: Principal, scope: RoleScope, base: BaseRole): void {
  if (!maySetBase(principal.base, base)) throw new Problem('PRIVILEGE_ESCALATION')
  if (!basesOf[scope].includes(base)) throw wrong('base')
}
