import { visibleEventTypes } from '@hilo/domain/event-type.ts'
import { allows } from '@hilo/domain/privilege.ts'
import type { RoleScope } from '@hilo/domain/role.ts'
import type { Principal } from '../http/principal.ts'
import type { Viewer } from './list-source.ts'

/** Roles of one's own operator, and for the neutral operator its own beside everybody's. */
function roleScopesOf({ account_type, privileges }: Principal): RoleScope[] {
  const neutral = account_type === 'ad' && allows(privileges, 'role_view')
  return [
    ...(neutral ? ['neutral' as const] : []),
    ...(allows(privileges, 'role-admin-vno_view') ? ['vno' as const] : []),
  ]
}

export function viewerOf(principal: Principal): Viewer {
  return {
    vnoId: principal.account_type === 'ad' ? null : (principal.vno?.id ?? 0),
    technicalId: principal.account_type === 'te' ? principal.account_id : null,
    eventTypes: visibleEventTypes(principal.privileges),
    roleScopes: roleScopesOf(principal),
    ...(!allows(principal.privileges, 'assignment_view') && { orderStates: ['cancelada'] }),
  }
}
