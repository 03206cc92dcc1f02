import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '@hilo/domain/problem.ts'

/** Origins of the native application's web view, which has a bearer token and never our cookie. */
const appOrigins = new Set(['capacitor://localhost', 'https://localhost'])

export function isAppOrigin(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined && appOrigins.has(headers.origin)
}

/**
 * A multipart POST is a "simple" request that any page may send with our cookie, so every request that a browser marks as
 * cross-site is refused. A program without these headers is no browser and has no cookie.
 * @throws Problem FOREIGN_ORIGIN
 */
export function refuseForeignPage(headers: IncomingHttpHeaders, publicOrigin: string): void {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (origin !== undefined && origin !== publicOrigin) throw new Problem('FOREIGN_ORIGIN')
  if (origin === undefined && site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Problem('FOREIGN_ORIGIN')
}

/** The full list: the native application's origins and our own. */
export function isKnownOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  return isAppOrigin(headers) || headers.origin === publicOrigin
}

/** CORS headers for known origins, never with credentials. */
export function corsHeaders(headers: IncomingHttpHeaders, publicOrigin: string): Record<string, string> {
  if (!isKnownOrigin(headers, publicOrigin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': headers.origin ?? '',
    'access-control-allow-headers': 'authorization, apiaf, account_type, content-type, last-event-id',
    'access-control-allow-methods': 'GET, POST',
    'access-control-expose-headers': 'content-disposition, retry-after',
    'access-control-max-age': '600',
  }
}
