import multipart from '@fastify/multipart'
import { contract } from '@hilo/contract/index.ts'
import { openApi } from '@hilo/contract/openapi.ts'
import { Problem } from '@hilo/domain/problem.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Auth } from './auth/auth.ts'
import { passkeySite } from './auth/passkey-site.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import { routes, type Route } from './http/calls.ts'
import { endUnasked, limitConnections, refuseUnreadable } from './http/connections.ts'
import { mountCspReports } from './http/csp-report.ts'
import { docsPage, docsStyle } from './http/docs-page.ts'
import { handle, type Kernel } from './http/handle.ts'
import { maxQueryBytes, maxShortBytes } from './http/body.ts'
import { maxFiles, maxFileBytes } from './http/upload.ts'
import { mountMetrics } from './http/metrics.ts'
import { mountHealth } from './http/health.ts'
import { corsHeaders, isKnownOrigin } from './http/origin.ts'
import { Principals } from './http/principal.ts'
import { problemAnswer } from './http/problems.ts'
import { documentPolicy, noStore, securityHeaders } from './http/security.ts'
import { cutSlowReaders } from './http/slow-readers.ts'
import { Totals } from './http/totals.ts'
import { mountStream } from './http/stream.ts'
import { mountClaimedLinks } from './http/claimed-links.ts'
import { serveWebClient } from './http/web-client.ts'
import type { FileStore } from './files/store.ts'
import type { Log } from './log.ts'
import type { Reader } from './plant/reader.ts'

export interface AppParts {
  config: Config
  db: Database
  auth: Auth
  log: Log
  store: FileStore
  plant: Reader
  /** Compares each answer with its declaration: tests and development. */
  checkAnswers?: boolean
}

/** How long a request may take to arrive: with files, and without. */
const uploadTimeoutMs = 120_000
const requestTimeoutMs = 30_000

/** The contract checks what comes and goes: without a compiler of its own fastify would load three of JSON schemas. */
function noSchemas(): never {
  throw new Error('a route has a schema of fastify')
}

/** Slow or endless connections are cut here; Node's defaults keep them for ever. */
function newFastify(config: Config): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: maxQueryBytes + 1024,
    requestTimeout: uploadTimeoutMs,
    keepAliveTimeout: 5_000,
    // Nothing is heard of a connection while a large table is worked on.
    connectionTimeout: uploadTimeoutMs,
    // What Node looks at only every half minute would last as long.
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    clientErrorHandler: refuseUnreadable(config),
    // An address that cannot be decoded reaches no hook and no route of ours.
    frameworkErrors: (_error, request, reply) => {
      const { status, body } = problemAnswer(new Problem('REQUEST_NOT_EXIST'), request.id)
      void noStore(reply.headers(securityHeaders(config)))
        .code(status)
        .type('application/json; charset=utf-8')
        .send(body)
    },
    routerOptions: { maxParamLength: 300 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })
  app.server.maxConnections = 20_000
  limitConnections(app.server, config)
  cutSlowReaders(app.server)
  endUnasked(app)
  return app
}

/** Bodies stay as they came until the caller is known: who may not call learns nothing of what is wrong in the body. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  // Anything else is read away and refused by the call itself, in its own words.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null, Symbol('unreadable')))
  })
}

const partLimits = { fieldSize: maxQueryBytes, fields: 4, files: maxFiles, fileSize: maxFileBytes + 1, parts: 9 }
/** A part with a content type of its own stays as it came, `query` included: it is read by our own rules. */
const isPartAFile = (_name: string | undefined, contentType: string | undefined, fileName: string | undefined) =>
  fileName !== undefined || contentType?.startsWith('application/') === true

/** A body without files arrives within its own, shorter time or not at all. */
function limitArrival(app: FastifyInstance, table: ReadonlyMap<string, Route>): void {
  const long = new Set(
    [...table.values()].filter(({ kind }) => kind === 'upload').map(({ path }) => `/api/v1/${path}.json`),
  )
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (request.method !== 'GET' && !long.has(request.url)) {
      const timer = setTimeout(() => raw.complete || raw.destroy(), requestTimeoutMs).unref()
      reply.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** The description is made when somebody asks for it: most processes never need its memory and its time. */
function mountDocs(app: FastifyInstance, config: Config): void {
  let document: string | undefined
  let page: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApi(contract, config.version))
    return noStore(reply).type('application/json; charset=utf-8').send(document)
  })
  app.get('/api/docs', (_request, reply) => {
    page ??= docsPage(contract, config.version)
    return noStore(reply).header('content-security-policy', documentPolicy).type('text/html; charset=utf-8').send(page)
  })
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
}

/** Files are taken while they come; every other body is there before its call begins. */
async function mountCalls(app: FastifyInstance, kernel: Kernel, { publicUrl: { origin } }: Config): Promise<void> {
  const url = '/api/v1/*'
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/v1/')) reply.headers(corsHeaders(request.headers, origin))
    done()
  })
  await app.register((short, _options, done) => {
    const read = { parseAs: 'buffer', bodyLimit: maxShortBytes } as const
    short.addContentTypeParser('multipart/form-data', read, (_request, body, parsed) => parsed(null, body))
    short.route<{ Params: { '*': string } }>({
      method,
      url,
      handler: (request, reply) => handle(kernel, request, noStore(reply), request.params['*']),
    })
    done()
  })
  await app.register(async (long) => {
    await long.register(multipart, { limits: partLimits, isPartAFile })
    for (const { path, kind, spec } of kernel.routes.values())
      if (kind === 'upload' && spec.files)
        long.route({
          method,
          url: `/api/v1/${path}.json`,
          handler: (request, reply) => handle(kernel, request, noStore(reply), `${path}.json`),
        })
  })
  app.options(url, (request, reply) => {
    if (!isKnownOrigin(request.headers, origin)) throw new Problem('FOREIGN_ORIGIN')
    return noStore(reply).code(204).send()
  })
}

/**
 * The server without its port: tests call it by `inject`.
 * @throws {Error} when a call declares no privilege or scope, or nothing answers it
 */
export async function buildApp({
  config,
  db,
  auth,
  log,
  store,
  plant,
  checkAnswers = false,
}: AppParts): Promise<FastifyInstance> {
  const app = newFastify(config)
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const known = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'FILE_TOO_LARGE' : null
    const unreadable = error.statusCode !== undefined && error.statusCode < 500
    const code = known ?? (unreadable ? 'SYNTAX_ERROR_IN_REQUEST' : 'SYSTEM_ERROR')
    const problem = error instanceof Problem ? error : new Problem(code)
    // Who leaves while a file comes has not found a fault.
    const left = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.socket.destroyed
    if (problem.code === 'SYSTEM_ERROR' && !left) log.error('request failed', { request_id: request.id, error })
    const answer = problemAnswer(problem, request.id)
    return noStore(reply)
      .code(answer.status)
      .headers(answer.headers)
      .type('application/json; charset=utf-8')
      .send(answer.body)
  })
  const table = routes()
  limitArrival(app, table)
  readBodies(app)
  await mountCspReports(app, log)
  mountHealth(app, db)
  mountMetrics(app, { config, db, log, routes: table })
  mountDocs(app, config)
  mountClaimedLinks(app, config)
  const kernel: Kernel = {
    config,
    db,
    auth,
    log,
    store,
    plant,
    checkAnswers,
    routes: table,
    principals: new Principals(db.app, passkeySite(config) !== null),
    totals: new Totals(),
  }
  await mountCalls(app, kernel, config)
  mountStream(app, kernel)
  await auth.mountIssuer(app)
  await serveWebClient(app, config)
  return app
}
