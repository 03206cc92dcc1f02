import { Logger, run, runMigrations, type Job, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { accountTasks } from '../auth/tasks.ts'
import type { FileStore } from '../files/store.ts'
import type { Log } from '../log.ts'
import { mailTasks, sendKept } from '../mail/send.ts'
import { endsItself, processTasks } from '../process/index.ts'
import type { Process } from '../process/process.ts'
import { maintain } from './maintain.ts'
import { continueAudit, startSealer } from './seal.ts'
import { aliveness } from './liveness.ts'
import { waitOutCuts } from './retry-cuts.ts'

interface Jobs {
  stop(): Promise<void>
}

/** All jobs by name. A handler may run twice: it must be idempotent. */
function tasks(process: Process, store: FileStore): TaskList {
  return {
    maintain: async () => await maintain(process.db.owner, store),
    ...mailTasks({ ...process, store }),
    ...accountTasks(process, store),
    ...processTasks(process, store),
  }
}

/** Logs the worker's warnings and errors under a Spanish message; the worker's English message is data. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, reason, { job, error } = {}) => {
    if (level !== 'error' && level !== 'warning') return
    if (isJob(job))
      log.error(`Ha fallado ${job.task_identifier}, intento ${job.attempts} de ${job.max_attempts}.`, {
        job: job.id,
        error,
      })
    else log.warn('La cola de trabajos da un aviso.', { reason })
  })
}

type FailedJob = Pick<Job, 'id' | 'task_identifier' | 'attempts' | 'max_attempts'>
const isJob = (job: unknown): job is FailedJob => typeof job === 'object' && job !== null && 'task_identifier' in job

/** Starts the worker of this process; several processes share the queue. */
export async function startJobs(process: Process, store: FileStore): Promise<Jobs> {
  const { db, log } = process
  waitOutCuts(db.jobs)
  const options = { pgPool: db.jobs, logger: workerLogger(log) }
  await runMigrations(options)
  await continueAudit(db.owner)
  await sendKept(db.owner, process.config)
  const events: WorkerEvents = new EventEmitter()
  const alive = aliveness(db.jobs, log, endsItself)
  // Jobs are locked by the name of the worker pool, not of a single worker.
  events.on('pool:create', ({ workerPool }) => alive.add(workerPool.id))
  const runner: Runner = await run({
    ...options,
    events,
    taskList: tasks(process, store),
    crontab: '17 * * * * maintain ?jobKey=maintain',
    concurrency: 8,
    pollInterval: 500,
    noHandleSignals: true,
    noPreparedStatements: false,
  })
  const sealer = startSealer(db.owner, log)
  return {
    async stop() {
      await sealer.stop()
      await runner.stop()
      await alive.stop()
    },
  }
}
