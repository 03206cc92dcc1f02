import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { cspReporting, reportingEndpoints } from '../net/csp-reporting.ts'

/** Single-use, for the style and script of one page. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

const nothing = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Content security policy of the issuer's pages. A form may lead to `formTargets` beside this site: browsers check redirects
 * too.
 */
export function pagePolicy(nonce: string, formTargets: readonly string[] = []): string {
  return [
    nothing,
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    cspReporting,
  ].join('; ')
}

/** Headers of every answer of the embedded issuer, errors included; pages replace the policy. */
export function setSecurityHeaders(response: ServerResponse, secure: boolean): void {
  const headers: Record<string, string> = {
    'content-security-policy': pagePolicy(newNonce()),
    'reporting-endpoints': reportingEndpoints,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cache-control': 'no-store',
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
