/** Opens the database: embedded or by DATABASE_URL, with its roles, migrations and checked settings. */
import { Logger, runMigrations } from 'graphile-worker'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { userOf, withUser, type Wanted } from '../database-address.ts'
import { undoBulkLoad } from './bulk-load.ts'
import { DatabaseClient, linked, type Link, type LinkedConfig } from './client.ts'
import { openCluster } from './embedded.ts'
import { migrate } from './migrate.ts'
import { refuseSharedSessions } from './pooler.ts'
import { ensureRoles, roleUrl } from './roles.ts'
import { checkSettings } from './settings.ts'
import { ensureSystemRoles } from './system-roles.ts'

export interface Database {
  /** Role hilo_app: row-level security applies. All requests. */
  app: pg.Pool
  /** Like `app`, on the replica where there is one: lists and downloads. */
  read: pg.Pool
  /** Role hilo_jobs, owner of the job queue. */
  jobs: pg.Pool
  /** Owner, small: seed, partitions, maintenance. Sees every row. */
  owner: pg.Pool
  /** The owner's address, for tools that open connections of their own. */
  ownerUrl: string
  /** Likewise of the queue's owner. */
  jobsUrl: string
  kind: 'embedded' | 'external'
  /** Breaks every connection off: whoever waits for an answer stops waiting. */
  cut(): void
  close(): Promise<void>
}

/** Where each role connects. */
export interface Urls {
  owner: string
  app: string
  jobs: string
}
type Named = Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'databaseAppUrl' | 'databaseJobsUrl'>

/** The addresses that were given, and those that follow from the owner's. */
export function urlsOf(config: Named, owner: string): Urls {
  return {
    owner,
    app: config.databaseAppUrl ?? roleUrl(owner, 'hilo_app'),
    jobs: config.databaseJobsUrl ?? roleUrl(owner, 'hilo_jobs'),
  }
}

export interface OpenOptions {
  /** Called once when the embedded cluster fell and cannot be brought back. */
  lost?: (error: Error) => void
}

const poolSize = { app: 10, jobs: 10, owner: 4 }
/** How long a request waits for a connection when all are taken, or the database does not take it: then it is told so. */
const connectionWaitMs = 5000
/**
 * How long the server may say nothing while something is asked of it, ms. What requests ask is stopped after five seconds by
 * the server itself (roles.ts); the owner's work of each hour takes longer, and that of the start as long as it takes.
 */
const silence = { app: 7000, jobs: 8000, owner: 120_000, start: 15 * 60_000 }
/** How long connections have to end by themselves, ms. */
const closeMs = 3000

/** int8 and numeric travel as JSON numbers (ids stay below 2^53), exactly like the JSON that PostgreSQL makes itself. */
const asNumber = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
const { getTypeParser } = pg.types
const byDefault: (oid: number, format: 'text' | 'binary') => unknown = getTypeParser
export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    asNumber.has(oid) && format !== 'binary' ? Number : byDefault(oid, format ?? 'text'),
}

/**
 * @throws {Error} in Spanish: not reachable, too old, unsafe settings, newer schema, data directory in use
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir'> & Named,
  log: Log,
  options: OpenOptions = {},
): Promise<Database> {
  const lost = options.lost ?? ((error) => log.error(error.message))
  const cluster = config.databaseUrl ? null : await openCluster(config.dataDir, log, lost)
  const ownerUrl = config.databaseUrl ?? cluster?.url ?? ''
  const urls = urlsOf(config, ownerUrl)
  try {
    await prepare(config, urls, log)
    return openPools(config, urls, log, cluster?.close)
  } catch (error) {
    await cluster?.close()
    throw error
  }
}

async function prepare(config: Named, urls: Urls, log: Log): Promise<void> {
  const owner = new DatabaseClient({
    ...linked(urls.owner, { session: ownerSession, silenceMs: silence.app }),
    types: wireTypes,
  })
  await owner.connect().catch((error: unknown) => {
    throw new Error('No se puede abrir la base de datos de DATABASE_URL.', { cause: error })
  })
  try {
    await refuseSharedSessions(owner, urls.owner, 'DATABASE_URL')
    await checkSettings(owner, log)
    await ensureRoles(owner, urls, config)
    await refuseSharedRoles(config)
    owner.silenceMs = silence.start
    await undoBulkLoad(owner)
    await migrate(owner, log)
    await ensureSystemRoles(owner)
    await prepareQueue(urls.jobs)
  } finally {
    await owner.end()
  }
}

/** Roles that go a way of their own may meet a pooler that the owner does not. */
async function refuseSharedRoles({ databaseAppUrl, databaseJobsUrl }: Named): Promise<void> {
  for (const [name, url] of Object.entries({ DATABASE_APP_URL: databaseAppUrl, DATABASE_JOBS_URL: databaseJobsUrl })) {
    if (url === undefined) continue
    const client = new DatabaseClient(linked(url, { silenceMs: silence.app }))
    try {
      await client.connect()
      await refuseSharedSessions(client, url, name)
    } finally {
      await client.end()
    }
  }
}

/** The queue's own migrations, and the one door through which the application adds a job. */
async function prepareQueue(jobsUrl: string): Promise<void> {
  const link = linked(jobsUrl, { silenceMs: silence.start })
  const pool = new pg.Pool({ ...link, Client: DatabaseClient, max: 2 })
  pool.on('error', () => {})
  try {
    await runMigrations({ pgPool: pool, logger: quiet })
    await pool.query(queueDoor)
  } finally {
    await pool.end()
  }
}

