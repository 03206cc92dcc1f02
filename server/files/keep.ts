import { Problem } from '@hilo/domain/problem.ts'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from '../db/scope.ts'
import { failpoint } from '../failpoint.ts'
import type { FileKey, FileStore } from './store.ts'

/** Bytes that are kept and not yet referred to. */
export interface Kept {
  key: FileKey
  bytes: number
  sha256: string
}

export interface NewFile {
  /** Null: the neutral operator's own. */
  vnoId: number | null
  eventId: number | null
  name: string
  mime: string
  full: Kept
  thumb?: Kept
  /** Null: the process itself. */
  createdBy: number | null
}

/** Held together by everybody who attaches, alone by whoever collects what nothing refers to. */
export const attachLock = `hashtextextended('hilo.files', 0)`

/** Keeps bytes that are in memory. Durable when it answers; collected after a day unless `attachFile` follows. */
export async function keepBytes(store: FileStore, vnoId: number, bytes: Buffer): Promise<Kept> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const path = join(store.incoming, randomUUID())
  await mkdir(store.incoming, { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    const key = await store.put(vnoId, path, sha256)
    failpoint('files.kept')
    return { key, bytes: bytes.length, sha256 }
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Refers to kept bytes from the running transaction, and answers the id of the file.
 * @throws Problem UNAVAILABLE when the bytes were collected meanwhile: keep them again
 */
export async function attachFile(sql: Tx, store: FileStore, file: NewFile): Promise<number> {
  const { full, thumb } = file
  await sql.rows(`select pg_advisory_xact_lock_shared(${attachLock})`, [])
  const there = (await store.exists(full.key)) && (!thumb || (await store.exists(thumb.key)))
  if (!there) throw new Problem('UNAVAILABLE', { retryAfter: 1 })
  const [row] = await sql.rows<{ id: number }>(
    `insert into file (vno_id, event_id, name, mime, sha256, key, bytes, thumb_key, thumb_bytes, created_by)
     values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8, $9, $10) returning id`,
    [
      file.vnoId,
      file.eventId,
      file.name,
      file.mime,
      full.sha256,
      full.key,
      full.bytes,
      thumb?.key ?? null,
      thumb?.bytes ?? null,
      file.createdBy,
    ],
  )
  if (!row) throw new Error('a file without its row')
  return row.id
}
