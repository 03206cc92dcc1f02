import type pg from 'pg'
import { withoutSession } from './sessions.ts'

export interface Candidate {
  id: number
  password_hash: string | null
}

/** The person who signs in with an address; null if unknown. */
export async function candidateOf(pool: pg.Pool, email: string): Promise<Candidate | null> {
  const text = 'select id, password_hash from app_user where email = $1'
  const { rows } = await withoutSession(pool, (client) => client.query<Candidate>(text, [email]))
  return rows[0] ?? null
}
