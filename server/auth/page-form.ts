/** What the pages of the embedded issuer share: who visits them, their forms and how they are sent. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Config } from '../config.ts'
import { nativeClientId, type PasskeyStep } from './embedded.ts'

/** Of a password's form; the answer of an authenticator takes more. */
const mostBodyBytes = 4096

export interface Visit {
  /** Of the sign-in under way, from the page's address. */
  uid: string
  /** After the password; undefined for the password's own page. */
  step: PasskeyStep | undefined
  address: string
  requestId: string
}
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Reads a form of a few fields; null when it is something else or too long. */
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

/** A page that sends no referrer may name its origin `null`: then the other header says where it is from, if either does. */
export function isOurPage(
  { origin, 'sec-fetch-site': site }: IncomingMessage['headers'],
  { publicUrl }: Pick<Config, 'publicUrl'>,
): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || origin === 'null' || origin === publicUrl.origin
}

/** Where a form of the issuer may lead beside our own site. */
export const formTargets = (interaction: Interaction): string[] =>
  interaction.params['client_id'] === nativeClientId ? ['hilo:'] : []

export function send(res: ServerResponse, status: number, html: string): void {
  if (res.headersSent) return void res.destroy()
  res.statusCode = status
  res.setHeader('content-type', 'text/html; charset=utf-8')
  res.setHeader('content-length', Buffer.byteLength(html))
  res.end(res.req.method === 'HEAD' ? undefined : html)
}
