import compress, { type FastifyCompressOptions } from '@fastify/compress'
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
import { routes } from './http/calls.ts'
import type { Route } from './kernel/request/route.ts'
import { endUnasked, limitConnections, refuseUnreadable } from './http/connections.ts'
import { mountCspReports } from './http/csp-report.ts'
import { docsPage, docsStyle } from './http/docs-page.ts'
import { handle } from './kernel/request/handle.ts'
import type { Kernel } from './kernel/request/request.ts'
import { maxQueryBytes } from './kernel/request/body.ts'
import { maxFiles, maxFileBytes } from './kernel/request/upload.ts'
import { readForwarded } from './http/forwarded.ts'
import { mountMetrics } from './http/metrics.ts'
import { mountHealth } from './http/health.ts'
import { corsHeaders, isKnownOrigin } from './kernel/request/origin.ts'
import { Principals } from './kernel/request/principal.ts'
import { problemAnswer } from './kernel/request/problems.ts'
import { documentPolicy, noStore, securityHeaders } from './http/security.ts'
import { cutSlowReaders } from './http/slow-readers.ts'
import { Totals } from './kernel/list/totals.ts'
import { mountStream } from './http/stream.ts'
import { mountClaimedLinks } from './http/claimed-links.ts'
import { serveWebClient } from './http/web-client.ts'
import type { FileStore } from './files/store.ts'
import type { Log } from './log.ts'
import type { Reader } from './plant/reader.ts'
import { patient } from './kernel/patience.ts'

interface AppParts {
  config: Config
  db: Database
  auth: Auth
  log: Log
  store: FileStore
  plant: Reader
  /** Checks each answer against its declaration: tests and development. */
  checkAnswers?: boolean
}

/** Time for a request to arrive, with files and without, ms. */
const uploadTimeoutMs = patient(120_000)
const requestTimeoutMs = patient(30_000)

/** The contract validates input and output, so fastify's three schema compilers are not loaded. */
function noSchemas(): never {
  throw new Error('a route has a schema of fastify')
}

/** Cuts slow or endless connections; Node's defaults keep them for ever. */
function newFastify(config: Config): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: maxQueryBytes + 1024,
    requestTimeout: uploadTimeoutMs,
    keepAliveTimeout: patient(5_000),
    connectionTimeout: uploadTimeoutMs,
    // Node checks timeouts only every half minute by default.
    http: { maxHeaderSize: 16 * 1024, headersTimeout: patient(10_000), connectionsCheckingInterval: 2_000 },
    clientErrorHandler: refuseUnreadable(config),
    // An undecodable URL reaches no hook and no route.
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
  if (config.trustedProxies.length > 0) readForwarded(app)
  app.server.maxConnections = 20_000
  limitConnections(app.server, config)
  cutSlowReaders(app.server)
  allowSilentWork(app.server)
  endUnasked(app)
  return app
}

/**
 * During the work on a request its connection may be silent, since the work has its own limits: a large file on a busy machine
 * must not be cut off. Node's timeout applies again from the next request on.
 */
function allowSilentWork(server: FastifyInstance['server']): void {
  server.on('request', (request) => request.once('end', () => request.socket.setTimeout(0)))
}

/** Bodies stay unparsed until the caller is known: a refused caller learns nothing about errors in the body. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  // Other types are drained and refused by the call itself.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null, Symbol('unreadable')))
  })
}

const partLimits = { fieldSize: maxQueryBytes, fields: 4, files: maxFiles, fileSize: maxFileBytes + 1, parts: 9 }
/** A part with its own content type stays raw, `query` included: it is parsed by our own rules. */
const isPartAFile = (_name: string | undefined, contentType: string | undefined, fileName: string | undefined) =>
  fileName !== undefined || contentType?.startsWith('application/') === true

/** A body without files has its own, shorter timeout. */
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

/** The API description is generated on first use: most processes never need it. */
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

/** Bytes from which an answer is compressed; a shorter one is a packet or two in any case. */
const compressFrom = 4096
/**
 * Answers of calls are compressed on their way, at the fastest level: fifty interventions are 150 kB, and 14 kB compressed. Files, pictures
 * and the live stream are sent as they are. Requests are never decompressed: a few kB could unfold to gigabytes.
 */
const compression = {
  customTypes: /^application\/json/,
  encodings: ['gzip', 'identity'],
  threshold: compressFrom,
  zlibOptions: { level: 1 },
  globalDecompression: false,
} satisfies FastifyCompressOptions

async function mountCalls(app: FastifyInstance, kernel: Kernel, { publicUrl: { origin } }: Config): Promise<void> {
  const url = '/api/v1/*'
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/v1/')) reply.headers(corsHeaders(request.headers, origin))
    done()
  })
  await app.register(compress, compression)
  await app.register(multipart, { limits: partLimits, isPartAFile })
  app.route<{ Params: { '*': string } }>({
    method,
    url,
    handler: (request, reply) => handle(kernel, request, noStore(reply), request.params['*']),
  })
  app.options(url, (request, reply) => {
    if (!isKnownOrigin(request.headers, origin)) throw new Problem('FOREIGN_ORIGIN')
    return noStore(reply).code(204).send()
  })
}

/**
 * The server without its port: tests call it by `inject`.
 * @throws {Error} if a call declares no privilege or scope, or has no handler
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
    // A client that disconnects during an upload is no fault.
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
