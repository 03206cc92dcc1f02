import {
  createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { LoadingOauthScreen } from '../features/account/LoadingOauthScreen.tsx'
import { LoginScreen } from '../features/account/LoginScreen.tsx'
import { OauthUserScreen } from '../features/account/OauthUserScreen.tsx'
import { session } from '../api/session.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { Root } from './Root.tsx'
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

const listScreens = import.meta.glob<Record<string, ComponentType>>('../features/{events,ctos,ports}/*Screen.tsx')
function listScreen(area: string, name: string) {
  const load = listScreens[`../features/${area}/${name}.tsx`]
  return load === undefined ? NotFoundScreen : lazyRouteComponent(load, name)
}

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

const shell = lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell')
const vno = createRoute({ getParentRoute: () => root, path: '/vno', beforeLoad: guard, component: shell })
const under = <P extends string>(path: P) => ({ getParentRoute: () => vno, path })
const home = createRoute({
  ...under('/'),
  component: lazyRouteComponent(() => import('../features/home/HomeScreen.tsx'), 'HomeScreen'),
})
const profile = createRoute({
  ...under('/perfil'),
  component: lazyRouteComponent(() => import('../features/account/ProfileScreen.tsx'), 'ProfileScreen'),
})
const events = createRoute({ ...under('/intervenciones'), validateSearch: asIs, component: listScreen('events', 'EventsScreen') })
const event = createRoute({ ...under('/intervenciones/$id'), validateSearch: asIs, component: listScreen('events', 'EventScreen') })
const ctos = createRoute({ ...under('/ctos'), validateSearch: asIs, component: listScreen('ctos', 'CtosScreen') })
const cto = createRoute({ ...under('/ctos/$id'), validateSearch: asIs, component: listScreen('ctos', 'CtoScreen') })
const ports = createRoute({ ...under('/puertos'), validateSearch: asIs, component: listScreen('ports', 'PortsScreen') })
const port = createRoute({ ...under('/puertos/$id'), validateSearch: asIs, component: listScreen('ports', 'PortScreen') })
const tecnico = createRoute({
  getParentRoute: () => root,
  path: '/tecnico',
  beforeLoad: guard,
  component: lazyRouteComponent(() => import('./shell/TechnicianShell.tsx'), 'TechnicianShell'),
})
const technicianHome = createRoute({
  getParentRoute: () => tecnico,
  path: '/',
  component: lazyRouteComponent(() => import('../features/account/ProfileScreen.tsx'), 'ProfileScreen'),
})

const routeTree = root.addChildren([
  index,
  login,
  loadingOauth,
  oauthUser,
  vno.addChildren([home, profile, events, event, ctos, cto, ports, port]),
  tecnico.addChildren([technicianHome]),
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
