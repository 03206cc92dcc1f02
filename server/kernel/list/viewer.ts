import { visibleEventTypes } from '@hilo/domain/event-type.ts'
import { readableNotices } from '@hilo/domain/notice.ts'
import { allows } from '@hilo/domain/privilege.ts'
import type { RoleScope } from '@hilo/domain/role.ts'
import { isNeutral, type Principal } from '../principal.ts'
import type { Reach, Viewer } from './list-source.ts'

/** Scopes of visible roles: the own operator's, for the neutral operator also its own. */
function roleScopesOf(principal: Principal): RoleScope[] {
  const { privileges } = principal
  return [
    ...(isNeutral(principal) && allows(privileges, 'role_view') ? ['neutral' as const] : []),
    ...(allows(privileges, 'role-admin-vno_view') ? ['vno' as const] : []),
  ]
}

/** The operator of a session; null for the neutral one, which acts for all. */
export const ownVno = (principal: Principal): number | null => (isNeutral(principal) ? null : (principal.vno?.id ?? 0))

export function reachOf(principal: Principal): Reach {
  const { account_type, account_id } = principal
  return { vnoId: ownVno(principal), technicalId: account_type === 'te' ? account_id : null }
}

/** Computed once per cached session: used at every request, and the key of its statements. */
function once(make: (principal: Principal) => Viewer): (principal: Principal) => Viewer {
  const made = new WeakMap<Principal, Viewer>()
  return (principal) => {
    const viewer = made.get(principal) ?? make(principal)
    made.set(principal, viewer)
    return viewer
  }
}

const visitor = once((principal) => ({
  ...reachOf(principal),
  eventTypes: visibleEventTypes(principal.privileges),
  noticeKinds: readableNotices(principal.privileges),
  roleScopes: roleScopesOf(principal),
  ...(!allows(principal.privileges, 'assignment_view') && { orderStates: ['cancelada'] }),
}))
const demoVisitor = once((principal) => ({ ...visitor(principal), demo: true }))

export function viewerOf(principal: Principal, { demo }: { demo: boolean } = { demo: false }): Viewer {
  return demo ? demoVisitor(principal) : visitor(principal)
}

/** View after an action on a record: visible whatever the session's list privileges. */
export const actorViewOf = once((principal) => ({ ...reachOf(principal), eventTypes: null }))
