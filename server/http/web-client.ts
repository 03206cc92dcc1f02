import fastifyStatic from '@fastify/static'
import { Problem } from '@hilo/domain/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Config } from '../config.ts'
import { tilesAddress, tilesOrigin, type MapTiles } from '../map-tiles.ts'
import { noStore, pagePolicy, workerPolicy } from './security.ts'

type Sender = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const hash = (content: string) => createHash('sha256').update(content).digest('base64url').slice(0, 16)

/** A value inside a quoted attribute. */
const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function readPage(config: Config): string {
  return readFileSync(join(config.webDir, 'index.html'), 'utf8')
    .replaceAll('__HILO_DEMO__', config.demo ? '1' : '0')
    .replaceAll('__HILO_ISSUER__', config.issuer ? 'foreign' : 'own')
    .replaceAll('__HILO_TILES__', escaped(tilesAddress(config.mapTiles)))
}

/** Sends the client's page for any path without a file: routes are the client's. */
function pageSender(page: string, { mapTiles }: Config): Sender {
  const policy = pagePolicy(tilesOrigin(mapTiles))
  return (_request, reply) =>
    noStore(reply).header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
}

/**
 * Sends the service worker. It contains a hash of the page as sent, policy included: a phone with a cached page updates when
 * any of it changes, also without a new build.
 */
function workerSender(config: Config, page: string): Sender {
  const source = readFileSync(join(config.webDir, config.offlineApp ? 'sw.js' : 'sw-retire.js'), 'utf8')
  const script = source.replaceAll('__HILO_PAGE__', hash(page + pagePolicy(tilesOrigin(config.mapTiles))))
  const small = brotliCompressSync(script)
  const tag = `"${hash(script)}"`
  return (request, reply) => {
    // Browsers request it at every visit: revalidated, and seldom new.
    reply.headers({ 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const brotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    if (brotli) reply.header('content-encoding', 'br')
    reply.header('content-security-policy', workerPolicy)
    return reply.type('text/javascript; charset=utf-8').send(brotli ? small : script)
  }
}

const missing: Sender = (_request, reply) =>
  noStore(reply).code(404).type('text/plain; charset=utf-8').send('No existe.')

/**
 * Redirects requests under another name of this machine to the public address, which cookies and sign-in need. Only path and
 * query of the request target (`//host`, `/\host`, an absolute URL) are kept.
 */
function elsewhere(request: FastifyRequest, { publicUrl }: Config): string | null {
  const { host } = request.headers
  if (host === undefined || host === publicUrl.host) return null
  const path = request.url.replace(/^[a-z][a-z\d+.-]*:[/\\]*[^/\\?#]*/i, '').replace(/^[/\\]*/, '/')
  const target = URL.parse(publicUrl.origin + path)
  // A path such as `/.//host` becomes `//host` after resolving dots: harmless here, but not for other parsers.
  if (target) target.pathname = target.pathname.replace(/^[/\\]+/, '/')
  return target?.origin === publicUrl.origin ? target.href : `${publicUrl.origin}/`
}

/** `index.html` and `sw.js` are templates (settings, build id): never serve the file as it is. */
const filledIn = /^(?:index\.html|sw[^/]*\.js)/

/** Serves the files present at the start: requests are looked up among them, never on the disk. */
async function serveFiles(app: FastifyInstance, { webDir: root, mapTiles }: Config): Promise<void> {
  const tilesFile = mapTiles?.kind === 'file' ? join(mapTiles.folder, mapTiles.name) : null
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const files = new Set(names.filter((name) => !filledIn.test(name)))
  await app.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders(response, path) {
      const hashed = /-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/.test(path) && path.includes('/static/')
      const isCacheable = hashed || path === tilesFile
      response.header('cache-control', isCacheable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = request.params['*']
    return files.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
}

/** Serves the file of the street tiles, of which browsers ask parts (Range). */
function serveTiles(app: FastifyInstance, { folder, name, path }: Extract<MapTiles, { kind: 'file' }>): void {
  app.get(path, (_request, reply) => reply.sendFile(name, folder))
}

/** Serves the built web client: hashed files cached for ever; page, worker and texts always revalidated. */
export async function serveWebClient(app: FastifyInstance, config: Config): Promise<void> {
  const built = existsSync(join(config.webDir, 'index.html'))
  const page = built ? readPage(config) : ''
  const sendPage = built ? pageSender(page, config) : missing
  if (built) {
    await serveFiles(app, config)
    if (config.mapTiles?.kind === 'file') serveTiles(app, config.mapTiles)
    if (existsSync(join(config.webDir, 'sw.js'))) app.get('/sw.js', workerSender(config, page))
  }
  const open: Sender = (request, reply) => {
    const there = elsewhere(request, config)
    return there ? noStore(reply).redirect(there, 307) : sendPage(request, reply)
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    // Only programs request these paths, or use these methods: browsers open pages by GET.
    if (request.method !== 'GET' || path === '/api' || path.startsWith('/api/')) throw new Problem('REQUEST_NOT_EXIST')
    const page = !/\.\w{1,5}$/.test(path)
    return page ? open(request, reply) : missing(request, reply)
  })
  app.get('/', open)
}
