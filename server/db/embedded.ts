/**
 * The embedded PostgreSQL: started on a Unix socket in the data directory, adopted if it is running (it survives a killed
 * server), monitored, and stopped with the server.
 *
 * One server per data directory: PostgreSQL admits one postmaster, and the server holds an advisory lock on a connection
 * during its life. The lock ends with the process in any case, so there are no stale locks.
 */
import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { DatabaseClient, linked } from '../kernel/sql/client.ts'
import { checkVersion, createCluster, lastWords, launch, settingsFor, superuser } from './cluster-init.ts'
import { preparePlace, runningSocket, sweepUnfinished, type Place } from './cluster-place.ts'
import { patient } from '../kernel/patience.ts'

export interface Cluster {
  /** Owner's URL of the product's database. */
  url: string
  /** Stops the cluster and waits until everything is written. */
  close(): Promise<void>
}

interface Keeper {
  place: Place
  log: Log
  child: ChildProcess | null
  guard: pg.Client | null
  closing: boolean
  lost: (error: Error) => void
}

const databaseName = 'hilo'
const lockKey = 4_841_494_1
/** Limits of a start, ms: of a postmaster that ends and is started again, and of one that runs and does not answer yet. */
const startLimitMs = { ended: patient(20_000), silent: patient(5 * 60_000) }
const stopDeadlineMs = patient(60_000)
/** A postmaster that does not answer for this long counts as not running, ms. */
const silenceMs = patient(30_000)
/** Looks at the lock until a killed server's connection has been noticed: three seconds. Looks count, for a machine may stand still. */
const lockLooks = { most: 30, everyMs: 100 }

/**
 * Starts or adopts the cluster of a data directory and keeps it running.
 * @param lost called once if the cluster failed and could not be restarted
 * @throws {Error} in Spanish: in use by another server, no permission, damaged or foreign version
 */
export async function openCluster(dataDir: string, log: Log, lost: (error: Error) => void): Promise<Cluster> {
  const place = await preparePlace(dataDir)
  if (!existsSync(place.cluster)) await createCluster(place, log)
  await checkVersion(place)
  const keeper: Keeper = { place, log, child: null, guard: null, closing: false, lost }
  const folder = await hold(keeper)
  await sweepUnfinished(place)
  return { url: urlOf(place, folder, databaseName), close: () => stop(keeper) }
}

/** Owner's URL if a cluster runs in the data directory, by any process; does not take the lock. */
export async function runningCluster(dataDir: string): Promise<string | null> {
  const place = await preparePlace(dataDir)
  const running = await runningSocket(place)
  if (!running) return null
  const url = urlOf(place, running.folder, databaseName)
  const answer = await tryConnect(url)
  if (!(answer instanceof pg.Client)) return null
  await answer.end()
  return url
}

function urlOf(place: Place, folder: string, database: string): string {
  return `postgres://${superuser}:${place.password}@localhost/${database}?host=${encodeURIComponent(folder)}`
}

/** Connects, starting the postmaster if there is no answer, takes the lock and monitors the connection. */
async function hold(keeper: Keeper): Promise<string> {
  const { guard, folder } = await reach(keeper)
  try {
    await takeLock(guard, keeper.place)
    const known = await guard.query('select 1 from pg_database where datname = $1', [databaseName])
    if (known.rowCount === 0) await guard.query(`create database ${databaseName}`)
  } catch (error) {
    await guard.end()
    throw error
  }
  keeper.guard = guard
  // The lock alone keeps no process alive.
  guard.unref()
  guard.once('end', () => void revive(keeper))
  return folder
}

async function revive(keeper: Keeper): Promise<void> {
  if (keeper.closing) return
  const began = performance.now()
  keeper.log.warn('La base de datos se ha parado. Se arranca de nuevo.')
  try {
    await hold(keeper)
    keeper.log.info(`La base de datos vuelve a funcionar (${((performance.now() - began) / 1000).toFixed(1)} s).`)
  } catch (error) {
    if (!keeper.closing) keeper.lost(error instanceof Error ? error : new Error(String(error)))
  }
}

/**
 * Retries until the postmaster answers. Without limit while it recovers; otherwise starts are repeated for a while, because
 * after a crash the old postmaster's children need about two seconds to exit.
 */
async function reach(keeper: Keeper): Promise<{ guard: pg.Client; folder: string }> {
  let since = performance.now()
  let starts = 0
  for (;;) {
    const folder = (await runningSocket(keeper.place))?.folder ?? keeper.place.run
    const answer = await tryConnect(urlOf(keeper.place, folder, 'postgres'))
    if (answer instanceof pg.Client) return { guard: answer, folder }
    if (answer.code === '28P01')
      throw new Error(`La clave owner.key no abre la base de datos de ${keeper.place.dataDir}.`)
    if (keeper.closing) throw answer
    if (answer.code === '57P03') since = performance.now()
    else if (!keeper.child) {
      starts++
      startPostmaster(keeper)
    }
    if (performance.now() - since > (starts > 1 ? startLimitMs.ended : startLimitMs.silent))
      throw new Error(`La base de datos no arranca. ${await lastWords(keeper.place)}`, { cause: answer })
    await sleep(keeper.child || answer.code === '57P03' ? 50 : 300)
  }
}

async function tryConnect(connectionString: string): Promise<pg.Client | (Error & { code?: string })> {
  const config = { ...linked(connectionString, { silenceMs }), application_name: `hilo ${process.pid}` }
  const client = new DatabaseClient(config)
  try {
    await client.connect()
    return client
  } catch (error) {
    void client.end().catch(() => {})
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function takeLock(guard: pg.Client, place: Place): Promise<void> {
  for (let looks = 0; looks < lockLooks.most; looks++) {
    const { rows } = await guard.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (rows[0]?.mine) return
    await sleep(lockLooks.everyMs)
  }
  const holder = await guard.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [lockKey],
  )
  const pid = /^hilo (\d+)$/.exec(holder.rows[0]?.name ?? '')?.[1]
  throw new Error(
    `Ya hay otro servidor de Hilo${pid ? ` (proceso ${pid})` : ''} con los datos de ${place.dataDir}. ` +
      'Deténlo, o elige otra carpeta con DATA_DIR.',
  )
}

function startPostmaster(keeper: Keeper): void {
  const { place } = keeper
  const settings = Object.entries(settingsFor(place)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const out = openSync(place.logFile, 'a', 0o600)
  const child = launch(place, place.binaries.postgres, ['-D', place.cluster, ...settings], out)
  closeSync(out)
  child.unref()
  keeper.child = child
  child.once('exit', () => (keeper.child = null))
  child.once('error', () => (keeper.child = null))
}

/** Fast shutdown: connections are cut, everything is written. The lock is released last. */
async function stop(keeper: Keeper): Promise<void> {
  keeper.closing = true
  keeper.guard?.ref()
  const running = await runningSocket(keeper.place)
  // Only a postmaster that answers may be stopped: the pid file may be older than the machine's last start.
  const alive =
    keeper.guard &&
    (await keeper.guard.query('select 1').then(
      () => true,
      () => false,
    ))
  if (running && alive) {
    process.kill(running.pid, 'SIGINT')
    const giveUp = performance.now() + stopDeadlineMs
    while (isAlive(running.pid) && performance.now() < giveUp) await sleep(20)
    if (isAlive(running.pid)) keeper.log.warn('La base de datos tarda en pararse; se deja terminando.')
  }
  await keeper.guard?.end().catch(() => {})
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
