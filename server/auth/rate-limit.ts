import { Problem } from '@hilo/domain/problem.ts'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Sql, Tx } from '../db/scope.ts'

/**
 * At most `most` acts in each window of `windowS` seconds. With `thenEachS` nobody is shut out: once the window is full, one act
 * more is let through in each `thenEachS` seconds.
 */
export interface Limit {
  name: string
  most: number
  windowS: number
  thenEachS?: number
}

/** Failed passwords for one account from one place. */
export const passwordsByPlace: Limit = { name: 'login-place', most: 10, windowS: 900, thenEachS: 60 }
/** Failed passwords for one account from everywhere but its known devices: how fast many places together may guess. */
export const passwordsByPerson: Limit = { name: 'login-person', most: 60, windowS: 900, thenEachS: 5 }
/** Failed passwords from one address, which a whole office may share. */
export const passwordsByAddress: Limit = { name: 'login-address', most: 60, windowS: 900, thenEachS: 20 }
/** Failed passwords for one account from one of its known devices; nothing else counts there. */
export const passwordsByDevice: Limit = { name: 'login-device', most: 10, windowS: 900, thenEachS: 60 }
/** Sign-ins begun from one address, each counted here and at the issuer. */
export const startsByAddress: Limit = { name: 'start-address', most: 1200, windowS: 900 }

/** Sign-ups in the name of one address from one place; with one token, or for one address from everywhere; and from one place. */
export const signupsByPlace: Limit = { name: 'signup-place', most: 10, windowS: 900, thenEachS: 120 }
export const signupsByPerson: Limit = { name: 'signup-person', most: 30, windowS: 900, thenEachS: 60 }
export const signupsByAddress: Limit = { name: 'signup-address', most: 60, windowS: 900, thenEachS: 20 }
/** Invitations read from one place. */
export const invitationsByAddress: Limit = { name: 'invitation-address', most: 120, windowS: 900, thenEachS: 10 }
/** Codes sent to one address on behalf of one place; of everybody; and asked for from one place. */
export const resetsByPlace: Limit = { name: 'reset-place', most: 5, windowS: 900, thenEachS: 120 }
export const resetsByPerson: Limit = { name: 'reset-person', most: 15, windowS: 900, thenEachS: 60 }
export const resetsByAddress: Limit = { name: 'reset-address', most: 60, windowS: 900, thenEachS: 20 }
/** Codes and what they were exchanged for, tried for one address from one place, and from one place. */
export const codesByPlace: Limit = { name: 'code-place', most: 20, windowS: 900, thenEachS: 60 }
export const codesByAddress: Limit = { name: 'code-address', most: 60, windowS: 900, thenEachS: 20 }
/** Codes that one person has sent to other addresses of his. */
export const addressCodesByPerson: Limit = { name: 'email-code', most: 5, windowS: 900, thenEachS: 180 }

/** Recovery codes and passkeys tried after the right password of one person, and from one place. */
export const secondFactorByPerson: Limit = { name: 'factor-person', most: 10, windowS: 900 }
export const secondFactorByAddress: Limit = { name: 'factor-address', most: 60, windowS: 900 }

/** Keys of his devices that one person asks for. */
export const keysByPerson: Limit = { name: 'device-key', most: 60, windowS: 3600 }

/** Trial messages that one person has sent, and that go to one operator's systems. */
export const webhookTestsByPerson: Limit = { name: 'webhook-test-person', most: 10, windowS: 900 }
export const webhookTestsByOperator: Limit = { name: 'webhook-test-operator', most: 20, windowS: 900 }

/**
 * Discharge codes checked from one address, and unknown ones of everybody together: with a million codes of 40 bits, guessing
 * from any number of addresses finds one in some three weeks.
 */
export const verificationsByAddress: Limit = { name: 'verify-address', most: 30, windowS: 900, thenEachS: 20 }
export const verificationsTogether: Limit = { name: 'verify-together', most: 300, windowS: 900, thenEachS: 3 }

/** One subject of a limit, kept as a hash: the table of counts is no list of people. */
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

/** What is left to who has used up a limit, or null. */
const slowed = ({ name, thenEachS }: Limit): Limit | null =>
  thenEachS === undefined ? null : { name: `${name}-slow`, most: 1, windowS: thenEachS }

const valuesOf = (limit: Limit, subject: string) => [keyOf(limit, subject), limit.windowS]

/** Counts one act before it is done. Answers 0 when it may be done, otherwise the seconds to wait. */
export async function take(pool: pg.Pool, limit: Limit, subject: string): Promise<number> {
  const { rows } = await pool.query<Count>(counting, valuesOf(limit, subject))
  const wait = waitOf(rows[0], limit)
  const slow = wait > 0 ? slowed(limit) : null
  return slow ? await take(pool, slow, subject) : wait
}

/** Whether that is used up already, without counting: 0, or the seconds to wait. */
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

/** The same as `take` for a change: what is not done in the end has not been counted. */
export async function takeIn(sql: Tx, limit: Limit, subject: string): Promise<number> {
  const [count] = await sql.rows<Count>(counting, valuesOf(limit, subject))
  const wait = waitOf(count, limit)
  const slow = wait > 0 ? slowed(limit) : null
  return slow ? await takeIn(sql, slow, subject) : wait
}

/** The same for what only reads. */
export async function takeReading(sql: Sql, limit: Limit, subject: string): Promise<number> {
  const text = `with counted as (${counting}) select row_to_json(counted)::text from counted`
  const found = await sql.json(text, valuesOf(limit, subject))
  return waitOf(found === null ? undefined : (JSON.parse(found) as Count), limit)
}

export type Counted = readonly [limit: Limit, subject: string]

/**
 * Counts one act under each of its limits, the narrowest first: whom it refuses uses up nothing of those that others share.
 * Answers 0, or the seconds to wait.
 */
export async function takeEach(pool: pg.Pool, counted: readonly Counted[]): Promise<number> {
  for (const [limit, subject] of counted) {
    const waitS = await take(pool, limit, subject)
    if (waitS > 0) return waitS
  }
  return 0
}

/**
 * Counts one act under each of its limits, in their order, before it is done.
 * @throws Problem RATE_LIMITED with the seconds to wait
 */
export async function limited(pool: pg.Pool, ...counted: readonly Counted[]): Promise<void> {
  const waitS = await takeEach(pool, counted)
  if (waitS > 0) throw new Problem('RATE_LIMITED', { retryAfter: waitS })
}

/** Takes back an act that turned out not to count, as a right password. */
export async function giveBack(pool: pg.Pool, limit: Limit, subject: string): Promise<void> {
  const text = `update rate_count set n = greatest(n - 1, 0) where key = $1 and window_start = ${window}`
  await pool.query(text, valuesOf(limit, subject))
}

/** One account, or what is asked for in its name, from one place. */
export function placeSubject(account: string, address: string): string {
  return `${account} ${addressSubject(address)}`
}

/** What counts as one address: an IPv6 customer has a whole /64 to choose from. */
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
