/** Web Push subscriptions, as a browser's `PushSubscription.toJSON()` writes them (W3C Push API; keys: RFC 8291). */
import { ECDH } from 'node:crypto'
import * as z from 'zod/mini'

export interface PushSubscription {
  /** Address at the browser's push service. */
  endpoint: string
  keys: {
    /** The browser's public key: an uncompressed point of P-256, base64url. */
    p256dh: string
    /** 16 bytes, base64url. */
    auth: string
  }
}

/** 65 bytes and 16 bytes in base64url, padded or not. */
const point = z.string().check(z.regex(/^[\w-]{87}={0,2}$/))
const secret = z.string().check(z.regex(/^[\w-]{22}={0,2}$/))
const schema = z.object({
  endpoint: z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[\x21-\x7e]+$/)),
  keys: z.object({ p256dh: point, auth: secret }),
})

const unpadded = (text: string) => text.split('=', 1)[0] ?? ''

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return p256dh.startsWith('B')
  } catch {
    return false
  }
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(token)
  } catch {
    return null
  }
}

/** A push token of a browser that is meant as a subscription; any other token is one of a gateway. */
export const looksLikeSubscription = (token: string): boolean => /^\s*\{/.test(token)

/** The subscription in a push token, with nothing but its address and keys; null if it is not one. */
export function readSubscription(token: string): PushSubscription | null {
  const { success, data } = schema.safeParse(parsed(token))
  if (!success || !isPoint(unpadded(data.keys.p256dh))) return null
  const { endpoint, keys } = data
  return { endpoint, keys: { p256dh: unpadded(keys.p256dh), auth: unpadded(keys.auth) } }
}
