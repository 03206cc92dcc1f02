import type { Privilege } from '@hilo/domain/privilege.ts'

/** The product's map: what there is, in which group, and what it takes to see it. */
export interface MenuEntry {
  route: string
  /** Key of its name. */
  label: string
  icon: IconName
  /** `'any'`: every session. */
  privilege: Privilege | 'any'
  /** The screen exists; the others have their place and are not shown. */
  ready: boolean
  /** In the phone's bottom bar, under this name. */
  phone?: string
  /** Screens of its own, shown while one of them is open. */
  under?: readonly { route: string; label: string; privilege: Privilege }[]
}
export interface MenuGroup {
  /** Key of its heading; the last group has none. */
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

const place = (route: string, icon: IconName, privilege: Privilege | 'any'): MenuEntry => ({
  route: `/vno${route}`,
  label: `menu.${icon}`,
  icon,
  privilege,
  ready: false,
})
const screen = (route: string, icon: IconName, privilege: Privilege | 'any', phone: string): MenuEntry => ({
  ...place(route, icon, privilege),
  ready: true,
  phone,
})

export const menu: readonly MenuGroup[] = [
  {
    label: 'menu.group.work',
    entries: [
      screen('', 'home', 'any', 'menu.home'),
      screen('/intervenciones', 'events', 'event_view', 'menu.group.work'),
      place('/finalizaciones', 'finalizations', 'eventFinalization_view'),
      place('/cancelaciones', 'cancellations', 'eventCancellation_view'),
      place('/cambios-pelo', 'hair', 'hairChange_view'),
      place('/verificacion', 'verification', 'enrollments-verification_view'),
    ],
  },
  {
    label: 'menu.group.network',
    entries: [
      screen('/ctos', 'ctos', 'cto_view', 'menu.ctos'),
      screen('/puertos', 'ports', 'port_view', 'menu.ports'),
      place('/mapa', 'map', 'cto_view'),
      {
        ...place('/vecinos', 'neighbours', 'neightborState_view'),
        ready: true,
        under: [
          { route: '/vno/vecinos', label: 'menu.neighbours.box', privilege: 'neightborState_view' },
          { route: '/vno/vecinos/desconectados', label: 'menu.neighbours.unplugged', privilege: 'neightborState_view' },
        ],
      },
    ],
  },
  {
    label: 'menu.group.accesses',
    entries: [
      place('/accesos', 'accesses', 'retrieve-access-vno_view'),
      place('/diagnostico', 'diagnosis', 'accessDiagnose_view'),
      place('/factibilidad', 'feasibility', 'feasibility_view'),
      place('/ordenes', 'orders', 'assignment_view'),
      place('/bajas', 'leaving', 'accessUnsubscriptions_view'),
      place('/cambio-equipo', 'devices', 'device-modification_view'),
    ],
  },
  {
    label: null,
    entries: [
      place('/matriculaciones', 'enrollments', 'enrollments_view'),
      place('/tecnicos', 'people', 'technician_view'),
      place('/informes', 'reports', 'dashboardReports_view'),
      place('/configuracion/intervencion', 'settings', 'eventConfi_view'),
    ],
  },
]

/** The groups as somebody with these privileges sees them: no empty group, no screen he may not open. */
export function visibleMenu(can: (privilege: Privilege) => boolean): MenuGroup[] {
  const visible = ({ ready, privilege }: MenuEntry) => ready && (privilege === 'any' || can(privilege))
  return menu
    .map(({ label, entries }) => ({ label, entries: entries.filter(visible) }))
    .filter(({ entries }) => entries.length > 0)
}

/** The four of the phone's bottom bar. */
export function phoneEntries(groups: readonly MenuGroup[]): MenuEntry[] {
  return groups.flatMap(({ entries }) => entries.filter(({ phone }) => phone !== undefined)).slice(0, 4)
}
