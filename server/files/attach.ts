import { Problem } from '@hilo/domain/problem.ts'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from '../kernel/sql/scope.ts'
import { failpoint } from '../failpoint.ts'
import type { FileKey, FileStore } from './store.ts'

/** Stored bytes without a reference yet. */
export interface Kept {
  key: FileKey
  bytes: number
  sha256: string
}

interface NewFile {
  /** Null: the neutral operator's own. */
  vnoId: number | null
  eventId: number | null
  name: string
  mime: string
  full: Kept
  thumb?: Kept
  /** Null: the process itself. */
  createdBy: number | null
  /** Only its author reads it, and only for so many days; then it is removed. */
  daysKept?: number
}

/** Advisory lock: shared while attaching, exclusive while collecting unreferenced files. */
export const attachLock = `hashtextextended('hilo.files', 0)`

/** Stores bytes from memory. Durable on return; collected after a day unless `attachFile` follows. */
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
 * References stored bytes in the running transaction; returns the file's id.
 * @throws Problem UNAVAILABLE if the bytes were collected meanwhile: store them again
 */
export async function attachFile(sql: Tx, store: FileStore, file: NewFile): Promise<number> {
  const { full, thumb } = file
  await sql.rows(`select pg_advisory_xact_lock_shared(${attachLock})`, [])
  const there = (await store.exists(full.key)) && (!thumb || (await store.exists(thumb.key)))
  if (!there) throw new Problem('UNAVAILABLE', { retryAfter: 1 })
  const [row] = await sql.rows<{ id: number }>(
    `insert into file (vno_id, event_id, name, mime, sha256, key, bytes, thumb_key, thumb_bytes, created_by, kept_until)
     values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8, $9, $10, now() + make_interval(days => $11)) returning id`,
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
      file.daysKept ?? null,
    ],
  )
  if (!row) throw new Error('a file without its row')
  return row.id
}
