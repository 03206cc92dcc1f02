/** Erases personal data: remains after a closed account, and people brought back by a restored backup. */
import type pg from 'pg'
import { underLock } from '../db/transaction.ts'
import { attachLock } from '../files/attach.ts'
import type { FileStore } from '../files/store.ts'
import { keepErased, returnedPeople } from './erased-list.ts'

const keysOf = 'select file_keys as keys from erased_person where user_id = $1'
const referred = 'select exists (select from file where key = $1 or thumb_key = $1) as there'

/** Deletes files without references, while attaching is locked. */
async function removeBytes(owner: pg.Pool, store: FileStore, keys: readonly string[]): Promise<void> {
  await underLock(owner, attachLock, async (client) => {
    for (const key of keys) {
      const { rows } = await client.query<{ there: boolean }>(referred, [key])
      if (rows[0]?.there === false) await store.remove(key)
    }
  })
}

/** Remains of a person who left: the name in created records, and the picture's bytes. */
export async function forget(owner: pg.Pool, store: FileStore, id: number): Promise<void> {
  await keepErased(owner, store)
  await owner.query('select forget_person($1)', [id])
  const { rows } = await owner.query<{ keys: string[] }>(keysOf, [id])
  if (!rows[0] || rows[0].keys.length === 0) return
  await removeBytes(owner, store, rows[0].keys)
  await owner.query(`update erased_person set file_keys = '{}' where user_id = $1`, [id])
}

/** Erases people on the list again after an older database was restored. Returns how many. */
export async function forgetAgain(owner: pg.Pool, store: FileStore): Promise<number> {
  const people = await returnedPeople(owner, store)
  for (const id of people) {
    await owner.query('select forget_person($1), erase_person($1, null)', [id])
    await forget(owner, store, id)
  }
  await keepErased(owner, store)
  return people.length
}
