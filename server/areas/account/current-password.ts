import { Problem } from '@hilo/domain/problem.ts'
import { verifyPassword } from '../../auth/passwords.ts'

/**
 * Wrong current passwords per session: a stolen session must not reveal the password. Counted apart from signing in, so that
 * it cannot lock the owner out.
 */
const wrongLimit = { most: 10, windowS: 900 }

interface Asking {
  json(text: string, values: readonly unknown[]): Promise<string | null>
}

const selectPassword = `select json_build_object('hash', u.password_hash, 'email', u.email, 'fresh', s.created_at > now() - interval '10 minutes')::text
  from app_user u join session s on s.id = $2 and s.user_id = u.id where u.id = $1`

export interface Proof {
  hash: string | null
  /** Null while the address is unconfirmed. */
  email: string | null
  /** Key of the limit: a thief's tries in one session do not block the owner's other sessions. */
  session: number
  /** The session began within the last 10 minutes. */
  fresh: boolean
}

/** What proves the person's identity. */
export async function proofOf(sql: Asking, userId: number, sessionId: number): Promise<Proof> {
  const found = await sql.json(selectPassword, [userId, sessionId])
  if (found === null) throw new Problem('YOU_ARE_NOT_LOGGED_IN')
  return { ...(JSON.parse(found) as Omit<Proof, 'session'>), session: sessionId }
}

const count = `insert into rate_count as c (key, window_start, n)
  values ('current:' || $1, to_timestamp(floor(extract(epoch from now()) / $2::int) * $2::int), 1)
  on conflict (key, window_start) do update set n = c.n + 1
  returning json_build_array(n, ceil(extract(epoch from window_start - now()) + $2::int))::text`

export function wrongField(field: string, code: string, message = `validation.${code}`): Problem {
  return new Problem('VALIDATION', { details: [{ field, code, message }] })
}

/**
 * @param field that holds the password
 * @throws Problem VALIDATION if missing or wrong, RATE_LIMITED
 */
export async function checkCurrent(
  sql: Asking,
  { hash, session }: Proof,
  { field, given }: { field: string; given: string | undefined },
): Promise<void> {
  if (given === undefined) throw wrongField(field, 'required')
  const [n = 0, waitS = 1] = JSON.parse((await sql.json(count, [session, wrongLimit.windowS])) ?? '[]') as number[]
  if (n > wrongLimit.most) throw new Problem('RATE_LIMITED', { retryAfter: waitS })
  if (!(await verifyPassword(given, hash))) throw wrongField(field, 'value', 'validation.password_wrong')
}
