import { Logger, run, runMigrations, type Runner, type TaskList } from 'graphile-worker'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { maintain } from './maintain.ts'

/** Every job by its name. A handler may run twice: it must be idempotent. */
function tasks(db: Database): TaskList {
  return { maintain: () => maintain(db.owner) }
}

/** Kept quiet unless something is wrong. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    if (level === 'warning') log.warn(message)
  })
}

/** Frees what a process that died had locked: graphile-worker alone would wait four hours. */
async function unlockDead(db: Database): Promise<void> {
  await db.jobs.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
     where locked_at < now() - interval '10 minutes' having count(*) > 0`,
  )
}

/** Starts the worker of this process; several processes share the queue. */
export async function startJobs(db: Database, log: Log): Promise<{ stop(): Promise<void> }> {
  // A connection that breaks while in use is replaced by the pool; without a listener the process would end.
  db.jobs.on('connect', (client) => client.on('error', () => {}))
  const options = { pgPool: db.jobs, logger: workerLogger(log) }
  await runMigrations(options)
  await unlockDead(db)
  const runner: Runner = await run({
    ...options,
    taskList: tasks(db),
    crontab: '17 * * * * maintain ?jobKey=maintain',
    concurrency: 2,
    noHandleSignals: true,
    noPreparedStatements: false,
  })
  return { stop: () => runner.stop() }
}
