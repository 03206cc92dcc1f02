import type pg from 'pg'
import { verifyPassword } from './passwords.ts'

interface Candidate {
  id: number
  password_hash: string | null
}

const candidates = `
  select id, password_hash from (
    select 1 as rank, id, password_hash from app_user where email = $1
    union all select 2, id, password_hash from waiting_claim($1)) c
  order by rank`

/**
 * The person with that address and password, or who claims the address and still waits for approval; null for nobody. Every
 * candidate is compared, and nobody's address costs the same as somebody's.
 * @throws Problem UNAVAILABLE when too many are waiting.
 */
export async function personWith(pool: pg.Pool, email: string, password: string): Promise<number | null> {
  const { rows } = await pool.query<Candidate>(candidates, [email])
  let found: number | null = null
  for (const { id, password_hash } of rows) {
    const right = await verifyPassword(password, password_hash)
    if (right) found ??= id
  }
  if (rows.length === 0) await verifyPassword(password, null)
  return found
}
