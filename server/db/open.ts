/** Opens the database, embedded or by DATABASE_URL, with roles, migrations and checked settings. */
import { Logger, runMigrations } from 'graphile-worker'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { userOf, withUser, type Wanted } from '../database-address.ts'
import { projectFile } from '../kernel/place.ts'
import { DatabaseClient, linked, type Link, type LinkedConfig } from '../kernel/sql/client.ts'
import { openCluster } from './embedded.ts'
import { sentenceOf } from '../failure.ts'
import { applyFunctions } from './functions.ts'
import { migrate } from './migrate.ts'
import { refuseSharedSessions } from './pooler.ts'
import { ensureRoles, roleUrl } from './roles.ts'
import { checkSettings } from './settings.ts'
import { ensureSystemRoles } from './system-roles.ts'
import { ensureWebPushKeys } from './web-push-keys.ts'
import { patient } from '../kernel/patience.ts'

export interface Database {
  /** Role hilo_app: row-level security applies. For all requests. */
  app: pg.Pool
  /** Like `app`, on the replica if there is one: lists and downloads. */
  read: pg.Pool
  /** Role hilo_jobs, owner of the job queue. */
  jobs: pg.Pool
  /** Owner, small pool: seed, partitions, maintenance. Sees every row. */
  owner: pg.Pool
  /** The owner's URL, for tools with their own connections. */
  ownerUrl: string
  /** URL of the queue's owner. */
  jobsUrl: string
  kind: 'embedded' | 'external'
  /** Cuts every connection, which ends all pending statements. */
  cut(): void
  close(): Promise<void>
}

/** Connection URL of each role. */
export interface Urls {
  owner: string
  app: string
  jobs: string
}
type Named = Pick<
  Config,
  'databaseUrl' | 'databaseReadUrl' | 'databaseAppUrl' | 'databaseJobsUrl' | 'statementTimeoutS'
>

/** Configured URLs, else those derived from the owner's. */
export function urlsOf(config: Named, owner: string): Urls {
  return {
    owner,
    app: config.databaseAppUrl ?? roleUrl(owner, 'hilo_app'),
    jobs: config.databaseJobsUrl ?? roleUrl(owner, 'hilo_jobs'),
  }
}

interface OpenOptions {
  /** Called once if the embedded cluster failed and cannot be restarted. */
  lost?: (error: Error) => void
}

const poolSize = { app: 10, jobs: 10, owner: 4 }
/** Longest wait of a request for a connection, ms; then it is refused. */
const connectionWaitMs = patient(5000)
/**
 * Longest silence of the server during a statement, ms. Requests' statements are stopped after five seconds by the server
 * itself (roles.ts); the owner's hourly upkeep takes longer, and migrations without limit.
 */
const silence = { app: patient(7000), jobs: patient(8000), owner: patient(120_000), start: patient(15 * 60_000) }
/** Time for connections to end in order, ms. */
const closeMs = patient(3000)

/** int8 and numeric are parsed as numbers (ids stay below 2^53), like in PostgreSQL's own JSON. */
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

/** Makes the audit's partitions of this month and the next two, where they are missing. */
export const auditPartitions = `select audit_partition((now() + n * interval '1 month')::date) from generate_series(0, 2) n`

async function prepare(config: Named, urls: Urls, log: Log): Promise<void> {
  const owner = new DatabaseClient({
    ...linked(urls.owner, { session: ownerSession, silenceMs: silence.owner }),
    types: wireTypes,
  })
  try {
    await owner.connect().catch((cause: Error) => {
      throw new Error(sentenceOf(cause) ?? 'No se puede abrir la base de datos.', { cause })
    })
    await refuseSharedSessions(owner, urls.owner, 'DATABASE_URL')
    await checkSettings(owner, log)
    await ensureRoles(owner, urls, config)
    await refuseSharedRoles(config)
    owner.silenceMs = silence.start
    await migrate(owner, log)
    await applyFunctions(owner, log)
    // After months without a server no partition takes this month's entries, and every write would fail.
    await owner.query(auditPartitions)
    await ensureSystemRoles(owner)
    await ensureWebPushKeys(owner)
    await prepareQueue(urls.jobs)
  } finally {
    await owner.end()
  }
}

/** Roles with their own URLs may be behind a pooler that the owner is not. */
async function refuseSharedRoles({ databaseAppUrl, databaseJobsUrl }: Named): Promise<void> {
  for (const [name, url] of Object.entries({ DATABASE_APP_URL: databaseAppUrl, DATABASE_JOBS_URL: databaseJobsUrl })) {
    if (url === undefined) continue
    const client = new DatabaseClient(linked(url, { silenceMs: silence.owner }))
    try {
      await client.connect()
      await refuseSharedSessions(client, url, name)
    } finally {
      await client.end()
    }
  }
}

/** The queue's own migrations, and the functions by which the application adds jobs. */
async function prepareQueue(jobsUrl: string): Promise<void> {
  const link = linked(jobsUrl, { silenceMs: silence.start })
  const pool = new pg.Pool({ ...link, Client: DatabaseClient, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, logger: quiet })
    await pool.query(await readFile(queueFunctions, 'utf8'))
  } finally {
    await pool.end()
  }
}

const quiet = new Logger(() => () => {})
const queueFunctions = projectFile('server/db/queue.sql')

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
    // The pool replaces a broken connection and rejects its statement; an idle one is only logged here.
    made.on('error', ({ message }) => {
      if (!closing) log.warn('Se ha cortado una conexión con la base de datos.', { reason: message })
    })
    return made
  }
  const wait = { connectionTimeoutMillis: connectionWaitMs }
  const app = pool(urls.app, poolSize.app, { silenceMs: silence.app }, wait)
  // A replica fails independently, and is for reading only.
  const apart = { silenceMs: silence.app, peers: new Set<DatabaseClient>(), writes: false, wanted: 'any' } as const
  const readUrl = config.databaseReadUrl && withUser(config.databaseReadUrl, readerOf(config))
  const read = readUrl ? pool(readUrl, poolSize.app, apart, wait) : app
  const jobs = pool(urls.jobs, poolSize.jobs, { silenceMs: silence.jobs })
  const owner = pool(urls.owner, poolSize.owner, { silenceMs: silence.owner, session: ownerSession })
  const cut = () => {
    closing = true
    for (const client of [...peers, ...apart.peers]) client.abandon('the process stops')
  }
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

/** The replica's role: as configured, else derived from the replica's owner. */
function readerOf({ databaseReadUrl = '', databaseAppUrl }: Named): { name: string; password: string } {
  return userOf(databaseAppUrl ?? roleUrl(databaseReadUrl, 'hilo_app'))
}
