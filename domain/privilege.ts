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
/** Consolidated map of what a session may do, as it travels in `vno_admin_account.privileges`. */
export type Privileges = Partial<Record<string, AreaPrivileges>>

/** True when the map grants the privilege; absent means no. */
export function allows(privileges: Privileges | null | undefined, privilege: Privilege): boolean {
  const area = privilege.slice(0, privilege.lastIndexOf('_'))
  return privileges?.[area]?.privs[privilege] === true
}

type Grant = Partial<Record<Area, string>>
const letters: Record<string, Action> = { V: 'view', C: 'create', E: 'edit', D: 'delete' }

const everything: Grant = Object.fromEntries(areas.map((area) => [area, 'VCED']))
const grants = {
  admin: {
    ...everything,
    'enrollments-verification': 'VCE',
    apiRequest: 'VD',
    neightborState: 'V',
    'massive-neighbor-request': 'VCD',
    accessDiagnose: 'VC',
    resetONT: 'VC',
    accessUnsubscriptions: 'VCE',
    'retrieve-access': 'V',
    'retrieve-data': 'V',
    'retrieve-access-vno': 'V',
    feasibility: 'VC',
    'device-modification': 'VC',
    eventConfi: 'VE',
    eventFinalizationConfi: 'VE',
    reportConfi: 'VE',
    eventHistorical: 'V',
    ctoHistorical: 'V',
    portHistorical: 'V',
  },
  adminVNO: {
    vno: 'VE',
    'role-admin-vno': 'VCED',
    adminVNO: 'VCED',
    technician: 'VCED',
    invitations: 'VCED',
    cto: 'V',
    drop: 'V',
    port: 'V',
    event: 'VCE',
    eventFinalization: 'VCE',
    eventCancellation: 'VCE',
    cancellation: 'VCE',
    hairChange: 'VC',
    enrollments: 'VCE',
    unenrollments: 'VCE',
    'enrollments-verification': 'VE',
    apiRequest: 'V',
    neightborState: 'V',
    'massive-neighbor-request': 'VC',
    accessDiagnose: 'VC',
    resetONT: 'VC',
    accessUnsubscriptions: 'VC',
    'retrieve-access-vno': 'V',
    feasibility: 'VC',
    assignment: 'VC',
    'device-modification': 'VC',
    eventConfi: 'VE',
    eventFinalizationConfi: 'VE',
    reportConfi: 'VE',
    eventHistorical: 'V',
    ctoHistorical: 'V',
    portHistorical: 'V',
    dashboardReports: 'VC',
  },
  vno: {
    vno: 'V',
    'role-admin-vno': 'V',
    adminVNO: 'V',
    technician: 'VC',
    invitations: 'VC',
    cto: 'V',
    drop: 'V',
    port: 'V',
    event: 'VC',
    eventFinalization: 'VC',
    eventCancellation: 'VC',
    cancellation: 'VC',
    hairChange: 'VC',
    enrollments: 'V',
    unenrollments: 'V',
    'enrollments-verification': 'V',
    apiRequest: 'V',
    neightborState: 'V',
    'massive-neighbor-request': 'VC',
    accessDiagnose: 'VC',
    resetONT: 'VC',
    accessUnsubscriptions: 'VC',
    'retrieve-access-vno': 'V',
    feasibility: 'VC',
    assignment: 'VC',
    'device-modification': 'VC',
    eventHistorical: 'V',
    ctoHistorical: 'V',
    portHistorical: 'V',
    dashboardReports: 'V',
  },
  technician: {
    cto: 'V',
    drop: 'V',
    port: 'V',
    event: 'VCE',
    eventFinalization: 'VC',
    eventCancellation: 'VC',
    cancellation: 'VC',
    hairChange: 'VC',
    enrollments: 'VC',
    unenrollments: 'VC',
    neightborState: 'V',
    accessDiagnose: 'VC',
    resetONT: 'VC',
    'retrieve-access-vno': 'V',
    feasibility: 'V',
    assignment: 'V',
    'device-modification': 'VC',
    eventHistorical: 'V',
    ctoHistorical: 'V',
    portHistorical: 'V',
    dashboardReports: 'V',
  },
} satisfies Record<string, Grant>

/** The four system roles of the specification. */
export type BaseRole = keyof typeof grants

/** The default privileges of a system role, as a map with every area and action spelled out. */
export function defaultPrivileges(base: BaseRole): Privileges {
  const grant: Grant = grants[base]
  return Object.fromEntries(
    areas.map((area) => {
      const granted = [...(grant[area] ?? '')].map((letter) => letters[letter])
      const privs = Object.fromEntries(actions.map((action) => [`${area}_${action}`, granted.includes(action)]))
      return [area, { privs, sub_items: {} }]
    }),
  )
}
