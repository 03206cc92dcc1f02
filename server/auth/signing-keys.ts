import type { ExportedJWKSCache } from 'openid-client'

export type KeySet = ExportedJWKSCache['jwks']

/** How long fetched keys are used before they are fetched again, ms. */
const lifeMs = 300_000
/** At most one extra fetch in this time, ms: whoever sends tokens that nobody signed cannot make us ask the issuer each time. */
const leastBetweenExtraMs = 5_000

/** Cache of the keys that an issuer signs with. */
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
   * The keys after a rotation: whatever another sign-in has fetched since, else fetched now; null when the last extra fetch
   * is too recent.
   * @param failed the keys that did not verify a token
   */
  async newerThan(failed: KeySet): Promise<KeySet | null> {
    if (this.#cached && this.#cached.keys !== failed) return this.#cached.keys
    if (this.#pending) return await this.#pending
    if (performance.now() - this.#extraAt < leastBetweenExtraMs) return null
    this.#extraAt = performance.now()
    return await this.#renew()
  }

  /** One fetch at a time, shared by all who wait for it. */
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
