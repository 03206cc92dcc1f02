import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { cspReporting, reportingEndpoints } from '../net/csp-reporting.ts'

/** Headers of every answer, errors included. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'reporting-endpoints': reportingEndpoints,
    ...(config.publicUrl.protocol === 'https:' && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/**
 * Content security policy of the web client's page: own files only.
 * @param tiles origin of the map's street tiles, where they are on another server
 */
export function pagePolicy(tiles?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The windowed grid positions rows by style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", tiles].filter(Boolean).join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    cspReporting,
  ].join('; ')
}

/** The service worker: connects to this server only. */
export const workerPolicy = `default-src 'none'; connect-src 'self'; ${cspReporting}`

/** Pages of the API: only their own style sheet. */
export const documentPolicy = `default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; ${cspReporting}`

export function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store')
}
