/** How the worker answers a request; null leaves it to the browser, as if there were no worker. */
export type Way = 'page' | 'door' | 'part' | 'text' | null

export interface Asked {
  method: string
  /** True for an address that the person opens, not for what a page asks for. */
  opening: boolean
  url: URL
}

/** Pages that the kept one is shown for, and those where the server's own comes first when it answers in time. */
const isPage = (path: string) => path === '/tecnico' || path.startsWith('/tecnico/')
const isDoor = (path: string) => path === '/' || path === '/login'

/** Names what is answered from the device: everything else, and every answer about people and work, passes by. */
export function wayOf({ method, opening, url }: Asked, origin: string): Way {
  const { pathname } = url
  if (method !== 'GET' || url.origin !== origin) return null
  if (opening) return isPage(pathname) ? 'page' : isDoor(pathname) ? 'door' : null
  if (pathname.startsWith('/static/')) return 'part'
  return pathname.startsWith('/assets/') ? 'text' : null
}

/** The parts that a page names: all of them must be those of the same build. */
export const partsOf = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
