/**
 * Device cookie of an account that has signed in in this browser: with it wrong passwords typed elsewhere do not slow the
 * owner down. It gives no access, contains no identity, and ends with its password.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import { cookieName, readCookies } from './cookies.ts'
import type { IssuerKeys } from './keys.ts'
import type { Candidate } from './person-with.ts'

/** Lifetime since the last sign-in, seconds. */
const lifeS = 180 * 86_400

export interface DeviceCookie {
  /** Without the prefix that `cookieName` adds. */
  name: string
  value: string
  maxAgeS: number
}

export class KnownDevices {
  readonly #config: Config
  readonly #key: Buffer

  constructor(config: Config, { cookies }: Pick<IssuerKeys, 'cookies'>) {
    this.#config = config
    this.#key = createHmac('sha256', cookies[0] ?? '')
      .update('known devices')
      .digest()
  }

  #mac(...parts: readonly (string | number)[]): Buffer {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest()
  }

  /** One cookie per account, with an opaque name. */
  #name({ id }: Candidate): string {
    return `known_${this.#mac('name', id).toString('base64url').slice(0, 10)}`
  }

  #seal({ id, password_hash }: Candidate, device: string, expires: string): Buffer {
    return this.#mac('mark', id, password_hash ?? '', device, expires)
  }

  mark(account: Candidate): DeviceCookie {
    const device = randomBytes(9).toString('base64url')
    const expires = String(Math.floor(Date.now() / 1000) + lifeS)
    const value = `${device}.${expires}.${this.#seal(account, device, expires).toString('base64url')}`
    return { name: this.#name(account), value, maxAgeS: lifeS }
  }

  /** The account's device that sent these cookies; null for any other browser. */
  deviceOf(header: string | undefined, account: Candidate | null): string | null {
    if (account === null) return null
    const value = readCookies(header)[cookieName(this.#config, this.#name(account))] ?? ''
    const [device = '', expires = '', seal = ''] = value.split('.')
    const presented = Buffer.from(seal, 'base64url')
    const right = this.#seal(account, device, expires)
    if (presented.length !== right.length || !timingSafeEqual(presented, right)) return null
    return Number(expires) > Date.now() / 1000 ? device : null
  }

  /** The cookie as a header line, for answers outside of the server's cookie handling. */
  headerOf(account: Candidate): string {
    const { name, value, maxAgeS } = this.mark(account)
    const secure = this.#config.publicUrl.protocol === 'https:' ? '; Secure' : ''
    return `${cookieName(this.#config, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${maxAgeS}`
  }
}
