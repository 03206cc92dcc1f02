import fastifyStatic from '@fastify/static'
import { Problem } from '@hilo/domain/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Config } from '../config.ts'
import { noStore, pagePolicy, workerPolicy } from './security.ts'

type Sender = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const hash = (content: string) => createHash('sha256').update(content).digest('base64url').slice(0, 16)

function readPage(config: Config): string {
  return readFileSync(join(config.webDir, 'index.html'), 'utf8')
    .replaceAll('__HILO_DEMO__', config.demo ? '1' : '0')
    .replaceAll('__HILO_ISSUER__', config.issuer ? 'foreign' : 'own')
}

/** Sends the client's page: its routes are the client's business, so any path without a file gets it. */
function pageSender(page: string): Sender {
  return (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    noStore(reply).header('content-security-policy', pagePolicy(nonce))
    return reply.type('text/html; charset=utf-8').send(page.replaceAll('__CSP_NONCE__', nonce))
  }
}

/**
 * Sends the service worker. It carries a mark of the page as this server sends it, policy included: a phone that keeps
 * the page takes a new one when any of it changes, also without a new build.
 */
function workerSender(config: Config, page: string): Sender {
  const source = readFileSync(join(config.webDir, config.offlineApp ? 'sw.js' : 'sw-retire.js'), 'utf8')
  const script = source.replaceAll('__HILO_PAGE__', hash(page + pagePolicy('')))
  const small = brotliCompressSync(script)
  const tag = `"${hash(script)}"`
  return (request, reply) => {
    // Browsers ask for it at every visit: it must be fresh, and is seldom new.
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
 * Somebody who came by another name of this machine is sent to the address that cookies and sign-in belong to. Whatever the
 * request target holds (`//host`, `/\host`, an absolute URL), only its path and query are kept.
 */
function elsewhere(request: FastifyRequest, { publicUrl }: Config): string | null {
  const { host } = request.headers
  if (host === undefined || host === publicUrl.host) return null
  const path = request.url.replace(/^[a-z][a-z\d+.-]*:[/\\]*[^/\\?#]*/i, '').replace(/^[/\\]*/, '/')
  const target = URL.parse(publicUrl.origin + path)
  // A path such as `/.//host` becomes `//host` once its dots are resolved: harmless here, but not to who reads it as a path.
  if (target) target.pathname = target.pathname.replace(/^[/\\]+/, '/')
  return target?.origin === publicUrl.origin ? target.href : `${publicUrl.origin}/`
}

/** What is filled in for each answer or each server is not sent as it lies there. */
const filledIn = /^(?:index\.html|sw[^/]*\.js)/

/** Sends the files that are there now: what is asked for is looked up among them, never on the disk. */
async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
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
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = request.params['*']
    return files.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
}

/** Serves the built web client: hashed files for ever; the page, the worker and the texts always fresh. */
export async function serveWebClient(app: FastifyInstance, config: Config): Promise<void> {
  const built = existsSync(join(config.webDir, 'index.html'))
  const page = built ? readPage(config) : ''
  const sendPage = built ? pageSender(page) : missing
  if (built) {
    await serveFiles(app, config.webDir)
    if (existsSync(join(config.webDir, 'sw.js'))) app.get('/sw.js', workerSender(config, page))
  }
  const open: Sender = (request, reply) => {
    const there = elsewhere(request, config)
    return there ? noStore(reply).redirect(there, 307) : sendPage(request, reply)
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    // Nobody but a program asks there, or in another way than a browser opens pages.
    if (request.method !== 'GET' || path === '/api' || path.startsWith('/api/')) throw new Problem('REQUEST_NOT_EXIST')
    const page = !/\.\w{1,5}$/.test(path)
    return page ? open(request, reply) : missing(request, reply)
  })
  app.get('/', open)
}
