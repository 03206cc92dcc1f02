import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'

/** Lifetime of a sign-in attempt, seconds. */
export const attemptLifeS = 1800

interface Attempt {
  nonce: string
  codeVerifier: string | null
  codeChallenge: string | null
  browserHash: Buffer | null
  redirectUri: string
}

/** 256 random bits, base64url: states, nonces, verifiers, session tokens. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Stores what the end of a sign-in must match. The state itself is stored as a hash only. */
export async function saveAttempt(pool: pg.Pool, state: string, attempt: Attempt): Promise<void> {
  await pool.query(
    `insert into login_attempt (state_hash, nonce, code_verifier, code_challenge, browser_hash, redirect_uri, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [
      sha256(state),
      attempt.nonce,
      attempt.codeVerifier,
      attempt.codeChallenge,
      attempt.browserHash,
      attempt.redirectUri,
      attemptLifeS,
    ],
  )
}

/** Takes the attempt of a state, once. Null if unknown, used or expired. */
export async function takeAttempt(pool: pg.Pool, state: string): Promise<Attempt | null> {
  const { rows } = await pool.query<Attempt & { alive: boolean }>(
    `delete from login_attempt where state_hash = $1
     returning nonce, code_verifier as "codeVerifier", code_challenge as "codeChallenge",
       browser_hash as "browserHash", redirect_uri as "redirectUri", expires_at > now() as alive`,
    [sha256(state)],
  )
  return rows[0]?.alive ? rows[0] : null
}

/** True if the cookie is of the browser that started the attempt. */
export function sameBrowser(attempt: Attempt, cookie: string | undefined): boolean {
  return attempt.browserHash !== null && cookie !== undefined && timingSafeEqual(attempt.browserHash, sha256(cookie))
}

/** True if the verifier matches the challenge (S256). */
export function provesChallenge(attempt: Attempt, verifier: string | undefined): verifier is string {
  if (attempt.codeChallenge === null || verifier === undefined) return false
  const challenge = Buffer.from(sha256(verifier).toString('base64url'))
  const expected = Buffer.from(attempt.codeChallenge)
  return challenge.length === expected.length && timingSafeEqual(challenge, expected)
}

/** Deletes expired attempts. */
export async function sweep(pool: pg.Pool): Promise<void> {
  await pool.query('delete from login_attempt where expires_at < now()')
  await pool.query('delete from oidc_payload where expires_at < now()')
  await pool.query("delete from rate_count where window_start < now() - interval '1 day'")
}
