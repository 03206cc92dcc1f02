import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { setSecurityHeaders } from './headers.ts'
import { issuerPath } from './issuer.ts'
import type { LoginForm } from './login-form.ts'

const entry = new RegExp(`^${issuerPath}/interaction/([\\w-]{1,64})$`)

/** Where each sign-in begins at the issuer. */
const start = `${issuerPath}/auth`

/**
 * Serves the provider and its login page below `/oidc` on the raw request and answer: bodies are left unread for them,
 * and host, protocol and address are what the server knows, not what the client says.
 */
export async function mountIssuer(
  app: FastifyInstance,
  provider: Provider,
  form: LoginForm,
  publicUrl: URL,
): Promise<void> {
  const serve = provider.callback()
  const secure = publicUrl.protocol === 'https:'

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
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
    const uid = entry.exec(path)?.[1]
    if (uid !== undefined) await form.answer(req, res, { uid, address: request.ip })
    else if (path !== start || (await form.admits(res, request.ip)))
      await serve(Object.assign(req, { originalUrl: url, url: url.slice(issuerPath.length) || '/' }), res)
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all(`${issuerPath}/*`, answer)
  })
}
