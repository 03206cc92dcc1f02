import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { LoadingOauthScreen } from '../features/account/LoadingOauthScreen.tsx'
import { LoginScreen } from '../features/account/LoginScreen.tsx'
import { OauthUserScreen } from '../features/account/OauthUserScreen.tsx'
import { session } from '../api/session.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { Root } from './Root.tsx'
import { screens, shell, technicianScreens, technicianShell } from './screens.ts'
import { homeOf, startupMove } from './startup.ts'

/** Search parameters are plain texts: what a person reads in the address is what a screen gets. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))
function stringifySearch(search: Record<string, unknown>): string {
  const texts = Object.entries(search).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
  )
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts).toString()}`
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const withReturn = (search: Record<string, unknown>): { return_to_url?: string } => {
  const return_to_url = textOf(search['return_to_url'])
  return return_to_url === undefined ? {} : { return_to_url }
}

/** A list keeps its filters, order and open record in the address, under its own names. */
const asIs = (search: Record<string, unknown>): Record<string, unknown> => search

/** Guards an area on every way into it, the back button included. */
function guard({ location }: { location: { href: string } }) {
  const { accountType } = session.get()
  const move = startupMove({ location: location.href, signedIn: session.isSignedIn(), accountType })
  if (move !== null) throw redirect({ href: move.to, replace: true })
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundScreen, errorComponent: ErrorScreen })
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: withReturn,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/login', search, replace: true })
  },
})
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: withReturn,
  component: function Login() {
    const { return_to_url } = login.useSearch()
    return <LoginScreen returnTo={return_to_url} />
  },
})
const loadingOauth = createRoute({
  getParentRoute: () => root,
  path: '/loading-oauth',
  validateSearch: withReturn,
  component: function LoadingOauth() {
    const { return_to_url } = loadingOauth.useSearch()
    return <LoadingOauthScreen returnTo={return_to_url} />
  },
})
const oauthUser = createRoute({
  getParentRoute: () => root,
  path: '/oauth/user',
  component: () => <OauthUserScreen homeOf={homeOf} />,
})

const vno = createRoute({
  getParentRoute: () => root,
  path: '/vno',
  beforeLoad: guard,
  component: lazyRouteComponent(shell, 'Shell'),
})
const under = <P extends string>(path: P) => ({ getParentRoute: () => vno, path, validateSearch: asIs })
const home = createRoute({ ...under('/'), component: lazyRouteComponent(screens['/'], 'HomeScreen') })
const profile = createRoute({ ...under('/perfil'), component: lazyRouteComponent(screens['/perfil'], 'ProfileScreen') })
const events = createRoute({
  ...under('/intervenciones'),
  component: lazyRouteComponent(screens['/intervenciones'], 'EventsScreen'),
})
const event = createRoute({
  ...under('/intervenciones/$id'),
  component: lazyRouteComponent(screens['/intervenciones/$id'], 'EventScreen'),
})
const newEvent = createRoute({
  ...under('/intervenciones/nueva'),
  component: lazyRouteComponent(screens['/intervenciones/nueva'], 'NewEventScreen'),
})
const boxState = createRoute({
  ...under('/vecinos'),
  component: lazyRouteComponent(screens['/vecinos'], 'BoxStateScreen'),
})
const unplugged = createRoute({
  ...under('/vecinos/desconectados'),
  component: lazyRouteComponent(screens['/vecinos/desconectados'], 'UnpluggedScreen'),
})
const qualityReport = createRoute({
  ...under('/vecinos/informes/$id'),
  component: lazyRouteComponent(screens['/vecinos/informes/$id'], 'QualityReportScreen'),
})
const ctos = createRoute({ ...under('/ctos'), component: lazyRouteComponent(screens['/ctos'], 'CtosScreen') })
const cto = createRoute({ ...under('/ctos/$id'), component: lazyRouteComponent(screens['/ctos/$id'], 'CtoScreen') })
const ports = createRoute({ ...under('/puertos'), component: lazyRouteComponent(screens['/puertos'], 'PortsScreen') })
const port = createRoute({
  ...under('/puertos/$id'),
  component: lazyRouteComponent(screens['/puertos/$id'], 'PortScreen'),
})
const tecnico = createRoute({
  getParentRoute: () => root,
  path: '/tecnico',
  beforeLoad: guard,
  component: lazyRouteComponent(technicianShell, 'TechnicianShell'),
})
const field = technicianScreens
const technician = <P extends string>(path: P) => ({ getParentRoute: () => tecnico, path, validateSearch: asIs })
const technicianRoutes = [
  createRoute({ ...technician('/'), component: lazyRouteComponent(field['/'], 'TodayScreen') }),
  createRoute({ ...technician('/nueva'), component: lazyRouteComponent(field['/nueva'], 'NewScreen') }),
  createRoute({ ...technician('/cto'), component: lazyRouteComponent(field['/cto'], 'BoxesScreen') }),
  createRoute({ ...technician('/vecinos'), component: lazyRouteComponent(field['/vecinos'], 'BoardScreen') }),
  createRoute({ ...technician('/vecinos/$code'), component: lazyRouteComponent(field['/vecinos'], 'BoardScreen') }),
  createRoute({
    ...technician('/intervencion/$id/veredicto'),
    component: lazyRouteComponent(field['/intervencion/$id/veredicto'], 'VerdictScreen'),
  }),
  createRoute({
    ...technician('/intervencion/$id/$step'),
    component: lazyRouteComponent(field['/intervencion/$id/$step'], 'StepScreen'),
  }),
  createRoute({ ...technician('/pendientes'), component: lazyRouteComponent(field['/pendientes'], 'PendingScreen') }),
  createRoute({ ...technician('/historial'), component: lazyRouteComponent(field['/historial'], 'HistoryScreen') }),
  createRoute({ ...technician('/perfil'), component: lazyRouteComponent(screens['/perfil'], 'ProfileScreen') }),
] as const

const routeTree = root.addChildren([
  index,
  login,
  loadingOauth,
  oauthUser,
  vno.addChildren([home, profile, events, newEvent, event, boxState, unplugged, qualityReport, ctos, cto, ports, port]),
  tecnico.addChildren([...technicianRoutes]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 20,
  defaultPendingMs: 200,
  scrollRestoration: true,
  notFoundMode: 'root',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
