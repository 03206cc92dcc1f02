import { Problem } from '@hilo/domain/problem.ts'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Sql, Tx } from '../kernel/sql/scope.ts'

/**
 * At most `most` acts per window of `windowS` seconds. With `thenEachS` a full window still admits one act per `thenEachS`
 * seconds, so that no one is locked out.
 */
export interface Limit {
  name: string
  most: number
  windowS: number
  thenEachS?: number
}

/** Failed passwords per account and place. */
export const passwordsByPlace: Limit = { name: 'login-place', most: 10, windowS: 900, thenEachS: 60 }
/** Failed passwords per account from everywhere but its known devices: bounds distributed guessing. */
export const passwordsByPerson: Limit = { name: 'login-person', most: 60, windowS: 900, thenEachS: 5 }
/** Failed passwords per address, which a whole office may share. */
export const passwordsByAddress: Limit = { name: 'login-address', most: 60, windowS: 900, thenEachS: 20 }
/** Failed passwords per account and known device; no other limit counts there. */
export const passwordsByDevice: Limit = { name: 'login-device', most: 10, windowS: 900, thenEachS: 60 }
/** Sign-ins started per address, counted here and at the issuer. */
export const startsByAddress: Limit = { name: 'start-address', most: 1200, windowS: 900 }

/** Sign-ups per email address and place; per token or email address; per place. */
export const signupsByPlace: Limit = { name: 'signup-place', most: 10, windowS: 900, thenEachS: 120 }
export const signupsByPerson: Limit = { name: 'signup-person', most: 30, windowS: 900, thenEachS: 60 }
export const signupsByAddress: Limit = { name: 'signup-address', most: 60, windowS: 900, thenEachS: 20 }
/** Invitations read per place. */
export const invitationsByAddress: Limit = { name: 'invitation-address', most: 120, windowS: 900, thenEachS: 10 }
/** Reset codes per email address and place; per email address; per place. */
export const resetsByPlace: Limit = { name: 'reset-place', most: 5, windowS: 900, thenEachS: 120 }
export const resetsByPerson: Limit = { name: 'reset-person', most: 15, windowS: 900, thenEachS: 60 }
export const resetsByAddress: Limit = { name: 'reset-address', most: 60, windowS: 900, thenEachS: 20 }
/** Codes and permits tried per email address and place, and per place. */
export const codesByPlace: Limit = { name: 'code-place', most: 20, windowS: 900, thenEachS: 60 }
export const codesByAddress: Limit = { name: 'code-address', most: 60, windowS: 900, thenEachS: 20 }
/** Codes that one person sends to new addresses. */
export const addressCodesByPerson: Limit = { name: 'email-code', most: 5, windowS: 900, thenEachS: 180 }

/** Recovery codes and passkeys tried per person after the right password, and per place. */
export const secondFactorByPerson: Limit = { name: 'factor-person', most: 10, windowS: 900 }
export const secondFactorByAddress: Limit = { name: 'factor-address', most: 60, windowS: 900 }

/** Device keys requested per person. */
export const keysByPerson: Limit = { name: 'device-key', most: 60, windowS: 3600 }

/** Webhook test messages per person, and per operator. */
export const webhookTestsByPerson: Limit = { name: 'webhook-test-person', most: 10, windowS: 900 }
export const webhookTestsByOperator: Limit = { name: 'webhook-test-operator', most: 20, windowS: 900 }

/**
 * Discharge codes verified per address, and unknown ones in total: with a million codes of 40 bits, guessing from any number
 * of addresses finds one in about three weeks.
 */
export const verificationsByAddress: Limit = { name: 'verify-address', most: 30, windowS: 900, thenEachS: 20 }
export const verificationsTogether: Limit = { name: 'verify-together', most: 300, windowS: 900, thenEachS: 3 }

