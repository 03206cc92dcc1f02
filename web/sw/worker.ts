/**
 * Service worker of the technician's application for offline use. Caches the page and the assets of one build, which
 * are the same for every user, and no API response.
 */
import { isMessage, type Message } from './message.ts'
import { followPush } from './push.ts'
import { assetsOf, strategyOf, type Strategy } from './strategy.ts'

declare const self: ServiceWorkerGlobalScope
/** Injected by the build: precached assets (with a hash where the name has none), and assets cached on demand. */
declare const __HILO_KEPT__: Readonly<Record<string, string | null>>
declare const __HILO_LATER__: readonly string[]
declare const __HILO_BUILD__: string
const files = __HILO_KEPT__
const laterFiles = __HILO_LATER__
/** Injected by the server: which page it serves. */
const page = '__HILO_PAGE__'

const prefix = 'hilo-shell-'
const shell = `${prefix}${__HILO_BUILD__}-${page}`
const later = 'hilo-later'
/** Marks the cache of a build that has been active: pages of it may still be open. */
const used = '/used'
/** Network timeout before the cached page is served, ms. */
const patience = 3000
const atOnce = 6

async function fetched(url: string, hashed: boolean, signal: AbortSignal | null = null): Promise<Response> {
  const answer = await fetch(url, { credentials: 'omit', cache: hashed ? 'default' : 'no-cache', signal })
  if (!answer.ok || answer.redirected) throw new Error(`${url}: ${answer.status}`)
  return answer
}

/** Assets of an earlier build or an interrupted install are reused: the content of a hashed name never changes. */
async function keep(cache: Cache, url: string): Promise<void> {
  if (await cache.match(url)) return
  const hashed = files[url] === null
  const known = hashed ? await caches.match(url, { ignoreVary: true }) : undefined
  await cache.put(url, known ?? (await fetched(url, hashed)))
}

async function keepPage(cache: Cache): Promise<void> {
  const answer = await fetched('/', false)
  const strange = assetsOf(await answer.clone().text()).find((part) => !(part in files))
  // During a rolling update, worker and page may come from different builds.
  if (strange !== undefined) throw new Error(`the page is of another build: ${strange}`)
  await cache.put('/', answer)
}

async function each(urls: readonly string[], work: (url: string) => Promise<void>): Promise<void> {
  const rest = [...urls]
  const take = async () => {
    for (let url = rest.shift(); url !== undefined; url = rest.shift()) await work(url)
  }
  await Promise.all(Array.from({ length: atOnce }, take))
}

async function install(): Promise<void> {
  const cache = await caches.open(shell)
  await keepPage(cache)
  await each(Object.keys(files), (url) => keep(cache, url))
}

/** The previous build's cache is kept for one more update: an open page of it may still need its assets. */
async function activate(): Promise<void> {
  await (await caches.open(shell)).put(used, new Response())
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== shell)
  const inUse: string[] = []
  for (const name of others) if (await (await caches.open(name)).match(used)) inUse.push(name)
  const last = inUse.at(-1)
  await Promise.all(others.filter((name) => name !== last).map((name) => caches.delete(name)))
  const parts = await caches.open(later)
  for (const { url } of await parts.keys()) if (!laterFiles.includes(new URL(url).pathname)) await parts.delete(url)
  await self.clients.claim()
}

const kept = async (url: string): Promise<Response | undefined> =>
  (await caches.open(shell)).match(url, { ignoreVary: true, ignoreSearch: true })

/** Network first with a timeout, then the cache; without a cached copy, the network without a timeout. */
async function freshOrKept(request: Request, url: string): Promise<Response> {
  const answer = fetch(request)
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), patience)
  const inTime = await Promise.race([answer, late]).catch(() => null)
  clearTimeout(timer)
  if (inTime?.ok || inTime?.type === 'opaqueredirect') return inTime
  return (await kept(url)) ?? answer
}

async function part(request: Request): Promise<Response> {
  const known = await caches.match(request.url, { ignoreVary: true })
  if (known) return known
  const answer = await fetch(request)
  const { pathname } = new URL(request.url)
  if (answer.ok && laterFiles.includes(pathname)) await (await caches.open(later)).put(request.url, answer.clone())
  return answer
}

/** Text files have no hash in their name: a cached page reads those of its own build, any other page the newest. */
async function text({ request, clientId }: FetchEvent): Promise<Response> {
  const { pathname } = new URL(request.url)
  const client = await self.clients.get(clientId)
  const ofField =
    client !== undefined && strategyOf({ method: 'GET', opening: true, url: new URL(client.url) }, self.origin)
  const own = ofField === 'page' ? await kept(pathname) : undefined
  return own ?? freshOrKept(request, pathname)
}

const answers: Readonly<Record<NonNullable<Strategy>, (event: FetchEvent) => Promise<Response>>> = {
  page: async ({ request }) => (await kept('/')) ?? fetch(request),
  door: ({ request }) => freshOrKept(request, '/'),
  part: ({ request }) => part(request),
  text,
}

/** Aborts prefetching: a worker that is busy with it delays the activation of its successor. */
let fetching = new AbortController()

const acts: Readonly<Record<Message, () => Promise<void>>> = {
  'take over': () => self.skipWaiting(),
  'fetch later parts': async () => {
    const cache = await caches.open(later)
    const { signal } = fetching
    await each(laterFiles, async (url) => {
      if (!signal.aborted && !(await cache.match(url))) await cache.put(url, await fetched(url, true, signal))
    })
  },
  'stop fetching': async () => {
    fetching.abort()
    fetching = new AbortController()
  },
}

followPush()
self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const way = strategyOf({ method, opening: mode === 'navigate', url: new URL(url) }, self.origin)
  if (way !== null) event.respondWith(answers[way](event))
})
self.addEventListener('message', (event) => {
  const data: unknown = event.data
  const [port] = event.ports
  if (!isMessage(data)) return
  event.waitUntil(
    acts[data]().then(
      () => port?.postMessage(true),
      () => port?.postMessage(false),
    ),
  )
})
