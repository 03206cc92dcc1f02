/** Opens the database: embedded or by DATABASE_URL, with its roles, migrations and checked settings. */
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { undoBulkLoad } from './bulk-load.ts'
import { openCluster } from './embedded.ts'
import { migrate } from './migrate.ts'
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
  kind: 'embedded' | 'external'
  close(): Promise<void>
}

export interface OpenOptions {
  /** Called once when the embedded cluster fell and cannot be brought back. */
  lost?: (error: Error) => void
}

const poolSize = { app: 10, jobs: 10, owner: 4 }
/** How long a request waits for a connection when all are taken, or the database does not take it: then it is told so. */
const connectionWaitMs = 5000

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
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseReadUrl'>,
  log: Log,
  options: OpenOptions = {},
): Promise<Database> {
  const lost = options.lost ?? ((error) => log.error(error.message))
  const cluster = config.databaseUrl ? null : await openCluster(config.dataDir, log, lost)
  const ownerUrl = config.databaseUrl ?? cluster?.url ?? ''
  try {
    await prepare(ownerUrl, log)
    return openPools(config, ownerUrl, log, cluster?.close)
  } catch (error) {
    await cluster?.close()
    throw error
  }
}

async function prepare(ownerUrl: string, log: Log): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, types: wireTypes, options: ownerOptions })
  // A connection that breaks also rejects what is running on it.
  owner.on('error', () => {})
  await owner.connect().catch((error: unknown) => {
    throw new Error('No se puede abrir la base de datos de DATABASE_URL.', { cause: error })
  })
  try {
    await checkSettings(owner, log)
    await ensureRoles(owner, ownerUrl)
    await undoBulkLoad(owner)
    await migrate(owner, log)
    await ensureSystemRoles(owner)
    await prepareQueue(ownerUrl)
  } finally {
    await owner.end()
  }
}

/** The queue's own migrations, and the one door through which the application adds a job. */
async function prepareQueue(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: roleUrl(ownerUrl, 'hilo_jobs'), max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
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

const ownerOptions = '-c app.scope=all'

function openPools(
  config: Pick<Config, 'databaseUrl' | 'databaseReadUrl'>,
  ownerUrl: string,
  log: Log,
  stopCluster: (() => Promise<void>) | undefined,
): Database {
  let closing = false
  const pool = (connectionString: string, max: number, more: pg.PoolConfig = {}) => {
    const made = new pg.Pool({
      connectionString,
      max,
      types: wireTypes,
      keepAlive: true,
      idleTimeoutMillis: 60_000,
      ...more,
    })
    // A connection that breaks is replaced by the pool and whoever uses it gets the error; without listeners the process
    // would end.
    made.on('connect', (client) => client.on('error', () => {}))
    made.on('error', ({ message }) => {
      if (!closing) log.warn('Se ha cortado una conexión con la base de datos.', { reason: message })
    })
    return made
  }
  const wait = { connectionTimeoutMillis: connectionWaitMs }
  const app = pool(roleUrl(ownerUrl, 'hilo_app'), poolSize.app, wait)
  const readUrl = config.databaseReadUrl
  const read = readUrl ? pool(roleUrl(readUrl, 'hilo_app'), poolSize.app, wait) : app
  const jobs = pool(roleUrl(ownerUrl, 'hilo_jobs'), poolSize.jobs)
  const owner = pool(ownerUrl, poolSize.owner, { options: ownerOptions })
  const close = async () => {
    closing = true
    await Promise.all([...new Set([app, read, jobs, owner])].map((each) => each.end()))
    await stopCluster?.()
  }
  return { app, read, jobs, owner, ownerUrl, kind: config.databaseUrl ? 'external' : 'embedded', close }
}
