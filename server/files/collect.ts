import type pg from 'pg'
import { attachLock } from './keep.ts'
import { sweepIncoming, type FileStore } from './store.ts'

const day = 24 * 3_600_000
/** So few that whoever attaches waits a moment, also for a bucket that answers in a tenth of a second. */
const batch = 50

async function unreferenced(db: pg.ClientBase | pg.Pool, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `select key from unnest($1::text[]) key
     where not exists (select 1 from file f where f.key = key.key) and not exists (select 1 from file f where f.thumb_key = key.key)`,
    [keys],
  )
  return rows.map((row) => row.key)
}

/** Looks again while nobody can attach, and only at what already seemed left over: the lock lasts a moment. */
async function removeUnreferenced(owner: pg.Pool, store: FileStore, keys: readonly string[]): Promise<number> {
  const candidates = await unreferenced(owner, keys)
  if (candidates.length === 0) return 0
  const client = await owner.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${attachLock})`)
    let removed = 0
    for (const key of await unreferenced(client, candidates)) {
      if (!(await store.isUntouched(key, day))) continue
      await store.remove(key)
      removed += 1
    }
    await client.query('commit')
    return removed
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Removes the bytes that nothing has referred to for a day, and what a process that died left on its way in. */
export async function collectFiles(owner: pg.Pool, store: FileStore): Promise<number> {
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
