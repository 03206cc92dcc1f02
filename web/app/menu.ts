import type { Privilege } from '@hilo/domain/privilege.ts'
import { listMenu } from './list-screens.ts'

/** Navigation menu: entries, groups, and required privileges. */
export interface MenuEntry {
  route: string
  /** Text key of the name. */
  label: string
  icon: IconName
  privilege: Needed
  /** Text key in the phone's bottom bar, if the entry is in it. */
  phone?: string
  /** Sub-screens, shown while one of them is open; the entry leads to the first permitted one. */
  under?: readonly MenuScreen[]
}
/** `'any'`: every session; of several, one is enough. */
type Needed = Privilege | 'any' | readonly Privilege[]
export interface MenuScreen {
  route: string
  label: string
  privilege: Needed
  /** Route of a narrower screen, hidden from users who have this one. */
  over?: string
}
export interface MenuGroup {
  /** Text key of the heading; null for the last group. */
  label: string | null
  entries: readonly MenuEntry[]
}

export type IconName =
  | 'home'
  | 'events'
  | 'finalizations'
  | 'cancellations'
  | 'hair'
  | 'verification'
  | 'ctos'
  | 'ports'
  | 'map'
  | 'neighbours'
  | 'accesses'
  | 'diagnosis'
  | 'feasibility'
  | 'orders'
  | 'leaving'
  | 'devices'
  | 'enrollments'
  | 'people'
  | 'reports'
  | 'settings'

const screen = (route: string, icon: IconName, privilege: Needed, phone?: string): MenuEntry => ({
  route: `/vno${route}`,
  label: `menu.${icon}`,
  icon,
  privilege,
  ...(phone !== undefined && { phone }),
})
const under = (route: string, name: string, privilege: Needed): MenuScreen => ({
  route: `/vno${route}`,
  label: `menu.under.${name}`,
  privilege,
})
type PlacedList = (typeof listMenu)[number]
/** The screens in their order, each with the lists that follow it. */
const withLists = (screens: readonly MenuScreen[]): MenuScreen[] =>
  screens.flatMap((one) => [
    one,
    ...withLists(listMenu.filter(({ after }) => `/vno${after}` === one.route).map((placed) => listEntry(placed))),
  ])
const listEntry = ({ at, list, privilege }: PlacedList): MenuScreen => ({
  route: `/vno${at}`,
  label: `list.${list}.title`,
  privilege,
})
/** An entry with several screens under one name. */
const several = (icon: IconName, ...screens: [MenuScreen, ...MenuScreen[]]): MenuEntry => ({
  route: screens[0].route,
  label: `menu.${icon}`,
  icon,
  privilege: screens[0].privilege,
  under: withLists(screens),
})

