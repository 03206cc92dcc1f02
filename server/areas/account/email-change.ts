/** Another address of one's own: it counts once the code that was sent to it has come back. */
import { randomInt } from 'node:crypto'
import { Problem } from '@hilo/domain/problem.ts'
import { hashPassword, verifyPassword } from '../../auth/passwords.ts'
import { addressCodesByPerson, takeIn } from '../../auth/rate-limit.ts'
import { asProcess } from '../../db/in-process.ts'
import type { WriteContext } from '../../http/handler.ts'
import { mail } from '../../mail/mail.ts'
import { wrongField } from './current-password.ts'

const digits = 8
const mostTries = 5
const lifeMinutes = 30

export interface NewCode {
  code: string
  hash: string
}
export interface EnteredCode {
  /** Null: wrong, used up or too late. */
  hash: string | null
}
interface Asking {
  json(text: string, values: readonly unknown[]): Promise<string | null>
}

export async function newCode(): Promise<NewCode> {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  return { code, hash: await hashPassword(code) }
}

const keep = `insert into email_change (user_id, email, code_hash, expires_at)
  values ($1, $2, $3, app_now() + make_interval(mins => $4))
  on conflict (user_id) do update set email = excluded.email, code_hash = excluded.code_hash, tries = 0,
    expires_at = excluded.expires_at`
const isTaken = 'select exists (select from app_user where email = $1 and id <> $2) as taken'

/**
 * Keeps the wish and writes to the new address: the code, or to who has an account there already that somebody asked for it.
 * Nothing that is answered here depends on which.
 * @throws Problem RATE_LIMITED
 */
export async function askForAddress({ sql, principal }: WriteContext, email: string, { code, hash }: NewCode) {
  const { user, vno } = principal
  const waitS = await takeIn(sql, addressCodesByPerson, String(user.id))
  if (waitS > 0) throw new Problem('RATE_LIMITED', { retryAfter: waitS })
  await sql.rows(keep, [user.id, email, hash, lifeMinutes])
  // Whoever has it may be another operator's.
  const [found] = await asProcess(sql, () => sql.rows<{ taken: boolean }>(isTaken, [email, user.id]))
  const kind = found?.taken === true ? 'email_known' : 'email_code'
  const values = { name: user.name, code, minutes: String(lifeMinutes) }
  await mail(sql, { vnoId: vno?.id ?? null, to: email, kind, values })
}

/** Takes the wish back, as who writes his present address again. */
export async function keepAddress({ sql, principal }: WriteContext): Promise<void> {
  await sql.rows('delete from email_change where user_id = $1', [principal.user.id])
}

// Counted before it is compared: of many tries at once no more than five are compared at all.
const takeTry = `update email_change set tries = tries + 1 where user_id = $1 and tries < $2 and expires_at > app_now()
  returning to_json(code_hash)::text`

/** Compares a code, before the transaction: it takes as long as a password. */
export async function enteredCode(sql: Asking, userId: number, code: string): Promise<EnteredCode> {
  const kept = await sql.json(takeTry, [userId, mostTries])
  const hash = kept === null ? null : (JSON.parse(kept) as string)
  return { hash: (await verifyPassword(code, hash)) ? hash : null }
}

/**
 * The address that a right code was sent to, once.
 * @throws Problem VALIDATION
 */
export async function confirmedAddress({ sql, principal }: WriteContext, { hash }: EnteredCode): Promise<string> {
  const text =
    'delete from email_change where user_id = $1 and code_hash = $2 and expires_at > app_now() returning email'
  const [wish] = hash === null ? [] : await sql.rows<{ email: string }>(text, [principal.user.id, hash])
  if (!wish) throw wrongField('email_code', 'value', 'validation.email_code')
  return wish.email
}

/** The address before is told where its person enters from now on. */
export async function tellFormer({ sql, principal }: WriteContext, former: string | null, email: string) {
  if (former === null) return
  const { user, vno } = principal
  const values = { name: user.name, email }
  await mail(sql, { vnoId: vno?.id ?? null, to: former, kind: 'email_changed', values })
}
