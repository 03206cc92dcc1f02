/** The parts that arrive on demand, by the path that shows them: for the router and for those who ask early. */
export const shell = () => import('./shell/Shell.tsx')

export const screens = {
  '/': () => import('../features/home/HomeScreen.tsx'),
  '/perfil': () => import('../features/account/ProfileScreen.tsx'),
  '/intervenciones': () => import('../features/events/EventsScreen.tsx'),
  '/intervenciones/nueva': () => import('../features/events/NewEventScreen.tsx'),
  '/intervenciones/$id': () => import('../features/events/EventScreen.tsx'),
  '/vecinos': () => import('../features/neighbours/BoxStateScreen.tsx'),
  '/vecinos/desconectados': () => import('../features/neighbours/UnpluggedScreen.tsx'),
  '/vecinos/informes/$id': () => import('../features/neighbours/QualityReportScreen.tsx'),
  '/ctos': () => import('../features/ctos/CtosScreen.tsx'),
  '/ctos/$id': () => import('../features/ctos/CtoScreen.tsx'),
  '/puertos': () => import('../features/ports/PortsScreen.tsx'),
  '/puertos/$id': () => import('../features/ports/PortScreen.tsx'),
} as const

/** What the path of a page below /vno needs, if it is a screen at all. */
export function screenOf(path: string): (() => Promise<unknown>) | undefined {
  const below = path.replace(/^\/vno\/?/, '/').replace(/\/\d+$/, '/$id')
  const found = Object.entries(screens).find(([route]) => route === below)
  return found?.[1]
}

export const technicianShell = () => import('./shell/TechnicianShell.tsx')

/** The technician's screens, below /tecnico. */
export const technicianScreens = {
  '/': () => import('../features/technician/TodayScreen.tsx'),
  '/nueva': () => import('../features/technician/NewScreen.tsx'),
  '/cto': () => import('../features/technician/BoxesScreen.tsx'),
  '/vecinos': () => import('../features/technician/BoardScreen.tsx'),
  '/intervencion/$id/$step': () => import('../features/technician/StepScreen.tsx'),
  '/intervencion/$id/veredicto': () => import('../features/technician/VerdictScreen.tsx'),
  '/pendientes': () => import('../features/technician/PendingScreen.tsx'),
  '/historial': () => import('../features/technician/HistoryScreen.tsx'),
} as const
