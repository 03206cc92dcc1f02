import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router'
import { LoadingOauthScreen } from '../features/account/LoadingOauthScreen.tsx'
import { LoginScreen } from '../features/account/LoginScreen.tsx'
import { OauthUserScreen } from '../features/account/OauthUserScreen.tsx'
import { session } from '../api/session.ts'
import { ErrorScreen, ErrorWithin } from './ErrorScreen.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { Root } from './Root.tsx'
import { withLoadError, type Screen } from '../ui/lazy-screen.ts'
import { publicScreens, screens, shell, technicianScreens, technicianShell } from './screens.ts'
import { homeOf, startupMove } from './startup.ts'

/** Search parameters are plain texts: no JSON encoding. */
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

/** A list keeps filters, order and open record in its own URL parameters. */
const asIs = (search: Record<string, unknown>): Record<string, unknown> => search

/** Guards an area on every navigation, including the back button. */
function guard({ location }: { location: { href: string } }) {
  const { accountType } = session.get()
  const waiting = session.isPendingApproval()
  const move = startupMove({ location: location.href, signedIn: session.isSignedIn(), accountType, waiting })
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
  // An issuer adds its `state` on the way back from signing out.
  beforeLoad: ({ search }) => {
    if ('state' in search) throw redirect({ to: '/login', search: withReturn(search), replace: true })
  },
  component: function Login() {
    const { return_to_url } = login.useSearch()
    return <LoginScreen returnTo={return_to_url} />
  },
})
const loadingOauth = createRoute({
  getParentRoute: () => root,
  path: '/loading-oauth',
  validateSearch: (search: Record<string, unknown>): { return_to_url?: string; llaves?: '1'; otra?: '1' } => ({
    ...withReturn(search),
    ...(search['llaves'] === '1' && { llaves: '1' }),
    ...(search['otra'] === '1' && { otra: '1' }),
  }),
  component: function LoadingOauth() {
    const { return_to_url, llaves, otra } = loadingOauth.useSearch()
    return <LoadingOauthScreen returnTo={return_to_url} manage={llaves === '1'} other={otra === '1'} />
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
  component: lazyRouteComponent(withLoadError(shell), 'Shell'),
})
const tecnico = createRoute({
  getParentRoute: () => root,
  path: '/tecnico',
  beforeLoad: guard,
  component: lazyRouteComponent(withLoadError(technicianShell), 'TechnicianShell'),
})

/** A failing screen leaves the area's layout in place. */
const within = { validateSearch: asIs, errorComponent: ErrorWithin }
/** Routes of a screen table; the path stays a literal type, so that a link to an unknown path does not compile. */
const shown = ({ load, name }: Screen) => lazyRouteComponent(withLoadError(load), name)
const ofVno = <const P extends string>(path: P, screen: Screen) =>
  createRoute({ getParentRoute: () => vno, path, ...within, component: shown(screen) })
const ofTechnician = <const P extends string>(path: P, screen: Screen) =>
  createRoute({ getParentRoute: () => tecnico, path, ...within, component: shown(screen) })
const ofNobody = <const P extends string>(path: P, screen: Screen) =>
  createRoute({ getParentRoute: () => root, path, validateSearch: asIs, component: shown(screen) })
type Table = Readonly<Record<string, Screen>>
const routes = <R,>(table: Table, make: (path: string, screen: Screen) => unknown) =>
  Object.fromEntries(Object.entries(table).map(([path, one]) => [path, make(path, one)])) as R

type VnoRoutes = { [P in keyof typeof screens & string]: ReturnType<typeof ofVno<P>> }
/** Screens shared by the desktop and technician areas. */
const shared = { '/perfil': screens['/perfil'], '/soporte': screens['/soporte'] }
type TechnicianTable = typeof technicianScreens & typeof shared
type TechnicianRoutes = { [P in keyof TechnicianTable & string]: ReturnType<typeof ofTechnician<P>> }
type PublicRoutes = { [P in keyof typeof publicScreens & string]: ReturnType<typeof ofNobody<P>> }

const routeTree = root.addChildren({
  index,
  login,
  loadingOauth,
  oauthUser,
  ...routes<PublicRoutes>(publicScreens, ofNobody),
  vno: vno.addChildren(routes<VnoRoutes>(screens, ofVno)),
  tecnico: tecnico.addChildren(routes<TechnicianRoutes>({ ...technicianScreens, ...shared }, ofTechnician)),
})

/** True for a navigation to another screen that is not a step back: the back button restores the scroll position. */
function opensScreen(from: ParsedLocation | undefined, to: ParsedLocation): boolean {
  if (from === undefined || from.pathname === to.pathname) return false
  return (to.state.__TSR_index ?? 0) >= (from.state.__TSR_index ?? 0)
}

let opening = false

/** Notes what the current navigation is, before the router renders it. */
const noteNavigation = ({
  fromLocation,
  toLocation,
}: {
  fromLocation?: ParsedLocation
  toLocation: ParsedLocation
}) => {
  opening = opensScreen(fromLocation, toLocation)
}

/**
 * Whether the router restores scroll positions. A screen that is opened starts at its top: the router would carry over the
 * positions of the screen before, whose scrolled elements have the same place in the document.
 */
function restoresScroll(): boolean {
  if (!opening) return true
  document.querySelector('#contenido')?.scrollTo({ top: 0 })
  window.scrollTo({ top: 0 })
  return false
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 20,
  defaultPendingMs: 200,
  scrollRestoration: restoresScroll,
  // Matches the start-up rules: `/VNO` must not bypass the guard of `/vno`.
  caseSensitive: true,
  notFoundMode: 'root',
  // Rendered inside the root layout, whose version badge stays.
  defaultErrorComponent: ErrorScreen,
})

router.subscribe('onBeforeLoad', noteNavigation)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
