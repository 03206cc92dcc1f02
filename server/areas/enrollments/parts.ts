/** Resumable uploads of pictures: received parts are kept, and the upload resumes after them. */
import { Problem } from '@hilo/domain/problem.ts'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql, Tx } from '../../kernel/sql/scope.ts'
import { quotas } from '../../files/quota.ts'
import type { FileStore } from '../../files/store.ts'
import type { UploadHandler } from '../../kernel/handler.ts'
import { anyParts, dropParts, heldParts, insertPart, nextPart } from './part-queries.ts'

interface Held {
  /** Bytes received without a gap from offset 0. */
  received: number
  /** Bytes of all of the person's unfinished uploads. */
  weight: number
}

const held = async (sql: Sql, ...values: readonly [user: number, sha: string, whole: number]): Promise<Held> =>
  JSON.parse((await sql.json(heldParts, values)) ?? '') as Held

/** An assembled picture in a temporary file, which the caller owns. */
interface Staged {
  path: string
  /** Of the bytes received. */
  sha256: string
}

/** Assembles the parts of a picture; null if incomplete. Holds one part in memory at a time. */
export async function assembled(sql: Sql, store: FileStore, user: number, sha: string): Promise<Staged | null> {
  if ((await sql.json(anyParts, [user, sha])) === null) return null
  await mkdir(store.incoming, { recursive: true, mode: 0o700 })
  const path = join(store.incoming, randomUUID())
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let [at, whole] = [0, Infinity]
  try {
    while (at < whole) {
      const found = await sql.json(nextPart, [user, sha, at])
      if (found === null) break
      const part = JSON.parse(found) as { whole: number; bytes: string }
      const bytes = Buffer.from(part.bytes, 'base64')
      hash.update(bytes)
      await file.write(bytes)
      at += bytes.length
      whole = part.whole
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  if (at === whole) return { path, sha256: hash.digest('hex') }
  await rm(path, { force: true })
  return null
}

/**
 * Deletes the parts of a picture: it was stored, or they do not match its hash.
 * @returns the number of parts
 */
export async function forgetParts(sql: Sql | Tx, user: number, sha: string): Promise<number> {
  return Number(await sql.json(dropParts, [user, sha]))
}

export const parts = {
  // A part has no effect before its picture is stored: that change is audited, and a repeated part is unique by its
  // offset.
  'admin_vno/enrollments/pictures/part': (async ({ files: { part } }, { sha256, bytes: whole, offset }) => {
    const bytes = part ? await readFile(part.path) : Buffer.alloc(0)
    return async ({ sql, principal }) => {
      if (offset + bytes.length > whole) {
        const details = [{ field: 'offset', code: 'range', message: 'validation.range' }]
        throw new Problem('VALIDATION', { details })
      }
      const key = [principal.user.id, sha256, whole] as const
      const { received, weight } = await held(sql, ...key)
      if (bytes.length === 0) return { received }
      if (offset > received) throw new Problem('PARTS_MISSING', { record: { received } })
      const more = bytes.subarray(received - offset)
      if (more.length === 0) return { received }
      if (weight + more.length > quotas.userParts) throw new Problem('STORAGE_FULL')
      const stored = await sql.rows(insertPart, [...key, received, more.length, more])
      // Of two concurrent copies one is stored.
      return stored.length > 0 ? { received: received + more.length } : { received: (await held(sql, ...key)).received }
    }
  }) satisfies UploadHandler<'admin_vno/enrollments/pictures/part'>,
}
