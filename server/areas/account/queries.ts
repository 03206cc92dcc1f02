import type pg from 'pg'
import { sha256 } from '../../auth/attempts.ts'
import type { Principal } from '../../http/principal.ts'

/** What a session just made may do; null when it opens nothing. */
export async function principalOf(pool: pg.Pool, token: string): Promise<Principal | null> {
  const { rows } = await pool.query<{ principal: Principal | null }>('select session_principal($1) as principal', [
    sha256(token),
  ])
  return rows[0]?.principal ?? null
}
