import type { ExportedJWKSCache } from 'openid-client'
import { causes, failsByKey, keySelection } from './issuer-failure.ts'

export type KeySet = ExportedJWKSCache['jwks']

/** Cache time of fetched keys, ms. */
const lifeMs = 300_000
/** Minimum time between extra fetches, ms: forged tokens cannot make the server fetch each time. */
const leastBetweenExtraMs = 5_000

/** Cache of an issuer's signing keys. */
export class SigningKeys {
  readonly #fetch: () => Promise<KeySet>
  #cached: { keys: KeySet; at: number } | null = null
  #pending: Promise<KeySet> | null = null
  #extraAt = -Infinity

  constructor(fetch: () => Promise<KeySet>) {
    this.#fetch = fetch
  }

  async current(): Promise<KeySet> {
    if (this.#cached && performance.now() - this.#cached.at < lifeMs) return this.#cached.keys
    return await this.#renew()
  }

  /**
   * Keys after a rotation: those fetched meanwhile by another sign-in, else fetched now; null if the last extra fetch is too
   * recent.
   * @param failed the keys that did not verify a token
   */
  async newerThan(failed: KeySet): Promise<KeySet | null> {
    if (this.#cached && this.#cached.keys !== failed) return this.#cached.keys
    if (this.#pending) return await this.#pending
    if (performance.now() - this.#extraAt < leastBetweenExtraMs) return null
    this.#extraAt = performance.now()
    return await this.#renew()
  }

  /** One fetch at a time, shared by all callers. */
  #renew(): Promise<KeySet> {
    this.#pending ??= this.#fetch()
      .then((keys) => {
        this.#cached = { keys, at: performance.now() }
        return keys
      })
      .finally(() => (this.#pending = null))
    return this.#pending
  }
}

/** Redeems one code with one set of keys; the token endpoint is called the first time only. */
export type Redeem<T> = (keys: KeySet) => Promise<T>
const mostKeysTried = 8

/** Without a `kid` every key of the right kind is tried alone. */
export async function withEachKey<T>(redeem: Redeem<T>, keys: KeySet): Promise<T> {
  try {
    return await redeem(keys)
  } catch (error) {
    let last = error
    for (const key of ambiguous(error)) {
      try {
        return await redeem({ keys: [key] })
      } catch (refused) {
        if (!failsByKey(refused)) throw refused
        last = refused
      }
    }
    throw last
  }
}

/** The keys that the library found ambiguous. */
function ambiguous(error: unknown): KeySet['keys'] {
  return causes(error).flatMap(({ code, cause }) => {
    const choice = code === keySelection ? (cause as { candidates?: KeySet['keys'] } | undefined) : undefined
    return (choice?.candidates ?? []).slice(0, mostKeysTried)
  })
}
