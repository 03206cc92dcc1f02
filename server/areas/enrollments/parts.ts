/** Pictures that come in parts: what a bad connection has brought stays, and the rest follows where it broke off. */
import { Problem } from '@hilo/domain/problem.ts'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql, Tx } from '../../db/scope.ts'
import { quotas } from '../../files/quota.ts'
import type { FileStore } from '../../files/store.ts'
import type { UploadHandler } from '../../http/handler.ts'
import { anyParts, dropParts, heldParts, insertPart, nextPart } from './part-queries.ts'

interface Held {
  /** From the first byte on, without a gap. */
  received: number
  /** Everything of this person that is on its way in. */
  weight: number
}

const held = async (sql: Sql, ...values: readonly [user: number, sha: string, whole: number]): Promise<Held> =>
  JSON.parse((await sql.json(heldParts, values)) ?? '') as Held

/** A picture put together in a temporary file, which belongs to whoever asked. */
export interface Staged {
  path: string
  /** Of what really came. */
  sha256: string
}

/** Puts together what came in parts; null when not all of it is here. One part at a time is in memory. */
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
 * Forgets the parts of a picture: it was made, or they are not what they were said to be.
 * @returns how many there were
 */
export async function forgetParts(sql: Sql | Tx, user: number, sha: string): Promise<number> {
  return Number(await sql.json(dropParts, [user, sha]))
}

export const parts = {
  // A part means nothing before its picture is made: that change is audited, and a part sent twice is there once by its place.
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
      const kept = await sql.rows(insertPart, [...key, received, more.length, more])
      // Of two that came at once, one is there.
      return kept.length > 0 ? { received: received + more.length } : { received: (await held(sql, ...key)).received }
    }
  }) satisfies UploadHandler<'admin_vno/enrollments/pictures/part'>,
}
