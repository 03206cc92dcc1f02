/**
 * Remembers each page's first list request, so that the preload script (app/preload.ts) can repeat it before the
 * application has loaded. Stored on the device while the user is signed in. Has no imports: it runs before everything
 * else.
 */
export const firstRequestsKey = 'askedFirst'
/** Storage key of the signed-in user (session.ts). */
export const infoKey = 'userInfo'

type Page = [address: string, path: string, query: string]
interface FirstRequests {
  /** User id. */
  user: number
  /** Page path, call path, and query as sent; the most recent page is last. */
  pages: Page[]
}
const isPage = (page: unknown): page is Page =>
  Array.isArray(page) && page.length === 3 && page.every((part) => typeof part === 'string')
/** Number of pages remembered. */
const most = 20

const here = () => location.pathname + location.search
/** Path at page load: a request made after navigation is not this page's first. */
const opened = here()

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Id of the user stored by the last page; 0 if signed out. */
function person(): number {
  const info = read(infoKey) as { user?: { id?: number } } | null
  return info?.user?.id ?? 0
}

function readFirstRequests(user: number): FirstRequests {
  const kept = read(firstRequestsKey) as { user?: unknown; pages?: unknown } | null
  const pages = kept?.user === user && Array.isArray(kept.pages) ? kept.pages.filter(isPage) : []
  return { user, pages }
}

/** This page's first request at this user's last visit. */
export function repeatedRequest(): { path: string; query: string } | null {
  const user = person()
  const page = user > 0 ? readFirstRequests(user).pages.find(([address]) => address === opened) : undefined
  return page ? { path: page[1], query: page[2] } : null
}

let first = true
/** Called with every list request from the list's beginning; stores the page's first one. */
export function rememberFirstRequest(path: string, query: string): void {
  const user = person()
  if (!first || user <= 0 || import.meta.env.VITE_NATIVE === '1') return
  first = false
  if (here() !== opened) return
  const others = readFirstRequests(user).pages.filter(([address]) => address !== opened)
  const kept: FirstRequests = { user, pages: [...others.slice(1 - most), [opened, path, query]] }
  try {
    localStorage.setItem(firstRequestsKey, JSON.stringify(kept))
  } catch {
    // Storage full or blocked: the next page loads without a preload.
  }
}
