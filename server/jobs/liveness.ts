/**
 * Liveness of workers. Each worker's name is an advisory lock on a connection that lives as long as its process: a missing
 * lock means a dead process, whose jobs another one takes over within seconds. graphile-worker alone would wait four hours.
 */
import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { releaseJobs, type EndsItself } from './dead-jobs.ts'

/** A worker's lock is taken well before its absence counts. */
const everyMs = 3000
/** A network cut ends the connections of other processes too: after this time their locks are back. */
const settledMs = 2 * everyMs
const lockName = 'hashtextextended($1, 0)'
const busyWorkers = `
  select distinct locked_by as worker from graphile_worker.jobs
   where locked_by is not null and locked_at < now() - interval '10 seconds'`
const isDead = `select pg_try_advisory_lock(${lockName}) as dead`
const forget = `select pg_advisory_unlock(${lockName})`
const freeQueues = 'select graphile_worker.force_unlock_workers(array[$1])'

interface Aliveness {
  add(worker: string): void
  stop(): Promise<void>
}

/** @param endsItself jobs that fail their own request instead of being parked */
export function aliveness(pool: pg.Pool, log: Log, endsItself: EndsItself): Aliveness {
  const stopping = new AbortController()
  const { signal } = stopping
  const mine = new Set<string>()
  let client: pg.PoolClient | undefined
  let locked = new Set<string>()
  let connectedAt = 0

  /** One connection for all locks; after a cut a new one takes all of them again. */
  async function connection(): Promise<pg.PoolClient> {
    if (client) return client
    const made = await pool.connect()
    locked = new Set()
    connectedAt = performance.now()
    made.once('end', () => drop(made))
    client = made
    return made
  }

  /** A broken connection must be released too: it would keep its place in the pool. */
  function drop(held: pg.PoolClient | undefined): void {
    if (held === undefined || client !== held) return
    client = undefined
    held.release(true)
  }

  async function tick(): Promise<void> {
    const held = await connection()
    for (const worker of mine) {
      if (locked.has(worker)) continue
      await held.query(`select pg_advisory_lock(${lockName})`, [worker])
      locked.add(worker)
    }
    if (performance.now() - connectedAt < settledMs) return
    const { rows } = await held.query<{ worker: string }>(busyWorkers)
    for (const { worker } of rows.filter((row) => !mine.has(row.worker))) {
      const [row] = (await held.query<{ dead: boolean }>(isDead, [worker])).rows
      if (!row?.dead) continue
      await releaseJobs(held, worker, endsItself, log)
      await held.query(freeQueues, [worker])
      await held.query(forget, [worker])
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await tick().catch((error: unknown) => {
        drop(client)
        if (!signal.aborted) log.warn('La cola de trabajos vuelve a intentarlo.', { error })
      })
      await sleep(everyMs, undefined, { signal }).catch(() => undefined)
    }
    drop(client)
  }
  const watching = watch()
  return {
    add: (worker) => mine.add(worker),
    async stop() {
      stopping.abort()
      await watching
    },
  }
}
