/** What a sign-in at the embedded issuer has shown so far, one row for each interaction: the browser only knows its name. */
import type pg from 'pg'

/** Minutes that a right password waits for the second factor, and that an authenticator may take to answer. */
const provenMinutes = 10
const challengeMinutes = 5

export interface LoginStep {
  /** Null: no password was given, the passkey is to tell who it is. */
  userId: number | null
  /** How the person has proven himself (RFC 8176); null while the second factor is missing. */
  amr: string[] | null
}

const start = `insert into login_step as s (uid, user_id, amr, proven_at) values ($1, $2, $3, app_now())
  on conflict (uid) do update set user_id = excluded.user_id, amr = excluded.amr, proven_at = excluded.proven_at,
    challenge = null, challenged_at = null`

/** Begins anew: whatever the interaction had shown before is forgotten, as are old rows of others. */
export async function startStep(client: pg.ClientBase, uid: string, { userId, amr }: LoginStep): Promise<void> {
  await client.query(`delete from login_step where proven_at < app_now() - interval '1 hour'`)
  await client.query(start, [uid, userId, amr])
}

/** Null when nothing was shown, or too long ago. */
export async function readStep(client: pg.ClientBase, uid: string): Promise<LoginStep | null> {
  const { rows } = await client.query<LoginStep>(
    `select user_id as "userId", amr from login_step where uid = $1 and proven_at > app_now() - make_interval(mins => $2)`,
    [uid, provenMinutes],
  )
  return rows[0] ?? null
}

/** The only challenge of the interaction from now on. */
export async function keepChallenge(client: pg.ClientBase, uid: string, challenge: string): Promise<void> {
  await client.query('update login_step set challenge = $2, challenged_at = app_now() where uid = $1', [uid, challenge])
}

/** Takes the challenge, once: whatever follows, it is gone. Null when it was answered before or is too old. */
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
