import { access, mkdir, open, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Problem } from '@hilo/domain/problem.ts'

/** Key of stored bytes: the operator's folder and the content hash, `12/ab/abcd…`. */
export type FileKey = string

export interface FileStore {
  /** Folder for uploads in progress, on the same disk. */
  readonly incoming: string
  /** @throws Problem STORAGE_FULL if the disk has no room for more files; stored ones stay readable. */
  assertRoom(): Promise<void>
  /** Stores a finished temporary file by moving it. Durable on return. The same bytes have the same key, and count as fresh. */
  put(vnoId: number, tempPath: string, sha256: string): Promise<FileKey>
  /** @throws an error with code ENOENT, before the first byte, if there is no such file */
  open(key: FileKey): Promise<Readable>
  exists(key: FileKey): Promise<boolean>
  remove(key: FileKey): Promise<void>
  /** Keys that were not stored again for so long, in ms. */
  untouched(ms: number): AsyncIterable<FileKey>
  /** The same for one key; false if it does not exist. */
  isUntouched(key: FileKey, ms: number): Promise<boolean>
  /** Content of the list beside the files, '' if there is none yet. */
  readList(): Promise<string>
  /** Replaces the whole list; durable on return. */
  writeList(text: string): Promise<void>
}

/** Disk usage from which uploads are refused: the database on it needs the rest. */
const fullAtPct = 90
const keyForm = /^\d+\/[0-9a-f]{2}\/[0-9a-f]{64}$/
/** List of erased people (auth/erased-list.ts): beside the files, so that restoring the database does not revert it. */
export const listName = 'erased'

export const isKey = (name: string): boolean => keyForm.test(name)

/** @throws {Error} for an invalid key, so that no name leads outside of the store */
export function assertKey(key: FileKey): void {
  if (!isKey(key)) throw new Error('not the key of a file')
}

export const keyOf = (vnoId: number, sha256: string): FileKey => `${vnoId}/${sha256.slice(0, 2)}/${sha256}`

export type DiskUse = (path: string) => Promise<{ blocks: number; bavail: number }>

/** Uploads in progress are on this machine's disk, wherever files are stored. */
export async function assertRoomIn(incoming: string, use: DiskUse): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const { blocks, bavail } = await use(incoming)
  if (blocks > 0 && bavail * 100 <= blocks * (100 - fullAtPct)) throw new Problem('STORAGE_FULL')
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const olderThan = async (path: string, ms: number): Promise<boolean> => {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > ms
}
const names = async (path: string): Promise<string[]> => await readdir(path).catch(() => [])

/** Deletes partial uploads of dead processes, `ms` old. */
export async function sweepIncoming({ incoming }: FileStore, ms: number): Promise<void> {
  for (const name of await names(incoming)) {
    const path = join(incoming, name)
    if (await olderThan(path, ms)) await rm(path, { recursive: true, force: true })
  }
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

async function there(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

/** Files below one folder of the local disk. `use` measures the disk. */
export class DiskStore implements FileStore {
  readonly root: string
  readonly incoming: string
  readonly #use: DiskUse

  constructor(root: string, use: DiskUse = statfs) {
    this.root = root
    // Beside the store: a copy of the store holds finished files only.
    this.incoming = `${root}-incoming`
    this.#use = use
  }

  async assertRoom(): Promise<void> {
    await assertRoomIn(this.incoming, this.#use)
  }

  async put(vnoId: number, tempPath: string, sha256: string): Promise<FileKey> {
    const key = keyOf(vnoId, sha256)
    const path = this.path(key)
    const now = new Date()
    try {
      await utimes(path, now, now)
      await rm(tempPath, { force: true })
    } catch (error) {
      if (!isMissing(error)) throw error
      await syncFile(tempPath)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(tempPath, path)
    }
    // Also for existing folders: their creator may have failed before syncing, so they are durable only from now on.
    for (let at = dirname(path); at !== dirname(dirname(this.root)); at = dirname(at)) await syncFolder(at)
    return key
  }

  async open(key: FileKey): Promise<Readable> {
    const file = await open(this.path(key), 'r')
    return file.createReadStream()
  }

  async exists(key: FileKey): Promise<boolean> {
    return await there(this.path(key))
  }

  async remove(key: FileKey): Promise<void> {
    await rm(this.path(key), { force: true })
  }

  async *untouched(ms: number): AsyncGenerator<FileKey> {
    for (const vno of await names(this.root))
      for (const prefix of await names(join(this.root, vno)))
        for (const name of await names(join(this.root, vno, prefix))) {
          const key = `${vno}/${prefix}/${name}`
          if (isKey(key) && (await this.isUntouched(key, ms))) yield key
        }
  }

  async isUntouched(key: FileKey, ms: number): Promise<boolean> {
    return await olderThan(this.path(key), ms)
  }

  async readList(): Promise<string> {
    return await readFile(join(this.root, listName), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return ''
      throw error
    })
  }

  async writeList(text: string): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 })
    const path = join(this.root, listName)
    await writeFile(`${path}.draft`, text, { mode: 0o600, flush: true })
    await rename(`${path}.draft`, path)
    await syncFolder(this.root)
  }

  /** Absolute path of a key. @throws {Error} for an invalid key */
  path(key: FileKey): string {
    assertKey(key)
    return join(this.root, key)
  }
}
