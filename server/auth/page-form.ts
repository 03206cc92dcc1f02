/** Common parts of the embedded issuer's pages: visit, forms and sending. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Config } from '../config.ts'
import { nativeClientId, type PasskeyStep } from './embedded.ts'

/** For a password form; an authenticator's answer is larger. */
const mostBodyBytes = 4096

export interface Visit {
  /** Interaction of the sign-in, from the page's address. */
  uid: string
  /** Step after the password; undefined on the password page. */
  step: PasskeyStep | undefined
  address: string
  requestId: string
}
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Parses a form of a few fields; null if malformed or too long. */
export async function readForm(req: IncomingMessage, mostBytes = mostBodyBytes): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? '')) return null
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req) {
    if (!(part instanceof Buffer) || (size += part.length) > mostBytes) return null
    parts.push(part)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

/** Without a referrer a page may send the origin `null`: then `Sec-Fetch-Site` decides, if present. */
export function isOurPage(
  { origin, 'sec-fetch-site': site }: IncomingMessage['headers'],
  { publicUrl }: Pick<Config, 'publicUrl'>,
): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || origin === 'null' || origin === publicUrl.origin
}

/** Form targets of the issuer beside this site. */
export const formTargets = (interaction: Interaction): string[] =>
  interaction.params['client_id'] === nativeClientId ? ['hilo:'] : []

export function send(res: ServerResponse, status: number, html: string): void {
  if (res.headersSent) return void res.destroy()
  res.statusCode = status
  res.setHeader('content-type', 'text/html; charset=utf-8')
  res.setHeader('content-length', Buffer.byteLength(html))
  res.end(res.req.method === 'HEAD' ? undefined : html)
}
