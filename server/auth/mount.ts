import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { issuerPath, passkeySteps, type PasskeyStep } from './embedded.ts'
import { setSecurityHeaders } from './headers.ts'
import type { IssuerParts } from './issuer.ts'
import type { KnownDevices } from './known-device.ts'

const entry = new RegExp(`^${issuerPath}/interaction/([\\w-]{1,64})(?:/(${passkeySteps.join('|')}))?$`)

/** Start of each sign-in at the issuer. */
const start = `${issuerPath}/auth`

interface MountParts extends IssuerParts {
  devices: KnownDevices
}

/** The issuer's library is loaded on the first sign-in: it takes a tenth of the process's memory. */
async function open(parts: MountParts) {
  const [{ openIssuer }, { LoginForm }] = await Promise.all([import('./issuer.ts'), import('./login-form.ts')])
  const provider = openIssuer(parts)
  const { config, db, log, devices } = parts
  return { serve: provider.callback(), form: new LoginForm({ pool: db.app, config, log, provider, devices }) }
}

/**
 * Serves the provider and its login page below `/oidc` on the raw request and answer: bodies are left unread for them, and
 * host, protocol and address are the server's, not the client's.
 */
export async function mountIssuer(app: FastifyInstance, parts: MountParts): Promise<void> {
  const { publicUrl } = parts.config
  let issuer: ReturnType<typeof open> | undefined
  const secure = publicUrl.protocol === 'https:'

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { serve, form } = await (issuer ??= open(parts))
    reply.hijack()
    const req = request.raw
    const res = reply.raw
    const url = req.url ?? '/'
    req.headers.host = publicUrl.host
    delete req.headers['x-forwarded-host']
    req.headers['x-forwarded-proto'] = secure ? 'https' : 'http'
    req.headers['x-forwarded-for'] = request.ip
    setSecurityHeaders(res, secure)
    const [path = ''] = url.split('?', 1)
    const [, uid, step] = entry.exec(path) ?? []
    if (uid !== undefined) {
      const visit = { uid, step: step as PasskeyStep | undefined, address: request.ip, requestId: request.id }
      await form.answer(req, res, visit)
    } else if (path !== start || (await form.admits(res, request.ip)))
      await serve(Object.assign(req, { originalUrl: url, url: url.slice(issuerPath.length) || '/' }), res)
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all(`${issuerPath}/*`, answer)
  })
}
