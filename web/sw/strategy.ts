/** How the worker answers a request; null: not intercepted. */
export type Strategy = 'page' | 'door' | 'part' | 'text' | null

interface WorkerRequest {
  method: string
  /** True for a navigation, false for a resource request. */
  opening: boolean
  url: URL
}

/** Pages served from the cache, and (below) those served network-first with a timeout. */
const isPage = (path: string) => path === '/tecnico' || path.startsWith('/tecnico/')
const isDoor = (path: string) => path === '/' || path === '/login'

/** Chooses the strategy. API responses, which contain data of users and work, are never intercepted. */
export function strategyOf({ method, opening, url }: WorkerRequest, origin: string): Strategy {
  const { pathname } = url
  if (method !== 'GET' || url.origin !== origin) return null
  if (opening) return isPage(pathname) ? 'page' : isDoor(pathname) ? 'door' : null
  if (pathname.startsWith('/static/')) return 'part'
  return pathname.startsWith('/assets/') ? 'text' : null
}

/** Assets that a page names: all must belong to the same build. */
export const assetsOf = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
