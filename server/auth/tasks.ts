import type { TaskList } from 'graphile-worker'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { FileStore } from '../files/store.ts'
import { attachLock } from '../files/keep.ts'
import { resetTask, sendCode } from './reset.ts'

interface Parts {
  db: Pick<Database, 'app' | 'owner'>
  config: Pick<Config, 'issuer'>
}

const keysOf = 'select file_keys as keys from erased_person where user_id = $1'
const referred = 'select exists (select from file where key = $1 or thumb_key = $1) as there'

/** Removes bytes that nothing refers to, while nobody can attach. */
async function removeBytes(owner: Parts['db']['owner'], store: FileStore, keys: readonly string[]): Promise<void> {
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
async function forget({ db: { owner } }: Parts, store: FileStore, payload: unknown): Promise<void> {
  const { user_id: id } = payload as { user_id: number }
  await owner.query('select forget_person($1)', [id])
  const { rows } = await owner.query<{ keys: string[] }>(keysOf, [id])
  if (!rows[0] || rows[0].keys.length === 0) return
  await removeBytes(owner, store, rows[0].keys)
  await owner.query(`update erased_person set file_keys = '{}' where user_id = $1`, [id])
}

/** Jobs of people's accounts. */
export function accountTasks(parts: Parts, store: FileStore): TaskList {
  return {
    // Passwords are not ours to reset where a foreign issuer keeps them.
    [resetTask]: async (payload) => {
      if (!parts.config.issuer) await sendCode(parts.db.app, payload)
    },
    'account.forget': async (payload) => await forget(parts, store, payload),
  }
}
