import { access, mkdir, open, rename, rm, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Problem } from '@hilo/domain/problem.ts'

/** Where bytes of files are kept: an operator's own folder, by what they hold. `12/ab/abcd…`. */
export type FileKey = string

export interface FileStore {
  /** Folder for what is on its way in, on the same disk. */
  readonly incoming: string
  /** @throws Problem STORAGE_FULL when the disk has no room for more files; what is kept stays readable. */
  assertRoom(): Promise<void>
  /**
   * Keeps a finished temporary file; it is moved, not copied. Durable when it answers. The same bytes again are the
   * same key, and count as fresh.
   */
  put(vnoId: number, tempPath: string, sha256: string): Promise<FileKey>
  /** @throws an error with code ENOENT, before the first byte, when nothing is kept there */
  open(key: FileKey): Promise<Readable>
  exists(key: FileKey): Promise<boolean>
  remove(key: FileKey): Promise<void>
}

/** Share of the disk that may be in use before uploads are refused: the database on it needs the rest. */
const fullAtPct = 90
const keyForm = /^\d+\/[0-9a-f]{2}\/[0-9a-f]{64}$/

type DiskUse = (path: string) => Promise<{ blocks: number; bavail: number }>

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
    // Beside the store, not in it: a copy of the store holds finished files alone.
    this.incoming = `${root}-incoming`
    this.#use = use
  }

  async assertRoom(): Promise<void> {
    await mkdir(this.incoming, { recursive: true, mode: 0o700 })
    const { blocks, bavail } = await this.#use(this.incoming)
    if (blocks > 0 && bavail * 100 <= blocks * (100 - fullAtPct)) throw new Problem('STORAGE_FULL')
  }

  async put(vnoId: number, tempPath: string, sha256: string): Promise<FileKey> {
    const key = `${vnoId}/${sha256.slice(0, 2)}/${sha256}`
    const path = this.path(key)
    const now = new Date()
    try {
      await utimes(path, now, now)
      await rm(tempPath, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      await syncFile(tempPath)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(tempPath, path)
    }
    // Also of a name that was there: whoever made it may have failed, or be at it still, and it is safe only from now on.
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

  /** Absolute path of a key; anything that is no key has none. */
  path(key: FileKey): string {
    if (!keyForm.test(key)) throw new Error('not the key of a file')
    return join(this.root, key)
  }
}
