/** Folders and files of an embedded cluster: created once, owned by the user that runs PostgreSQL, found again later. */
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
  /** Folder of the socket. Short, because a socket's path is limited to about 100 bytes. */
  run: string
  logFile: string
  password: string
  binaries: Binaries
  runAs: RunAs
}

const longestSocketFolder = 80
const rotateLogBytes = 10 * 1024 * 1024

/**
 * Creates missing folders and decides which user runs the programs.
 * @throws {Error} in Spanish, also if the folder belongs to another user
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
  // One inside the data directory may still belong to the former user of the cluster.
  const before = place.run.startsWith(dataDir) ? existing?.uid : undefined
  await claimFolder(place.run, runAs, before)
  if (existsSync(place.cluster)) await handOver(place.cluster, runAs)
  const size = (await stat(place.logFile).catch(() => null))?.size ?? 0
  if (size > rotateLogBytes) await rename(place.logFile, `${place.logFile}.1`)
  return place
}

/**
 * Only its owner may list the folder. Root's can be traversed by the database's user on the way to the cluster. A folder of
 * another user, or one that is world-writable, is left unchanged.
 */
async function closeToOthers(dataDir: string): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  const isShared = (mode & 0o1000) !== 0
  if (uid !== process.getuid?.() || isShared) return
  const isEmpty = (await readdir(dataDir)).length === 0
  const most = uid === 0 ? 0o711 : 0o700
  await chmod(dataDir, isEmpty ? most : mode & most)
}

/** True if the cluster's pid file names a living process of its user. */
async function isRunning(cluster: string, uid: number): Promise<boolean> {
  const note = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(note.split('\n', 1)[0])
  if (!(pid > 0)) return false
  const process = await stat(`/proc/${pid}`).catch(() => null)
  return process?.uid === uid
}

/** Socket of the running cluster: by its own pid file first, because an earlier start may have chosen another folder. */
export async function runningSocket(place: Place): Promise<{ pid: number; folder: string } | null> {
  const note = await readFile(join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = note.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, folder: lines[4]?.trim() || place.run } : null
}

/** Changes the owner of a file or folder tree to the user that runs PostgreSQL. */
export async function handOver(path: string, { owner }: RunAs): Promise<void> {
  if (!owner || (await lstat(path)).uid === owner.uid) return
  const inside = await readdir(path, { recursive: true }).catch(() => [])
  for (const name of inside) await giveOne(join(path, name), owner)
  // Last, so that an interrupted change of owner is detected and repeated.
  await giveOne(path, owner)
}

/** Another user may have placed links there: their targets are not changed. */
async function giveOne(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const found = await lstat(path)
  if (found.isFile() && found.nlink > 1)
    throw new Error(`${path} tiene más de un nombre en el disco. Revísalo antes de arrancar.`)
  await lchown(path, uid, gid)
}

/** Removes leftovers of an interrupted first start. Only for the server that holds the cluster. */
export async function sweepUnfinished(place: Place): Promise<void> {
  for (const name of await readdir(place.dataDir))
    if (name.startsWith('pg.new-')) await rm(join(place.dataDir, name), { recursive: true, force: true })
}

function socketFolder(dataDir: string): string {
  const inside = join(dataDir, 'run')
  if (Buffer.byteLength(inside) <= longestSocketFolder) return inside
  return join(tmpdir(), `hilo-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/** The folder may be in a world-writable place, so its owner is checked before use. */
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
    // A link fails where a rename would overwrite: of two concurrent first starts the first key stays.
    await link(draft, path).catch(() => {})
    await rm(draft)
  }
  return readFile(path, 'utf8')
}