const quiet = new Logger(() => () => {})

// Written by the queue's owner, because its tables let nobody else write. Functions of the same names in the schema call them.
// The worker locks every free queue's row each time it looks for a job, and nothing ever removes one: so queues are folded onto
// a few. What has to run one after another still does; seldom something else waits for it. A job whose task and queue are known
// and whose key is new is one insert; add_job, which says the same in six statements, does the rest.
const queueDoor = `
  do $$ begin
    perform pg_advisory_xact_lock(48414943);
    if to_regprocedure('graphile_worker.app_queue(text)') is not null then return; end if;
    drop function if exists graphile_worker.app_add_job(text, json, text);
    create function graphile_worker.app_queue(queue text) returns text language sql immutable strict as $f$
      select 'q' || (hashtextextended(queue, 0) & 127) $f$;
    insert into graphile_worker._private_job_queues (queue_name) select 'q' || n from generate_series(0, 127) n
      on conflict do nothing;
    create or replace function graphile_worker.app_add_job(task text, payload json, key text, at timestamptz, queue text, attempts int)
      returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $f$
      #variable_conflict use_column
      begin
        insert into _private_jobs (job_queue_id, task_id, payload, run_at, max_attempts, key)
          select q.id, t.id, coalesce($2, '{}'), coalesce($4, now()), coalesce($6, 25), $3
            from _private_tasks t, _private_job_queues q
           where t.identifier = $1 and q.queue_name = app_queue($5) and $3 is not null
          on conflict (key) do nothing;
        if found then
          perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text);
        else
          perform add_job(identifier => $1, payload => $2, job_key => $3, run_at => $4, queue_name => app_queue($5),
            max_attempts => $6);
        end if;
      end $f$;
    create or replace function graphile_worker.app_advance_jobs(seconds bigint) returns void
      language plpgsql security definer set search_path = graphile_worker, pg_temp as $f$
      begin
        update _private_jobs j set run_at = greatest(now(), j.run_at - make_interval(secs => seconds))
          from _private_tasks t
         where t.id = j.task_id and t.identifier like 'process.%' and j.locked_at is null and j.run_at > now();
        perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text);
      end $f$;
    revoke all on function graphile_worker.app_add_job(text, json, text, timestamptz, text, int),
      graphile_worker.app_advance_jobs(bigint) from public;
    grant execute on function graphile_worker.app_add_job(text, json, text, timestamptz, text, int),
      graphile_worker.app_advance_jobs(bigint) to hilo_app;
    grant usage on schema graphile_worker to hilo_app;
  end $$`

/** The owner sees every operator's rows. */
export const ownerSession = { 'app.scope': 'all' }

function openPools(config: Named, urls: Urls, log: Log, stopCluster: (() => Promise<void>) | undefined): Database {
  let closing = false
  const peers = new Set<DatabaseClient>()
  const pool = (
    url: string,
    max: number,
    link: Partial<Omit<Link, 'hosts'>> & { wanted?: Wanted },
    more: pg.PoolConfig = {},
  ) => {
    const options: LinkedConfig = {
      ...linked(url, { peers, writes: true, ...link }),
      max,
      types: wireTypes,
      idleTimeoutMillis: 60_000,
      ...more,
    }
    const made = new pg.Pool({ ...options, Client: DatabaseClient })
    // The pool replaces a broken connection and rejects what ran on it; an idle one is only reported here.
    made.on('error', ({ message }) => {
      if (!closing) log.warn('Se ha cortado una conexión con la base de datos.', { reason: message })
    })
    return made
  }
  const wait = { connectionTimeoutMillis: connectionWaitMs }
  const app = pool(urls.app, poolSize.app, { silenceMs: silence.app }, wait)
  // A replica's fate is its own, and it is there to be read.
  const apart = { silenceMs: silence.app, peers: new Set<DatabaseClient>(), writes: false, wanted: 'any' } as const
  const readUrl = config.databaseReadUrl && withUser(config.databaseReadUrl, readerOf(config))
  const read = readUrl ? pool(readUrl, poolSize.app, apart, wait) : app
  const jobs = pool(urls.jobs, poolSize.jobs, { silenceMs: silence.jobs })
  const owner = pool(urls.owner, poolSize.owner, { silenceMs: silence.owner, session: ownerSession })
  const cut = () => [...peers, ...apart.peers].forEach((client) => client.abandon('the process stops'))
  const close = async () => {
    closing = true
    const ended = Promise.all([...new Set([app, read, jobs, owner])].map((each) => each.end()))
    await Promise.race([ended, sleep(closeMs, undefined, { ref: false }).then(cut)])
    await ended
    await stopCluster?.()
  }
  const kind = config.databaseUrl ? 'external' : 'embedded'
  return { app, read, jobs, owner, ownerUrl: urls.owner, jobsUrl: urls.jobs, kind, cut, close }
}

/** Who reads the replica: the role as it was given, else as it follows from the replica's owner. */
function readerOf({ databaseReadUrl = '', databaseAppUrl }: Named): { name: string; password: string } {
  return userOf(databaseAppUrl ?? roleUrl(databaseReadUrl, 'hilo_app'))
}
