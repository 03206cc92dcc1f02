/** Default privileges of the specification's four system roles. */
import {
  actions,
  areas,
  subItems,
  subItemsOf,
  type Action,
  type Area,
  type AreaPrivileges,
  type ItemPath,
  type Privileges,
} from './privilege.ts'

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

const itemPaths = Object.entries(subItems).flatMap(([area, items]) => items.map((item) => `${area}.${item}`))
const itemGrants: Record<keyof typeof grants, Partial<Record<ItemPath, string>>> = {
  admin: Object.fromEntries(itemPaths.map((path) => [path, 'VCED'])),
  adminVNO: {
    'event.steps': 'VE',
    'event.pictures': 'VC',
    'event.neighbours': 'V',
    'event.override': 'VCE',
    'enrollments.pictures': 'VC',
    'enrollments.verify': 'VE',
    'neightborState.own': 'V',
    'neightborState.massive': 'VC',
    'technician.devices': 'VD',
    'technician.sessions': 'VD',
    'dashboardReports.quality': 'V',
    'dashboardReports.productivity': 'V',
    'dashboardReports.network': 'V',
    'dashboardReports.schedule': 'VC',
  },
  vno: {
    'event.steps': 'V',
    'event.pictures': 'V',
    'event.neighbours': 'V',
    'event.override': 'V',
    'enrollments.pictures': 'V',
    'enrollments.verify': 'V',
    'neightborState.own': 'V',
    'neightborState.massive': 'VC',
    'technician.devices': 'V',
    'dashboardReports.quality': 'V',
    'dashboardReports.productivity': 'V',
    'dashboardReports.network': 'V',
  },
  technician: {
    'event.steps': 'VE',
    'event.pictures': 'VC',
    'event.neighbours': 'V',
    'event.override': 'C',
    'enrollments.pictures': 'VC',
    'neightborState.own': 'V',
    'dashboardReports.productivity': 'V',
  },
}

/** The four system roles of the specification. */
export type BaseRole = keyof typeof grants

/** Every action of an area or sub-item; granted where its letter is listed. */
function spelledOut(name: string, granted: string): Record<string, boolean> {
  const allowed = [...granted].map((letter) => letters[letter])
  return Object.fromEntries(actions.map((action) => [`${name}_${action}`, allowed.includes(action)]))
}

function mapOf(areaLetters: (area: Area) => string, itemLetters: (path: ItemPath) => string): Privileges {
  const spelled = (area: Area): AreaPrivileges => {
    const items = subItemsOf(area).map((item): [string, { privs: Record<string, boolean> }] => [
      item,
      { privs: spelledOut(item, itemLetters(`${area}.${item}` as ItemPath)) },
    ])
    return { privs: spelledOut(area, areaLetters(area)), sub_items: Object.fromEntries(items) }
  }
  return Object.fromEntries(areas.map((area) => [area, spelled(area)]))
}

/** Default privileges of a system role, with every area and action expanded. */
export function defaultPrivileges(base: BaseRole): Privileges {
  const grant: Grant = grants[base]
  const parts = itemGrants[base]
  return mapOf(
    (area) => grant[area] ?? '',
    (path) => parts[path] ?? '',
  )
}

/** A map without grants, with every area, sub-item and action expanded. */
export function noPrivileges(): Privileges {
  return mapOf(
    () => '',
    () => '',
  )
}
