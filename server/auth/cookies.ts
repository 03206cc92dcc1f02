import type { Config } from '../config.ts'

/** `__Host-` needs https; on loopback http the plain name is used. */
export function cookieName(config: Config, name: string): string {
  return `${config.publicUrl.protocol === 'https:' ? '__Host-' : ''}hilo_${name}`
}

export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0) cookies[part.slice(0, at).trim()] = part.slice(at + 1).trim()
  }
  return cookies
}

/** True if the request has a session cookie, valid or not. */
export const bringsSession = (header: string | undefined, config: Config): boolean =>
  readCookies(header)[cookieName(config, 'session')] !== undefined
