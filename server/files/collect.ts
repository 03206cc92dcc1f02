import type pg from 'pg'
import { underLock } from '../db/transaction.ts'
import { attachLock } from './attach.ts'
import { sweepIncoming, type FileStore } from './store.ts'

const day = 24 * 3_600_000
/** Small batch, so that attaching waits only a moment, even with a slow bucket. */
const batch = 50

async function unreferenced(db: pg.ClientBase | pg.Pool, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `select key from unnest($1::text[]) key
     where not exists (select 1 from file f where f.key = key.key) and not exists (select 1 from file f where f.thumb_key = key.key)`,
    [keys],
  )
  return rows.map((row) => row.key)
}

/** Checks again under the exclusive lock, and only keys that already seemed unreferenced: the lock is short. */
async function removeUnreferenced(owner: pg.Pool, store: FileStore, keys: readonly string[]): Promise<number> {
  const candidates = await unreferenced(owner, keys)
  if (candidates.length === 0) return 0
  return await underLock(owner, attachLock, async (client) => {
    let removed = 0
    for (const key of await unreferenced(client, candidates)) {
      if (!(await store.isUntouched(key, day))) continue
      await store.remove(key)
      removed += 1
    }
    return removed
  })
}

/** Deletes files whose time is over or that are without references for a day, and partial uploads of dead processes. */
export async function collectFiles(owner: pg.Pool, store: FileStore): Promise<number> {
  await owner.query('delete from file where kept_until < now()')
  await sweepIncoming(store, day)
  let removed = 0
  let keys: string[] = []
  for await (const key of store.untouched(day)) {
    keys.push(key)
    if (keys.length < batch) continue
    removed += await removeUnreferenced(owner, store, keys)
    keys = []
  }
  return removed + (await removeUnreferenced(owner, store, keys))
}
