/** Areas and actions of the specification's section 6; a privilege is `<area>_<action>`. */
export const areas = [
  'role',
  'admin',
  'vno',
  'adminVNO',
  'technician',
  'cto',
  'drop',
  'port',
  'event',
  'hairChange',
  'apiRequest',
  'eventFinalization',
  'eventCancellation',
  'enrollments',
  'unenrollments',
  'neightborState',
  'accessDiagnose',
  'resetONT',
  'accessUnsubscriptions',
  'eventConfi',
  'eventFinalizationConfi',
  'reportConfi',
  'eventHistorical',
  'ctoHistorical',
  'portHistorical',
  'dashboardReports',
  'invitations',
  'enrollments-verification',
  'massive-neighbor-request',
  'retrieve-access',
  'retrieve-data',
  'feasibility',
  'role-admin-vno',
  'retrieve-access-vno',
  'assignment',
  'cancellation',
  'device-modification',
] as const
export type Area = (typeof areas)[number]

export const actions = ['view', 'edit', 'create', 'delete'] as const
export type Action = (typeof actions)[number]
export type Privilege = `${Area}_${Action}`

export interface AreaPrivileges {
  privs: Partial<Record<string, boolean>>
  sub_items?: Record<string, { privs: Partial<Record<string, boolean>> }> | undefined
}
/** Consolidated privileges of a session, as sent in `vno_admin_account.privileges`. */
export type Privileges = Partial<Record<string, AreaPrivileges>>

/** A malformed map grants nothing. */
function granted(look: () => unknown): boolean {
  try {
    return Boolean(look())
  } catch {
    return false
  }
}

/** True if the map grants the privilege; unlisted means no. */
export function allows(privileges: Privileges | null | undefined, privilege: Privilege): boolean {
  const area = privilege.slice(0, privilege.lastIndexOf('_'))
  return granted(() => privileges?.[area]?.privs[privilege])
}

/** Sub-items of an area with actions of their own: `privileges.event.sub_items.steps.privs.steps_edit`. */
export const subItems = {
  event: ['steps', 'pictures', 'neighbours', 'override'],
  enrollments: ['pictures', 'verify'],
  hairChange: ['resolve'],
  neightborState: ['own', 'all', 'massive'],
  technician: ['devices', 'sessions'],
  admin: ['privileges'],
  dashboardReports: ['quality', 'productivity', 'network', 'schedule'],
} as const satisfies Partial<Record<Area, readonly string[]>>
type ItemArea = keyof typeof subItems
type SubItem<A extends ItemArea> = (typeof subItems)[A][number]
export type ItemPath = { [A in ItemArea]: `${A}.${SubItem<A>}` }[ItemArea]

/** Names of an area's sub-items; most have none. */
export function subItemsOf(area: Area): readonly string[] {
  return area in subItems ? subItems[area as ItemArea] : []
}

/** True if the map grants an action on a sub-item; unlisted means no. */
export function allowsSubItem<A extends ItemArea>(
  privileges: Privileges | null | undefined,
  area: A,
  item: SubItem<A>,
  action: Action,
): boolean {
  return granted(() => privileges?.[area]?.sub_items?.[item]?.privs[`${item}_${action}`])
}

/** An action on a sub-item: `event.steps_edit`. */
export type PartPrivilege = `${ItemPath}_${Action}`

/** True if the role lists this sub-item and denies the action. Unlisted sub-items inherit the area's privilege. */
export function withholds(privileges: Privileges | null | undefined, part: PartPrivilege): boolean {
  const [area = '', name = ''] = part.split('.')
  const stored = privileges?.[area]?.sub_items?.[name.slice(0, name.lastIndexOf('_'))]
  return stored !== undefined && !granted(() => stored.privs[name])
}
