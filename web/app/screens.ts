/** The parts that arrive on demand, by the path that shows them: for the router and for those who ask early. */
export const shell = () => import('./shell/Shell.tsx')

export const screens = {
  '/': () => import('../features/home/HomeScreen.tsx'),
  '/perfil': () => import('../features/account/ProfileScreen.tsx'),
  '/intervenciones': () => import('../features/events/EventsScreen.tsx'),
  '/intervenciones/$id': () => import('../features/events/EventScreen.tsx'),
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
