import { hash } from 'node:crypto'
import type { Privileges } from '@hilo/domain/privilege.ts'
import type pg from 'pg'

/** What the server knows of a session: made by the SQL function session_person. */
export interface Principal {
  /** Changes whenever the rights of the session may have changed. */
  stamp: string
  session_id: number
  account_type: 'va' | 'te' | 'ad'
  account_id: number
  /** `api`: the key of an operator's own system. */
  channel: 'web' | 'android' | 'ios' | 'api'
  expires_at: string
  install_id: string | null
  user: { id: number; name: string; email: string; tax_id: string | null; phone: string | null; picture: number | null }
  role: { id: number; key: string; name: string }
  base: 'admin' | 'vno' | 'adminVNO' | 'technician'
  status: number
  privileges: Privileges
  profile: Record<string, unknown> | null
  vno: {
    id: number
    name: string
    description: string | null
    externalId: string
    status: { id: number; comments: string | null }
    logo_file_id: number | null
    contact: { noc_phone: string | null; noc_email: string | null }
  } | null
  contractor: { id: number; name: string; cif: string | null } | null
  employee_code: string | null
  prl_valid_until: string | null
  /** Null where nobody is sent anywhere. */
  skills: string[] | null
  zones: string[] | null
  /** Mandatory agreements wait to be accepted. */
  agreements_due: boolean
  /** An administrator who has to sign in with a passkey and has none. */
  passkey_due: boolean
}

/** SHA-256 of a session token: the only form in which the database knows it. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** About 3 kB each. */
const capacity = 4_000
const touchEveryMs = 60_000

/**
 * Sessions kept in memory to plan a request without asking first. Never trusted: the statement that answers the request
 * opens its scope from the database and its stamp must agree, so a revocation holds from the next request on.
 */
export class Principals {
  readonly #pool: pg.Pool
  readonly #passkeys: boolean
  readonly #known = new Map<string, { principal: Principal; touchedAt: number }>()

  /** @param passkeys whether people can have passkeys here: where they cannot, nobody has to */
  constructor(pool: pg.Pool, passkeys: boolean) {
    this.#pool = pool
    this.#passkeys = passkeys
  }

  cached(hash: Buffer): Principal | undefined {
    return this.#known.get(hash.toString('base64'))?.principal
  }

  /** Asks the database; null when the session does not exist or has ended. */
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

  /** Moves the idle limit and keeps what the session may do beside it, once a minute per session, after the request has been answered. */
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
