/** Creates a cluster and runs PostgreSQL's programs on it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { preparing } from './sql-files.ts'
import { handOver, type Place } from './cluster-place.ts'

export const superuser = 'hilo'
const majorVersion = '18'
/** Lines of the log that are repeated. */
const mostWords = 6

/**
 * Creates the cluster beside its final place and moves it there when complete, so that an interrupted start leaves none.
 * @throws {Error} in Spanish, with what initdb said
 */
export async function createCluster(place: Place, log: Log): Promise<void> {
  log.progress(preparing)
  const draft = join(place.dataDir, `pg.new-${process.pid}`)
  const passwordFile = join(place.run, `init-${process.pid}`)
  await rm(draft, { recursive: true, force: true })
  await writeFile(passwordFile, place.password, { mode: 0o600 })
  await handOver(passwordFile, place.runAs)
  await mkdir(draft, { mode: 0o700 })
  await handOver(draft, place.runAs)
  const out = openSync(place.logFile, 'a', 0o600)
  const words = [
    '-D',
    draft,
    '-U',
    superuser,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]
  const child = launch(place, place.binaries.initdb, words, out)
  const end = await new Promise((done) => child.once('exit', done).once('error', done))
  closeSync(out)
  await rm(passwordFile, { force: true })
  if (end instanceof Error) throw new Error(`No se pudo crear la base de datos: ${end.message}`, { cause: end })
  if (end !== 0) throw new Error(`No se pudo crear la base de datos. ${await lastWords(place)}`)
  // Of two concurrent first starts the first cluster stays.
  await rename(draft, place.cluster).catch(() => rm(draft, { recursive: true, force: true }))
}

/** @throws {Error} in Spanish if the cluster is of another major version of PostgreSQL */
export async function checkVersion(place: Place): Promise<void> {
  const found = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim()
  if (found === majorVersion) return
  throw new Error(
    `Los datos de ${place.dataDir} son de PostgreSQL ${found} y esta versión usa la ${majorVersion}. ` +
      'Haz una copia con la versión anterior y restáurala en otra carpeta.',
  )
}

/** What to do about what PostgreSQL's programs say. */
const advices: readonly (readonly [RegExp, string])[] = [
  [
    /No space left|free disk space|Disk quota/i,
    'No queda sitio en el disco: libéralo, o elige otra carpeta con DATA_DIR.',
  ],
  [/Cannot allocate memory|out of memory|shared memory/i, 'Falta memoria: cierra otros programas y arranca de nuevo.'],
  [/Permission denied|Operation not permitted/i, 'Falta un permiso en esa carpeta: dáselo, o elige otra con DATA_DIR.'],
]

/** What PostgreSQL's programs said last, as sentences for who has to act on it. */
export async function lastWords({ logFile }: Place): Promise<string> {
  const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-mostWords)
  const text = lines.join('\n')
  const [, advice = 'Si no se entiende el motivo, restaura una copia en otra carpeta (npm run restore).'] =
    advices.find(([words]) => words.test(text)) ?? []
  return `${advice} Al final de ${logFile} pone:\n${text}`
}

/** In its own process group: Ctrl-C reaches the server only, which then stops the cluster in order. */
export function launch(place: Place, program: string, words: string[], out: number | 'ignore'): ChildProcess {
  const [command = program, ...rest] = [...place.runAs.prefix, program, ...words]
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return spawn(command, rest, {
    ...place.runAs.identity,
    cwd: place.run,
    env,
    detached: true,
    stdio: ['ignore', out, out],
  })
}

/** Every critical setting is passed at each start, so that no file in the cluster can weaken it. */
export function settingsFor(place: Place): Record<string, string | number> {
  const megabytes = Math.floor(totalmem() / 2 ** 20)
  return {
    listen_addresses: '',
    unix_socket_directories: place.run,
    unix_socket_permissions: '0700',
    max_connections: 200,
    shared_buffers: `${Math.min(1024, Math.max(128, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    maintenance_work_mem: '128MB',
    max_wal_size: '4GB',
    // No replication from this cluster: rows loaded and indexed in the transaction that created their table are written
    // once.
    wal_level: 'minimal',
    max_wal_senders: 0,
    random_page_cost: 1.1,
    jit: 'off',
    // Reads come from the system's page cache: I/O workers make indexing a tenth slower (measured).
    io_method: 'sync',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Ends the statements of a killed server.
    client_connection_check_interval: '2s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
    lc_messages: 'C',
  }
}
