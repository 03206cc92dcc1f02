import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { CustomFetch } from 'openid-client'

const methods: readonly HTTPMethods[] = ['GET', 'POST']
const bodiless = new Set([204, 304])

/** A fetch to this server without the network: independent of name and port of the public address. */
export function fetchThrough(app: () => FastifyInstance | null, publicUrl: URL): CustomFetch {
  return async (url, options) => {
    const server = app()
    const target = new URL(url)
    const method = methods.find((one) => one === options.method)
    if (!server || !method || target.origin !== publicUrl.origin)
      throw new Error('not an address of the embedded issuer')
    const answer = await server.inject({
      method,
      url: `${target.pathname}${target.search}`,
      headers: { ...options.headers, host: publicUrl.host },
      ...(options.body != null && { payload: String(options.body) }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, String(one))
    }
    const body = bodiless.has(answer.statusCode) ? null : new Uint8Array(answer.rawPayload)
    return new Response(body, { status: answer.statusCode, headers })
  }
}