/** One subject of a limit, stored as a hash, so that the table lists no people. */
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('base64url').slice(0, 27)}`
}

const window = 'to_timestamp(floor(extract(epoch from now()) / $2::int) * $2::int)'

const counting = `insert into rate_count as c (key, window_start, n) values ($1, ${window}, 1)
  on conflict (key, window_start) do update set n = c.n + 1
  returning n, ceil(extract(epoch from window_start - now()) + $2::int)::int as wait`
interface Count {
  n: number
  wait: number
}
const waitOf = (count: Count | undefined, { most }: Limit) => (count && count.n > most ? Math.max(1, count.wait) : 0)

/** The slower limit after a full one, or null. */
const slowed = ({ name, thenEachS }: Limit): Limit | null =>
  thenEachS === undefined ? null : { name: `${name}-slow`, most: 1, windowS: thenEachS }

const valuesOf = (limit: Limit, subject: string) => [keyOf(limit, subject), limit.windowS]

/** Counts one act before it is done. Returns 0 if admitted, else the seconds to wait. */
export async function take(pool: pg.Pool, limit: Limit, subject: string): Promise<number> {
  const { rows } = await pool.query<Count>(counting, valuesOf(limit, subject))
  const wait = waitOf(rows[0], limit)
  const slow = wait > 0 ? slowed(limit) : null
  return slow ? await take(pool, slow, subject) : wait
}

/** Checks without counting: 0, or the seconds to wait. */
export async function spent(pool: pg.Pool, limit: Limit, subject: string): Promise<number> {
  const { rows } = await pool.query<Count>(
    `select n + 1 as n, ceil(extract(epoch from window_start - now()) + $2::int)::int as wait
     from rate_count where key = $1 and window_start = ${window}`,
    valuesOf(limit, subject),
  )
  const wait = waitOf(rows[0], limit)
  const slow = wait > 0 ? slowed(limit) : null
  return slow ? await spent(pool, slow, subject) : wait
}

/** `take` within the caller's transaction: rolled back with it. */
export async function takeIn(sql: Tx, limit: Limit, subject: string): Promise<number> {
  const [count] = await sql.rows<Count>(counting, valuesOf(limit, subject))
  const wait = waitOf(count, limit)
  const slow = wait > 0 ? slowed(limit) : null
  return slow ? await takeIn(sql, slow, subject) : wait
}

/** The same for a read. */
export async function takeReading(sql: Sql, limit: Limit, subject: string): Promise<number> {
  const text = `with counted as (${counting}) select row_to_json(counted)::text from counted`
  const found = await sql.json(text, valuesOf(limit, subject))
  return waitOf(found === null ? undefined : (JSON.parse(found) as Count), limit)
}

export type Counted = readonly [limit: Limit, subject: string]

/**
 * Counts one act under each of its limits, the narrowest first: a refusal by one does not use up the shared ones after it.
 * Returns 0, or the seconds to wait.
 */
export async function takeEach(pool: pg.Pool, counted: readonly Counted[]): Promise<number> {
  for (const [limit, subject] of counted) {
    const waitS = await take(pool, limit, subject)
    if (waitS > 0) return waitS
  }
  return 0
}

/**
 * Counts one act under each of its limits, in order, before it is done.
 * @throws Problem RATE_LIMITED with the seconds to wait
 */
export async function limited(pool: pg.Pool, ...counted: readonly Counted[]): Promise<void> {
  const waitS = await takeEach(pool, counted)
  if (waitS > 0) throw new Problem('RATE_LIMITED', { retryAfter: waitS })
}

/** Takes back an act that does not count, such as a right password. */
export async function giveBack(pool: pg.Pool, limit: Limit, subject: string): Promise<void> {
  const text = `update rate_count set n = greatest(n - 1, 0) where key = $1 and window_start = ${window}`
  await pool.query(text, valuesOf(limit, subject))
}

/** Subject: one account, or email address, from one place. */
export function placeSubject(account: string, address: string): string {
  return `${account} ${addressSubject(address)}`
}

/** Subject of an address: an IPv6 customer has a whole /64. */
export function addressSubject(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.toLowerCase().split('::', 2)
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = plain.includes('::')
    ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
    : []
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
