import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { noStore, pagePolicy } from './security.ts'

const root = join(import.meta.dirname, '../../web/dist')

/** Sends the client's page: its routes are the client's business, so any path without a file gets it. */
function pageSender(config: Config): (reply: FastifyReply) => FastifyReply {
  const template = readFileSync(join(root, 'index.html'), 'utf8')
    .replaceAll('__HILO_DEMO__', config.demo ? '1' : '0')
    .replaceAll('__HILO_ISSUER__', config.issuer ? 'foreign' : 'own')
  return (reply) => {
    const nonce = randomBytes(16).toString('base64url')
    noStore(reply).header('content-security-policy', pagePolicy(nonce))
    return reply.type('text/html; charset=utf-8').send(template.replaceAll('__CSP_NONCE__', nonce))
  }
}

function missing(reply: FastifyReply): FastifyReply {
  return noStore(reply).code(404).type('text/plain; charset=utf-8').send('No existe.')
}

/** Somebody who came by another name of this machine is sent to the address that cookies and sign-in belong to. */
function elsewhere(request: FastifyRequest, config: Config): string | null {
  const host = request.headers.host
  return host !== undefined && host !== config.publicUrl.host ? new URL(request.url, config.publicUrl).href : null
}

/** Serves the built web client: hashed files for ever, the page and the texts always fresh. */
export async function serveWebClient(app: FastifyInstance, config: Config): Promise<void> {
  const built = existsSync(join(root, 'index.html'))
  const sendPage = built ? pageSender(config) : missing
  if (built)
    await app.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      wildcard: false,
      setHeaders(response, path) {
        const hashed = /-[\w-]{8,}\.\w+(?:\.(?:br|gz))?$/.test(path)
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const page = request.method === 'GET' && !/\.\w{1,5}$/.test(path) && !path.startsWith('/api/')
    if (!page) return missing(reply)
    const there = elsewhere(request, config)
    return there ? noStore(reply).redirect(there, 307) : sendPage(reply)
  })
  app.get('/', (request, reply) => {
    const there = elsewhere(request, config)
    return there ? noStore(reply).redirect(there, 307) : sendPage(reply)
  })
}
