import { Problem } from '@hilo/domain/problem.ts'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Sql, Tx } from '../db/scope.ts'

/** At most `most` acts in each window of `windowS` seconds. */
export interface Limit {
  name: string
  most: number
  windowS: number
}

/** Failed passwords of one person. The window is also the longest that a stranger can keep somebody out. */
export const passwordsByPerson: Limit = { name: 'login-person', most: 10, windowS: 900 }
/** Failed passwords from one address, which a whole office may share. */
export const passwordsByAddress: Limit = { name: 'login-address', most: 60, windowS: 900 }
/** Sign-ins begun from one address, each counted here and at the issuer. */
export const startsByAddress: Limit = { name: 'start-address', most: 1200, windowS: 900 }

/** Sign-ups in the name of one address, or with one invitation; and from one place. */
export const signupsByPerson: Limit = { name: 'signup-person', most: 10, windowS: 900 }
export const signupsByAddress: Limit = { name: 'signup-address', most: 60, windowS: 900 }
/** Invitations read from one place. */
export const invitationsByAddress: Limit = { name: 'invitation-address', most: 120, windowS: 900 }
/** Codes sent to one address, and asked for from one place. */
export const resetsByPerson: Limit = { name: 'reset-person', most: 5, windowS: 900 }
export const resetsByAddress: Limit = { name: 'reset-address', most: 60, windowS: 900 }
/** Codes and what they were exchanged for, tried for one address and from one place. */
export const codesByPerson: Limit = { name: 'code-person', most: 20, windowS: 900 }
export const codesByAddress: Limit = { name: 'code-address', most: 60, windowS: 900 }

/** Recovery codes and passkeys tried after the right password of one person, and from one place. */
export const secondFactorByPerson: Limit = { name: 'factor-person', most: 10, windowS: 900 }
export const secondFactorByAddress: Limit = { name: 'factor-address', most: 60, windowS: 900 }

/** Keys of his devices that one person asks for. */
export const keysByPerson: Limit = { name: 'device-key', most: 60, windowS: 3600 }

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

/** Counts one act before it is done. Answers 0 when it may be done, otherwise the seconds to wait. */
export async function take(pool: pg.Pool, limit: Limit, subject: string): Promise<number> {
  const { rows } = await pool.query<Count>(counting, [keyOf(limit, subject), limit.windowS])
  return waitOf(rows[0], limit)
}

/** Whether that is used up already, without counting: 0, or the seconds to wait. */
export async function spent(pool: pg.Pool, limit: Limit, subject: string): Promise<number> {
  const { rows } = await pool.query<Count>(
    `select n + 1 as n, ceil(extract(epoch from window_start - now()) + $2::int)::int as wait
     from rate_count where key = $1 and window_start = ${window}`,
    [keyOf(limit, subject), limit.windowS],
  )
  return waitOf(rows[0], limit)
}

/** The same as `take` for a change: what is not done in the end has not been counted. */
export async function takeIn(sql: Tx, limit: Limit, subject: string): Promise<number> {
  const [count] = await sql.rows<Count>(counting, [keyOf(limit, subject), limit.windowS])
  return waitOf(count, limit)
}

/** The same for what only reads. */
export async function takeReading(sql: Sql, limit: Limit, subject: string): Promise<number> {
  const text = `with counted as (${counting}) select row_to_json(counted)::text from counted`
  const found = await sql.json(text, [keyOf(limit, subject), limit.windowS])
  return waitOf(found === null ? undefined : (JSON.parse(found) as Count), limit)
}

/**
 * Counts one act under each of its limits before it is done.
 * @throws Problem RATE_LIMITED with the seconds to wait
 */
export async function limited(pool: pg.Pool, ...counted: readonly (readonly [Limit, string])[]): Promise<void> {
  const waits = await Promise.all(counted.map(([limit, subject]) => take(pool, limit, subject)))
  const waitS = Math.max(...waits)
  if (waitS > 0) throw new Problem('RATE_LIMITED', { retryAfter: waitS })
}

/** Takes back an act that turned out not to count, as a right password. */
export async function giveBack(pool: pg.Pool, limit: Limit, subject: string): Promise<void> {
  await pool.query(`update rate_count set n = greatest(n - 1, 0) where key = $1 and window_start = ${window}`, [
    keyOf(limit, subject),
    limit.windowS,
  ])
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
