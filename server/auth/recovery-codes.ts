/** Recovery codes for lost passkeys: ten at a time, each for one sign-in. */
import type pg from 'pg'
import { sha256 } from './attempts.ts'
import { plainCode, randomCode } from './entry-code.ts'

const howMany = 10
/** Groups of five letters: about 73 random bits. */
const groups = 3

const hashOf = (userId: number, code: string) => sha256(`recovery:${userId}:${plainCode(code)}`)

/** Generates codes that replace all earlier ones. Shown once, stored as hashes. */
export async function renewCodes(client: pg.ClientBase, userId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => randomCode(groups))
  await client.query('delete from recovery_code where user_id = $1', [userId])
  await client.query('insert into recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => hashOf(userId, code)),
  ])
  return codes
}

export async function codesLeft(client: pg.ClientBase, userId: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from recovery_code where user_id = $1 and used_at is null',
    [userId],
  )
  return rows[0]?.n ?? 0
}

/** Uses up a code. False if wrong, another person's or used before. */
export async function useCode(client: pg.ClientBase, userId: number, code: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'update recovery_code set used_at = app_now() where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, hashOf(userId, code)],
  )
  return rowCount === 1
}
