import { visibleEventTypes } from '@hilo/domain/event-type.ts'
import { readableNotices } from '@hilo/domain/notice.ts'
import { allows } from '@hilo/domain/privilege.ts'
import type { RoleScope } from '@hilo/domain/role.ts'
import type { Principal } from '../http/principal.ts'
import type { Reach, Viewer } from './list-source.ts'

/** Roles of one's own operator, and for the neutral operator its own beside everybody's. */
function roleScopesOf({ account_type, privileges }: Principal): RoleScope[] {
  const neutral = account_type === 'ad' && allows(privileges, 'role_view')
  return [
    ...(neutral ? ['neutral' as const] : []),
    ...(allows(privileges, 'role-admin-vno_view') ? ['vno' as const] : []),
  ]
}

/** The operator that a session is of and acts for; null for the neutral one, which acts for all. */
export function ownVno({ account_type, vno }: Principal): number | null {
  return account_type === 'ad' ? null : (vno?.id ?? 0)
}

export function reachOf(principal: Principal): Reach {
  const { account_type, account_id } = principal
  return { vnoId: ownVno(principal), technicalId: account_type === 'te' ? account_id : null }
}

/** Made once for each session in memory: it is asked at every request, and its statements are found by it. */
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

/** Who has acted on a record: he sees it, whatever lists his privileges open. */
export const actorViewOf = once((principal) => ({ ...reachOf(principal), eventTypes: null }))
