/** Lazily loaded screens by path, for the router and for preloading. */
import { accessesScreens } from '../features/accesses/screens.ts'
import { accountScreens, publicScreens } from '../features/account/screens.ts'
import { ctosScreens } from '../features/ctos/screens.ts'
import { dropsScreens } from '../features/drops/screens.ts'
import { enrollmentsScreens } from '../features/enrollments/screens.ts'
import { eventsScreens } from '../features/events/screens.ts'
import { hairScreens } from '../features/hair-changes/screens.ts'
import { loadsScreens } from '../features/loads/screens.ts'
import { neighboursScreens } from '../features/neighbors/screens.ts'
import { noticesScreens } from '../features/notifications/screens.ts'
import { ordersScreens } from '../features/orders/screens.ts'
import { peopleScreens } from '../features/people/screens.ts'
import { portsScreens } from '../features/ports/screens.ts'
import { reportsScreens } from '../features/reports/screens.ts'
import { settingsScreens } from '../features/settings/screens.ts'
import { technicianScreens } from '../features/field/screens.ts'
import { listScreens } from './list-screens.ts'
import { screen, type Screen } from '../ui/lazy-screen.ts'

export { publicScreens, technicianScreens }

export const shell = () => import('./shell/Shell.tsx')
export const technicianShell = () => import('./shell/TechnicianShell.tsx')

/** Below /vno. */
export const screens = {
  '/': screen(() => import('./HomePage.tsx'), 'HomePage'),
  ...listScreens,
  ...accountScreens,
  ...eventsScreens,
  ...hairScreens,
  ...enrollmentsScreens,
  ...ctosScreens,
  ...dropsScreens,
  ...portsScreens,
  ...neighboursScreens,
  ...accessesScreens,
  ...noticesScreens,
  ...ordersScreens,
  ...peopleScreens,
  ...reportsScreens,
  ...settingsScreens,
  ...loadsScreens,
}

/** Loader of the screen at a path below /vno; undefined if there is none. */
export function screenOf(path: string): (() => Promise<unknown>) | undefined {
  const below = path.replace(/^\/vno\/?/, '/').replace(/\/\d+(?=\/|$)/, '/$id')
  const table: Readonly<Record<string, Screen>> = screens
  return table[below]?.load
}
