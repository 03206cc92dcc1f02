/**
 * What a page asked for first when somebody had it open before, so that it is asked for again before the application is
 * there (app/preload.ts). Kept on the device while its person is signed in. Has no imports: it runs before everything else.
 */
export const askedKey = 'askedFirst'
/** Who is signed in (session.ts). */
export const infoKey = 'userInfo'

type Page = [address: string, path: string, query: string]
interface Asked {
  /** Id of the person. */
  user: number
  /** Address of the page, path of the call, its query as it travels; what was opened last stands last. */
  pages: Page[]
}
const isPage = (page: unknown): page is Page =>
  Array.isArray(page) && page.length === 3 && page.every((part) => typeof part === 'string')
/** Pages that are remembered. */
const most = 20

const here = () => location.pathname + location.search
/** Where the page was opened: elsewhere its person has gone on, and what he sees there is no start. */
const opened = here()

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Who was signed in when the page was open last; 0 for nobody. */
function person(): number {
  const info = read(infoKey) as { user?: { id?: number } } | null
  return info?.user?.id ?? 0
}

function readAsked(user: number): Asked {
  const kept = read(askedKey) as { user?: unknown; pages?: unknown } | null
  const pages = kept?.user === user && Array.isArray(kept.pages) ? kept.pages.filter(isPage) : []
  return { user, pages }
}

/** What this page asked for first the last time this person opened it. */
export function askedBefore(): { path: string; query: string } | null {
  const user = person()
  const page = user > 0 ? readAsked(user).pages.find(([address]) => address === opened) : undefined
  return page ? { path: page[1], query: page[2] } : null
}

let first = true
/** To be told of every list as it is asked for from its beginning; keeps the page's first, of the page as it was opened. */
export function rememberAsked(path: string, query: string): void {
  const user = person()
  if (!first || user <= 0 || import.meta.env.VITE_NATIVE === '1') return
  first = false
  if (here() !== opened) return
  const others = readAsked(user).pages.filter(([address]) => address !== opened)
  const kept: Asked = { user, pages: [...others.slice(1 - most), [opened, path, query]] }
  try {
    localStorage.setItem(askedKey, JSON.stringify(kept))
  } catch {
    // Full or forbidden: the next page asks when it is there.
  }
}
