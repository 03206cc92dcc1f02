/**
 * Opens the technician's application without a network. It keeps the page and the parts of one build, which are the same
 * for everybody, and nothing that the server says about people or work.
 */
import { isMessage, type Message } from './message.ts'
import { partsOf, wayOf, type Way } from './way.ts'

declare const self: ServiceWorkerGlobalScope
/** Written by the build: what is kept (with a hash where the name has none) and what is fetched when needed. */
declare const __HILO_KEPT__: Readonly<Record<string, string | null>>
declare const __HILO_LATER__: readonly string[]
declare const __HILO_BUILD__: string
const files = __HILO_KEPT__
const laterFiles = __HILO_LATER__
/** Written by the server: which page it sends. */
const page = '__HILO_PAGE__'

const prefix = 'hilo-shell-'
const shell = `${prefix}${__HILO_BUILD__}-${page}`
const later = 'hilo-later'
/** Marks a build that has been in use: pages of it may still be open. */
const used = '/used'
/** After this the kept page is shown instead of waiting, ms. */
const patience = 3000
const atOnce = 6

async function fetched(url: string, hashed: boolean, signal: AbortSignal | null = null): Promise<Response> {
  const answer = await fetch(url, { credentials: 'omit', cache: hashed ? 'default' : 'no-cache', signal })
  if (!answer.ok || answer.redirected) throw new Error(`${url}: ${answer.status}`)
  return answer
}

/** What an earlier build or an interrupted attempt brought is not fetched again: a hashed name never changes its content. */
async function keep(cache: Cache, url: string): Promise<void> {
  if (await cache.match(url)) return
  const hashed = files[url] === null
  const known = hashed ? await caches.match(url, { ignoreVary: true }) : undefined
  await cache.put(url, known ?? (await fetched(url, hashed)))
}

async function keepPage(cache: Cache): Promise<void> {
  const answer = await fetched('/', false)
  const strange = partsOf(await answer.clone().text()).find((part) => !(part in files))
  // While a new version is being rolled out, worker and page may come from two of them.
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

/** The build that was in use stays for one more turn: a page of it that slept meanwhile still finds its parts. */
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

/** The network's answer when it comes in time; else what is kept, and the network after all where nothing is. */
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

/** Texts have no hash in their name: the kept page reads those of its own build, every other page the newest. */
async function text({ request, clientId }: FetchEvent): Promise<Response> {
  const { pathname } = new URL(request.url)
  const client = await self.clients.get(clientId)
  const ofField = client !== undefined && wayOf({ method: 'GET', opening: true, url: new URL(client.url) }, self.origin)
  const own = ofField === 'page' ? await kept(pathname) : undefined
  return own ?? freshOrKept(request, pathname)
}

const answers: Readonly<Record<NonNullable<Way>, (event: FetchEvent) => Promise<Response>>> = {
  page: async ({ request }) => (await kept('/')) ?? fetch(request),
  door: ({ request }) => freshOrKept(request, '/'),
  part: ({ request }) => part(request),
  text,
}

/** Ends what is being fetched for later: a worker that is at it lets no other take its place. */
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

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const way = wayOf({ method, opening: mode === 'navigate', url: new URL(url) }, self.origin)
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
