import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** The website that passkeys belong to (WebAuthn: relying party). */
export interface PasskeySite {
  /** Domain to which a passkey is bound permanently. */
  rpId: string
  origin: string
}

/**
 * Null if passkeys are impossible: people sign in at a foreign issuer, or PUBLIC_URL is an IP address or plain http, which
 * browsers refuse.
 */
export function passkeySite({ issuer, publicUrl }: Pick<Config, 'issuer' | 'publicUrl'>): PasskeySite | null {
  const { hostname, origin, protocol } = publicUrl
  const secure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return issuer || !secure || isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ? null : { rpId: hostname, origin }
}