export const menu: readonly MenuGroup[] = [
  {
    label: 'menu.group.work',
    entries: [
      screen('', 'home', 'any', 'menu.home'),
      screen('/intervenciones', 'events', 'event_view', 'menu.group.work'),
      screen('/finalizaciones', 'finalizations', 'eventFinalization_view'),
      screen('/cancelaciones', 'cancellations', 'eventCancellation_view'),
      screen('/cambios-pelo', 'hair', 'hairChange_view'),
      screen('/verificacion', 'verification', 'enrollments-verification_view'),
    ],
  },
  {
    label: 'menu.group.network',
    entries: [
      {
        ...several('ctos', under('/ctos', 'ctos', 'cto_view')),
        phone: 'menu.ctos',
      },
      screen('/puertos', 'ports', 'port_view', 'menu.ports'),
      screen('/mapa', 'map', 'cto_view'),
      several(
        'neighbours',
        // First, because the count beside the menu entry is that of its rows.
        under('/vecinos/desconectados', 'unplugged', 'neightborState_view'),
        under('/vecinos', 'neighbours', 'neightborState_view'),
        under('/vecinos/masiva', 'massive', 'massive-neighbor-request_view'),
      ),
    ],
  },
  {
    label: 'menu.group.accesses',
    entries: [
      several('accesses', under('/accesos', 'accesses', 'retrieve-access-vno_view'), {
        ...under('/accesos/consulta', 'accesses_all', 'retrieve-access_view'),
        over: '/vno/accesos',
      }),
      screen('/diagnostico', 'diagnosis', 'accessDiagnose_view'),
      screen('/factibilidad', 'feasibility', 'feasibility_view'),
      several(
        'orders',
        under('/ordenes', 'orders', 'assignment_view'),
        under('/agenda', 'agenda', 'assignment_view'),
        under('/anuladas', 'cancelled', 'cancellation_view'),
      ),
      screen('/bajas', 'leaving', 'accessUnsubscriptions_view'),
      screen('/cambio-equipo', 'devices', 'device-modification_view'),
    ],
  },
  {
    label: null,
    entries: [
      several(
        'enrollments',
        under('/matriculaciones', 'enrollments', 'enrollments_view'),
        under('/bajas-matricula', 'unenrollments', 'unenrollments_view'),
      ),
      several(
        'people',
        under('/tecnicos', 'technicals', 'technician_view'),
        under('/roles', 'roles', 'role-admin-vno_view'),
        under('/roles-red', 'neutral_roles', 'role_view'),
      ),
      several('reports', under('/informes', 'reports', 'dashboardReports_view')),
      several(
        'settings',
        under('/configuracion/intervencion', 'settings_event', 'eventConfi_view'),
        under('/configuracion/finalizacion', 'settings_finalization', 'eventFinalizationConfi_view'),
        under('/configuracion/informes', 'settings_reports', 'reportConfi_view'),
        under('/configuracion/seguridad', 'settings_security', 'admin_view'),
        under('/configuracion/motivos', 'settings_reasons', 'cancellation_view'),
        under('/configuracion/cargas', 'settings_loads', ['cto_create', 'assignment_create', 'technician_create']),
        under('/configuracion/avisos', 'settings_notices', 'any'),
        under('/configuracion/interfaz', 'settings_interface', 'any'),
      ),
    ],
  },
]

type Can = (privilege: Privilege) => boolean
const holds = (can: Can, needed: Needed): boolean =>
  needed === 'any' || (typeof needed === 'string' ? can(needed) : needed.some((one) => can(one)))
const seen =
  (can: Can) =>
  ({ privilege }: MenuScreen) =>
    holds(can, privilege)

/** Screens without an entry that require more than the screen they are opened from. */
const beyond: Readonly<Record<string, Needed>> = {
  '/vno/intervenciones/nueva': 'event_create',
  '/vno/ordenes/nueva': 'assignment_create',
  '/vno/ctos/nueva': 'cto_create',
  '/vno/ctos/$id/editar': 'cto_edit',
  '/vno/accesos/$id/datos': 'retrieve-data_view',
}
const needs = new Map<string, Needed>([
  ...Object.entries(beyond),
  ...menu.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.under ?? [entry]).map(({ route, privilege }) => [route, privilege] as const)),
  ),
])

/** Whether these privileges permit the screen at a path; access to a single record is decided by the server. */
export function mayOpen(path: string, can: Can): boolean {
  const route = path.replace(/\/$/, '').replace(/\/\d+(?=\/|$)/, '/$id')
  return holds(can, needs.get(route) ?? 'any')
}

/** The entry with its permitted screens; it leads to the first of them. */
function visibleEntry(entry: MenuEntry, can: Can): MenuEntry | null {
  if (!entry.under) return seen(can)(entry) ? entry : null
  const open = entry.under.filter(seen(can))
  const under = open.filter(({ route }) => !open.some(({ over }) => over === route))
  const [first] = under
  return first ? { ...entry, route: first.route, privilege: first.privilege, under } : null
}

/** The groups that these privileges permit: no empty group, no forbidden screen. */
export function visibleMenu(can: Can): MenuGroup[] {
  return menu
    .map(({ label, entries }) => ({ label, entries: entries.flatMap((entry) => visibleEntry(entry, can) ?? []) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Whether a path belongs to the entry or to one of its sub-screens. */
export function isWithin(entry: MenuEntry, path: string): boolean {
  const routes = entry.under?.flatMap(({ route, over = route }) => [route, over]) ?? [entry.route]
  return routes.some((route) => path === route || (route !== '/vno' && path.startsWith(`${route}/`)))
}

/** The four entries of the phone's bottom bar. */
export function phoneEntries(groups: readonly MenuGroup[]): MenuEntry[] {
  return groups.flatMap(({ entries }) => entries.filter(({ phone }) => phone !== undefined)).slice(0, 4)
}
