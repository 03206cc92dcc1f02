/** The folders and files of an embedded cluster: made once, handed to whoever runs PostgreSQL, found again later. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  lchown,
  link,
  lstat,
  mkdir,
  open,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries, type Binaries } from './binaries.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'

export interface Place {
  dataDir: string
  /** The cluster itself. */
  cluster: string
  /** Folder of the socket. Short, because a socket's path may not exceed some 100 bytes. */
  run: string
  logFile: string
  password: string
  binaries: Binaries
  runAs: RunAs
}

const longestSocketFolder = 80
const rotateLogBytes = 10 * 1024 * 1024

/**
 * Makes the folders that are missing and decides who runs the programs.
 * @throws {Error} in Spanish, also when the folder belongs to somebody else
 */
export async function preparePlace(folder: string): Promise<Place> {
  try {
    return await prepare(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    const text = `No hay permiso para usar ${folder}: es de otro usuario o no se puede escribir. Elige otra con DATA_DIR.`
    throw new Error(text, { cause: error })
  }
}

async function prepare(folder: string): Promise<Place> {
  await mkdir(folder, { recursive: true })
  const dataDir = await realpath(folder)
  await closeToOthers(dataDir)
  const binaries = await findBinaries()
  const cluster = await stat(join(dataDir, 'pg')).catch(() => null)
  const existing = cluster && { uid: cluster.uid, running: await isRunning(join(dataDir, 'pg'), cluster.uid) }
  const runAs = chooseRunAs(binaries.postgres, dataDir, existing ?? undefined)
  const place: Place = {
    dataDir,
    cluster: join(dataDir, 'pg'),
    run: socketFolder(dataDir),
    logFile: join(dataDir, 'postgres.log'),
    password: await readPassword(dataDir),
    binaries,
    runAs,
  }
  await mkdir(place.run, { recursive: true, mode: 0o700 })
  // One inside the data directory may still be of the user that ran the cluster before.
  const before = place.run.startsWith(dataDir) ? existing?.uid : undefined
  await claimFolder(place.run, runAs, before)
  if (existsSync(place.cluster)) await handOver(place.cluster, runAs)
  const size = (await stat(place.logFile).catch(() => null))?.size ?? 0
  if (size > rotateLogBytes) await rename(place.logFile, `${place.logFile}.1`)
  return place
}

/**
 * The folder is listed by its owner alone. Root's is passed through by the database's user on its way to the cluster. A folder of
 * somebody else's, or one that everybody writes to, is left as it is.
 */
async function closeToOthers(dataDir: string): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  const isShared = (mode & 0o1000) !== 0
  if (uid !== process.getuid?.() || isShared) return
  const isEmpty = (await readdir(dataDir)).length === 0
  const most = uid === 0 ? 0o711 : 0o700
  await chmod(dataDir, isEmpty ? most : mode & most)
}

/** Whether the cluster's note names a living process of its user. */
async function isRunning(cluster: string, uid: number): Promise<boolean> {
  const note = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(note.split('\n', 1)[0])
  if (!(pid > 0)) return false
  const process = await stat(`/proc/${pid}`).catch(() => null)
  return process?.uid === uid
}

/** Where the running cluster listens: its own note first, because the folder may have been chosen by an earlier start. */
export async function runningSocket(place: Place): Promise<{ pid: number; folder: string } | null> {
  const note = await readFile(join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = note.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, folder: lines[4]?.trim() || place.run } : null
}

/** Gives a file or folder tree to the user that runs PostgreSQL. */
export async function handOver(path: string, { owner }: RunAs): Promise<void> {
  if (!owner || (await lstat(path)).uid === owner.uid) return
  const inside = await readdir(path, { recursive: true }).catch(() => [])
  for (const name of inside) await giveOne(join(path, name), owner)
  // Last, so that an interrupted change of owner is seen and done again.
  await giveOne(path, owner)
}

/** Another user may have put links there: what they point to is not given away. */
async function giveOne(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const found = await lstat(path)
  if (found.isFile() && found.nlink > 1)
    throw new Error(`${path} tiene más de un nombre en el disco. Revísalo antes de arrancar.`)
  await lchown(path, uid, gid)
}

/** Removes what an interrupted first start left. Only for the one server that holds the cluster. */
export async function sweepUnfinished(place: Place): Promise<void> {
  for (const name of await readdir(place.dataDir))
    if (name.startsWith('pg.new-')) await rm(join(place.dataDir, name), { recursive: true, force: true })
}

function socketFolder(dataDir: string): string {
  const inside = join(dataDir, 'run')
  if (Buffer.byteLength(inside) <= longestSocketFolder) return inside
  return join(tmpdir(), `hilo-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/** The folder may lie in a place that everybody writes to, so whose it is gets checked before it is used. */
async function claimFolder(folder: string, runAs: RunAs, before: number | undefined): Promise<void> {
  const found = await lstat(folder)
  const mine = [process.getuid?.(), runAs.owner?.uid, before]
  if (!found.isDirectory() || !mine.includes(found.uid))
    throw new Error(`La carpeta ${folder} es de otro usuario. Bórrala o elige otra con DATA_DIR.`)
  await handOver(folder, runAs)
  await chmod(folder, 0o700)
}

async function readPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'owner.key')
  if (!existsSync(path)) {
    const draft = `${path}.${process.pid}`
    const file = await open(draft, 'w', 0o600)
    await file.writeFile(randomBytes(32).toString('base64url'))
    await file.sync()
    await file.close()
    // A link fails where a rename would overwrite: of two first starts at once, the first one's key stays.
    await link(draft, path).catch(() => {})
    await rm(draft)
  }
  return readFile(path, 'utf8')
}
