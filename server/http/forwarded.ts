import type { FastifyInstance } from 'fastify'
import { isIP } from 'node:net'

/** `203.0.113.7:52344`, `[2001:db8::7]` or `[2001:db8::7]:52344`. */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/

/** An `X-Forwarded-For` without the ports and brackets that some proxies add; what is no address is left as it is. */
function plainAddresses(header: string): string {
  return header
    .split(',')
    .map((one) => {
      const [, ipv6 = '', ipv4 = ''] = withPort.exec(one.trim()) ?? []
      return isIP(ipv6) === 6 ? ipv6 : isIP(ipv4) === 4 ? ipv4 : one.trim()
    })
    .join(', ')
}

/** Before anything asks for the address of a request, which limits, keys and the audit compare. */
export function readForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const said = headers['x-forwarded-for']
    if (typeof said === 'string') headers['x-forwarded-for'] = plainAddresses(said)
    done()
  })
}
