/** A new own address: in force once the code sent to it is confirmed. */
import { randomInt } from 'node:crypto'
import { Problem } from '@hilo/domain/problem.ts'
import { hashPassword, verifyPassword } from '../../auth/passwords.ts'
import { addressCodesByPerson, takeIn } from '../../auth/rate-limit.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import type { WriteContext } from '../../kernel/handler.ts'
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
  /** Null if wrong, used up or expired. */
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
 * Stores the pending change and writes to the new address: the code, or to an existing owner that it was requested. The answer
 * is the same in both cases.
 * @throws Problem RATE_LIMITED
 */
export async function askForAddress({ sql, principal }: WriteContext, email: string, { code, hash }: NewCode) {
  const { user, vno } = principal
  const waitS = await takeIn(sql, addressCodesByPerson, String(user.id))
  if (waitS > 0) throw new Problem('RATE_LIMITED', { retryAfter: waitS })
  await sql.rows(keep, [user.id, email, hash, lifeMinutes])
  // The owner may be of another operator, hence the process's scope.
  const [found] = await asProcess(sql, () => sql.rows<{ taken: boolean }>(isTaken, [email, user.id]))
  const kind = found?.taken === true ? 'email_known' : 'email_code'
  const values = { name: user.name, code, minutes: String(lifeMinutes) }
  await mail(sql, { vnoId: vno?.id ?? null, to: email, kind, values })
}

/** Withdraws the pending change, when the person enters the present address again. */
export async function keepAddress({ sql, principal }: WriteContext): Promise<void> {
  await sql.rows('delete from email_change where user_id = $1', [principal.user.id])
}

// Counted before comparing, so that concurrent tries are limited to five as well.
const takeTry = `update email_change set tries = tries + 1 where user_id = $1 and tries < $2 and expires_at > app_now()
  returning to_json(code_hash)::text`

/** Compares a code before the transaction, because hashing takes as long as for a password. */
export async function enteredCode(sql: Asking, userId: number, code: string): Promise<EnteredCode> {
  const stored = await sql.json(takeTry, [userId, mostTries])
  const hash = stored === null ? null : (JSON.parse(stored) as string)
  return { hash: (await verifyPassword(code, hash)) ? hash : null }
}

/**
 * The address confirmed by a valid code, once.
 * @throws Problem VALIDATION
 */
export async function confirmedAddress({ sql, principal }: WriteContext, { hash }: EnteredCode): Promise<string> {
  const text =
    'delete from email_change where user_id = $1 and code_hash = $2 and expires_at > app_now() returning email'
  const [wish] = hash === null ? [] : await sql.rows<{ email: string }>(text, [principal.user.id, hash])
  if (!wish) throw wrongField('email_code', 'value', 'validation.email_code')
  return wish.email
}

/** Notifies the former address of the new one. */
export async function notifyFormerAddress({ sql, principal }: WriteContext, former: string | null, email: string) {
  if (former === null) return
  const { user, vno } = principal
  const values = { name: user.name, email }
  await mail(sql, { vnoId: vno?.id ?? null, to: former, kind: 'email_changed', values })
}
