import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Principal } from '../principal.ts'

/** SHA-256 of a session token: the only form stored in the database. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** About 3 kB each. */
const capacity = 4_000
const touchEveryMs = 60_000

/**
 * Cache of sessions, to plan a request without a query. Never trusted: the statement that answers the request opens its scope
 * from the database and its stamp must match, so a revocation applies from the next request on.
 */
export class Principals {
  readonly #pool: pg.Pool
  readonly #passkeys: boolean
  readonly #known = new Map<string, { principal: Principal; touchedAt: number }>()

  /** @param passkeys whether passkeys are possible here: otherwise they are never required */
  constructor(pool: pg.Pool, passkeys: boolean) {
    this.#pool = pool
    this.#passkeys = passkeys
  }

  cached(hash: Buffer): Principal | undefined {
    return this.#known.get(hash.toString('base64'))?.principal
  }

  /** Loads from the database; null if the session does not exist or has ended. */
  async load(hash: Buffer): Promise<Principal | null> {
    const key = hash.toString('base64')
    const { rows } = await this.#pool.query<{ principal: Principal | null }>({
      name: 'principal',
      text: 'select session_person($1) as principal',
      values: [hash],
    })
    const principal = rows[0]?.principal ?? null
    const before = this.#known.get(key)
    this.#known.delete(key)
    if (!principal) return null
    if (!this.#passkeys) principal.passkey_due = false
    if (this.#known.size >= capacity) {
      const oldest = this.#known.keys().next()
      if (!oldest.done) this.#known.delete(oldest.value)
    }
    this.#known.set(key, { principal, touchedAt: before?.touchedAt ?? 0 })
    return principal
  }

  forget(hash: Buffer): void {
    this.#known.delete(hash.toString('base64'))
  }

  /** Extends the idle limit and refreshes the cached rights, once a minute per session, after the answer. */
  touch(hash: Buffer): void {
    const known = this.#known.get(hash.toString('base64'))
    const now = performance.now()
    if (!known || (known.touchedAt > 0 && now - known.touchedAt < touchEveryMs)) return
    known.touchedAt = now
    this.#pool
      .query({ name: 'touch', text: 'select session_seen($1)', values: [known.principal.session_id] })
      .catch(() => {
        known.touchedAt = 0
      })
  }
}
