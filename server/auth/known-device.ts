/**
 * The mark that a browser keeps of an account that has signed in there: with it wrong passwords typed elsewhere do not slow the
 * owner down. It opens nothing, names nobody, and ends with the password it was given for.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'
import { cookieName, readCookies } from './cookies.ts'
import type { IssuerKeys } from './keys.ts'
import type { Candidate } from './person-with.ts'

/** Seconds that a mark is worth anything, from the last sign-in. */
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

  /** One cookie for each account, under a name that tells nothing of it. */
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

  /** Which of the account's devices sends these cookies; null for any other browser. */
  deviceOf(header: string | undefined, account: Candidate | null): string | null {
    if (account === null) return null
    const value = readCookies(header)[cookieName(this.#config, this.#name(account))] ?? ''
    const [device = '', expires = '', seal = ''] = value.split('.')
    const given = Buffer.from(seal, 'base64url')
    const right = this.#seal(account, device, expires)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null
    return Number(expires) > Date.now() / 1000 ? device : null
  }

  /** The mark as a header line, for an answer that the server's own cookies do not pass through. */
  headerOf(account: Candidate): string {
    const { name, value, maxAgeS } = this.mark(account)
    const secure = this.#config.publicUrl.protocol === 'https:' ? '; Secure' : ''
    return `${cookieName(this.#config, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${maxAgeS}`
  }
}
