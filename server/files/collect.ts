import type pg from 'pg'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { attachLock } from './keep.ts'
import type { DiskStore } from './store.ts'

const day = 24 * 3_600_000
const batch = 500

async function olderThan(path: string, age: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > age
}

async function names(path: string): Promise<string[]> {
  return await readdir(path).catch(() => [])
}

/** Keys whose bytes have not been touched for a day. */
async function* oldKeys(store: DiskStore): AsyncGenerator<string> {
  for (const vno of await names(store.root)) {
    for (const prefix of await names(join(store.root, vno))) {
      for (const name of await names(join(store.root, vno, prefix))) {
        const key = `${vno}/${prefix}/${name}`
        if (await olderThan(join(store.root, key), day)) yield key
      }
    }
  }
}

async function unreferenced(db: pg.ClientBase | pg.Pool, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `select key from unnest($1::text[]) key
     where not exists (select 1 from file f where f.key = key.key) and not exists (select 1 from file f where f.thumb_key = key.key)`,
    [keys],
  )
  return rows.map((row) => row.key)
}

/** Looks again while nobody can attach, and only at what already seemed left over: the lock lasts a moment. */
async function removeUnreferenced(owner: pg.Pool, store: DiskStore, keys: readonly string[]): Promise<number> {
  const candidates = await unreferenced(owner, keys)
  if (candidates.length === 0) return 0
  const client = await owner.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${attachLock})`)
    let removed = 0
    for (const key of await unreferenced(client, candidates)) {
      if (!(await olderThan(store.path(key), day))) continue
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
export async function collectFiles(owner: pg.Pool, store: DiskStore): Promise<number> {
  for (const name of await names(store.incoming)) {
    const path = join(store.incoming, name)
    if (await olderThan(path, day)) await rm(path, { recursive: true, force: true })
  }
  let removed = 0
  let keys: string[] = []
  for await (const key of oldKeys(store)) {
    keys.push(key)
    if (keys.length < batch) continue
    removed += await removeUnreferenced(owner, store, keys)
    keys = []
  }
  return removed + (await removeUnreferenced(owner, store, keys))
}
