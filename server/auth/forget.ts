/** The end of a person's data: what is left of him after his account, and whoever an older copy brings back. */
import type pg from 'pg'
import { attachLock } from '../files/keep.ts'
import type { FileStore } from '../files/store.ts'
import { keepErased, returnedPeople } from './erased.ts'

const keysOf = 'select file_keys as keys from erased_person where user_id = $1'
const referred = 'select exists (select from file where key = $1 or thumb_key = $1) as there'

/** Removes bytes that nothing refers to, while nobody can attach. */
async function removeBytes(owner: pg.Pool, store: FileStore, keys: readonly string[]): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${attachLock})`)
    for (const key of keys) {
      const { rows } = await client.query<{ there: boolean }>(referred, [key])
      if (rows[0]?.there === false) await store.remove(key)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** What is left of somebody who is gone: his name in what he made, and his picture's bytes. */
export async function forget(owner: pg.Pool, store: FileStore, id: number): Promise<void> {
  await keepErased(owner, store)
  await owner.query('select forget_person($1)', [id])
  const { rows } = await owner.query<{ keys: string[] }>(keysOf, [id])
  if (!rows[0] || rows[0].keys.length === 0) return
  await removeBytes(owner, store, rows[0].keys)
  await owner.query(`update erased_person set file_keys = '{}' where user_id = $1`, [id])
}

/** Forgets again whoever asked for it and has come back with an older copy of the database. Answers how many. */
export async function forgetAgain(owner: pg.Pool, store: FileStore): Promise<number> {
  const people = await returnedPeople(owner, store)
  for (const id of people) {
    await owner.query('select forget_person($1), erase_person($1, null)', [id])
    await forget(owner, store, id)
  }
  await keepErased(owner, store)
  return people.length
}
