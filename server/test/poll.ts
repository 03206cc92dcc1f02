import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/** How long tests wait for what has to come: much longer than a machine with ten times the work of its cores needs. */
export const patienceMs = 300_000

/**
 * Looks until what it sees is good, and answers it.
 * @param limitMs shorter than usual where the rule is about time
 */
export async function until<T>(look: () => Promise<T>, good: (value: T) => boolean, limitMs = patienceMs): Promise<T> {
  for (const end = performance.now() + limitMs; ;) {
    const value = await look()
    if (good(value)) return value
    assert.ok(performance.now() < end, `after ${limitMs} ms still ${JSON.stringify(value)}`)
    await sleep(30)
  }
}

/** Asks until it holds. */
export async function untilTrue(holds: () => Promise<boolean>, limitMs = patienceMs): Promise<void> {
  await until(holds, (held) => held, limitMs)
}

/** Wrong passwords and most other acts are limited per quarter of an hour of the clock: its length, and the rest needed, s. */
export const quarter = [900, 60] as const

/**
 * Waits for the next window of a limit where the present one ends soon: counts begin anew with each window of the clock.
 * @param windows length and needed rest of each, s
 */
export async function awayFromEnd(...windows: readonly (readonly [windowS: number, restS: number])[]): Promise<void> {
  const leftMs = (windowS: number) => windowS * 1000 - (Date.now() % (windowS * 1000))
  for (;;) {
    const soon = windows.filter(([windowS, restS]) => leftMs(windowS) < restS * 1000)
    if (soon.length === 0) return
    await sleep(Math.max(...soon.map(([windowS]) => leftMs(windowS))) + 20)
  }
}

/**
 * Waits until this many statements of a database wait for a lock.
 * @param like of their text alone
 */
export async function untilBlocked({ owner }: { owner: Pool }, count: number, like = '%'): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like $1`
  await untilTrue(async () => (await owner.query(waiting, [like])).rowCount === count)
}

/**
 * Commits a change of a table between what a call reads of it and what it locks in it.
 * @param change statement and its values
 */
export async function changedMeanwhile<T>(
  db: { owner: Pool },
  table: string,
  [statement, ...values]: readonly [string, ...unknown[]],
  call: () => Promise<T>,
): Promise<T> {
  const other = await db.owner.connect()
  try {
    await other.query('begin')
    // Reads of the table go on; row locks and writes wait.
    await other.query(`lock table ${table} in exclusive mode`)
    await other.query(statement, values)
    const answer = call()
    await untilBlocked(db, 1)
    await other.query('commit')
    return await answer
  } finally {
    other.release()
  }
}

/** The tick of a watch, ms. */
const tickMs = 20

/**
 * Measures how long something takes, ms, in ticks of this process: the time for which the machine stood still does not count.
 * @returns ends the measurement
 */
export function startWatch(): () => number {
  let ticks = 0
  const timer = setInterval(() => ticks++, tickMs)
  return () => {
    clearInterval(timer)
    return ticks * tickMs
  }
}

/** Repeats work until stopped. */
export function during(count: number, work: () => Promise<unknown>): () => Promise<void> {
  let on = true
  const all = Array.from({ length: count }, async () => {
    while (on) await work()
  })
  return async () => {
    on = false
    await Promise.all(all)
  }
}
