import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { sha256 } from './attempts.ts'

/** Without letters and digits that are confused when read aloud or typed. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
/** About 98 random bits. */
const groups = 4
const groupLength = 5
const lifeHours = 24

export type EntryKind = 'first' | 'admin' | 'link'

/** Normalizes a typed code. */
export function plainCode(code: string): string {
  // Programs that are pasted from add quotes, full stops and invisible characters, and turn hyphens into other dashes.
  return code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** Address of the page where a code is typed. */
export const entryPage = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => new URL('/codigo', publicUrl).href

export function codeHash(code: string): Buffer {
  return sha256(`entry:${plainCode(code)}`)
}

/** Groups of five characters, about 4.9 random bits each. */
export function randomCode(groups: number): string {
  const length = groups * groupLength
  const letters: string[] = []
  while (letters.length < length) {
    // Bytes beyond the last whole alphabet are discarded, so that all characters are equally likely.
    for (const byte of randomBytes(length)) {
      if (byte < 240 && letters.length < length) letters.push(alphabet[byte % alphabet.length] ?? '')
    }
  }
  return letters.join('').replace(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-')
}

/**
 * A one-time code, valid for a day; replaces earlier ones of its kind and person.
 * @param userId whose identity at a foreign issuer a code of kind `link` links
 */
export async function makeEntryCode(
  owner: Pick<pg.ClientBase, 'query'>,
  kind: EntryKind,
  userId: number | null = null,
): Promise<string> {
  const code = randomCode(groups)
  await owner.query(
    `with old as (delete from entry_code where kind = $2 and user_id is not distinct from $3 and used_at is null)
     insert into entry_code (code_hash, kind, user_id, expires_at) values ($1, $2, $3, now() + make_interval(hours => $4))`,
    [codeHash(code), kind, userId, lifeHours],
  )
  return code
}

/** Code for the first administrator of the neutral operator; null once there is one. */
export async function firstCode(owner: pg.Pool): Promise<string | null> {
  const { rows } = await owner.query<{ there: boolean }>('select exists (select from admin_account) as there')
  return rows[0]?.there === false ? await makeEntryCode(owner, 'first') : null
}
