/** Progress of a sign-in at the embedded issuer, one row per interaction: the browser only has its name. */
import type pg from 'pg'

/** Minutes that a right password waits for the second factor, and that an authenticator may take. */
const provenMinutes = 10
const challengeMinutes = 5

export interface LoginStep {
  /** Null without a password: the passkey identifies the person. */
  userId: number | null
  /** Authentication methods (RFC 8176); null while the second factor is missing. */
  amr: string[] | null
}

const start = `insert into login_step as s (uid, user_id, amr, proven_at) values ($1, $2, $3, app_now())
  on conflict (uid) do update set user_id = excluded.user_id, amr = excluded.amr, proven_at = excluded.proven_at,
    challenge = null, challenged_at = null`

/** Starts over: deletes earlier progress of the interaction and expired rows. */
export async function startStep(client: pg.ClientBase, uid: string, { userId, amr }: LoginStep): Promise<void> {
  await client.query(`delete from login_step where proven_at < app_now() - interval '1 hour'`)
  await client.query(start, [uid, userId, amr])
}

/** Null if there is no progress, or it has expired. */
export async function readStep(client: pg.ClientBase, uid: string): Promise<LoginStep | null> {
  const { rows } = await client.query<LoginStep>(
    `select user_id as "userId", amr from login_step where uid = $1 and proven_at > app_now() - make_interval(mins => $2)`,
    [uid, provenMinutes],
  )
  return rows[0] ?? null
}

/** Replaces the challenge of the interaction. */
export async function keepChallenge(client: pg.ClientBase, uid: string, challenge: string): Promise<void> {
  await client.query('update login_step set challenge = $2, challenged_at = app_now() where uid = $1', [uid, challenge])
}

/** Takes the challenge, once. Null if it was answered before or has expired. */
export async function takeChallenge(client: pg.ClientBase, uid: string): Promise<string | null> {
  const { rows } = await client.query<{ challenge: string; alive: boolean }>(
    `update login_step s set challenge = null from (select uid, challenge,
         challenged_at > app_now() - make_interval(mins => $2) as alive from login_step where uid = $1 for update) taken
     where s.uid = taken.uid and taken.challenge is not null returning taken.challenge, taken.alive`,
    [uid, challengeMinutes],
  )
  return rows[0]?.alive ? rows[0].challenge : null
}

export async function endStep(client: pg.ClientBase, uid: string): Promise<void> {
  await client.query('delete from login_step where uid = $1', [uid])
}
