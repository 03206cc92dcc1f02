import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '@hilo/domain/problem.ts'
import { cookieName, readCookies } from '../../auth/cookies.ts'
import type { Config } from '../../config.ts'
import { isWithin } from '../../net/target.ts'
import type { ProcessDb } from '../sql/in-process.ts'
import type { Reader } from '../../plant/reader.ts'
import type { BaseContext, NativeClient } from '../handler.ts'
import { isAppOrigin, refuseForeignPage } from './origin.ts'
import type { Principal } from '../principal.ts'
import { tokenHash } from './principal.ts'

/** Caller by the request's headers; grants no rights. */
export interface Caller extends BaseContext {
  token: string | null
  hash: Buffer | null
  channel: Principal['channel']
  cookies: Readonly<Record<string, string>>
}

/** `apiaf: {platform}/{version}/{installation id}`: for version gating and device lists, never authorization. */
function readNative(header: string | string[] | undefined): NativeClient | null {
  const match = typeof header === 'string' ? /^(android|ios)\/([\w.-]{1,32})\/([\w-]{1,64})$/.exec(header) : null
  const [, platform, version, installId] = match ?? []
  if (!platform || !version || !installId) return null
  return { platform: platform === 'ios' ? 'ios' : 'android', version, installId }
}

/** @throws Problem FOREIGN_ORIGIN if the browser reports another site's page. */
export function readCaller(
  request: FastifyRequest,
  { config, plant, db }: { config: Config; plant: Reader; db: ProcessDb },
): Caller {
  const { headers } = request
  const bearer = /^Bearer ([A-Za-z0-9_-]{20,128})$/.exec(headers.authorization ?? '')?.[1]
  const fromApp = isAppOrigin(headers)
  const usesCookie = headers.authorization === undefined && !fromApp
  if (usesCookie) refuseForeignPage(headers, config.publicUrl.origin)
  const cookies = usesCookie ? readCookies(headers.cookie) : {}
  const token = usesCookie ? (cookies[cookieName(config, 'session')] ?? null) : (bearer ?? null)
  const native = readNative(headers['apiaf'])
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    native,
    config,
    plant,
    db,
    token,
    hash: token ? tokenHash(token) : null,
    channel: native?.platform ?? 'web',
    cookies: Object.fromEntries(
      Object.entries(cookies).map(([name, value]) => [name.replace(/^(?:__Host-)?hilo_/, ''), value]),
    ),
  }
}

/**
 * The caller with its session. An API key is a system, whatever its headers, and only from its configured addresses; as bearer
 * only, never a cookie.
 * @throws Problem PRIVILEGE_DENIED from any other address, YOU_ARE_NOT_LOGGED_IN as a cookie
 */
export function asSession(caller: Caller, { channel, profile }: Principal): Caller {
  if (channel !== 'api') return caller
  if (caller.cookies['session'] !== undefined) throw new Problem('YOU_ARE_NOT_LOGGED_IN')
  const addresses = (profile?.['addresses'] ?? []) as readonly string[]
  if (addresses.length > 0 && !isWithin(caller.address, addresses)) throw new Problem('PRIVILEGE_DENIED')
  return { ...caller, channel, native: null }
}

/** Sets or clears one of our cookies: HttpOnly, SameSite=Lax, path /, Secure if the site is https. */
export function writeCookie(
  reply: FastifyReply,
  config: Config,
  name: string,
  value: string | null,
  maxAgeS?: number,
): void {
  const secure = config.publicUrl.protocol === 'https:' ? '; Secure' : ''
  const age = value === null ? '; Max-Age=0' : maxAgeS === undefined ? '' : `; Max-Age=${Math.floor(maxAgeS)}`
  reply.header(
    'set-cookie',
    `${cookieName(config, name)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`,
  )
}
