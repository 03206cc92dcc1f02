/**
 * List of erased people, stored beside the files and thus outside the database: a restored backup brings them back, and the
 * list erases them again before the server starts.
 */
import type pg from 'pg'
import { underLock } from '../db/transaction.ts'
import type { FileStore } from '../files/store.ts'

/** Lock for writing the list. */
const listLock = `hashtextextended('hilo.erased', 0)`

/**
 * A person's id and row creation time in ms, as PostgreSQL writes it: the id alone may be another person's in another
 * database.
 */
type Erased = `${number} ${number}`
const form = /^\d+ \d+$/

const known = `select e.user_id || ' ' || (extract(epoch from u.created_at) * 1000)::bigint as person
  from erased_person e join app_user u on u.id = e.user_id`

/** Listed people who exist in this database and are not erased. */
const returned = `select u.id from app_user u
  where u.id || ' ' || (extract(epoch from u.created_at) * 1000)::bigint = any($1::text[])
    and not exists (select from erased_person e where e.user_id = u.id) order by u.id`

type Kept = Pick<FileStore, 'readList' | 'writeList'>

async function readErased(store: Kept): Promise<Erased[]> {
  return (await store.readList()).split('\n').filter((line): line is Erased => form.test(line))
}

/** The list only grows. The caller holds the lock. */
async function addErased(store: Kept, more: readonly Erased[]): Promise<void> {
  const listed = await readErased(store)
  const all = new Set([...listed, ...more])
  if (all.size > listed.length) await store.writeList([...all].map((one) => `${one}\n`).join(''))
}

/** Runs `work` on the files and keeps the list. */
export async function keepingErased(store: Kept, work: () => Promise<void>): Promise<void> {
  const before = await readErased(store)
  await work()
  await addErased(store, before)
}

/** Adds the people erased in this database to the list. */
export async function keepErased(owner: pg.Pool, store: Kept): Promise<void> {
  await underLock(owner, listLock, async (client) => {
    const { rows } = await client.query<{ person: Erased }>(known)
    await addErased(
      store,
      rows.map(({ person }) => person),
    )
  })
}

/** Listed people who are in the database as if not erased. */
export async function returnedPeople(owner: pg.Pool, store: Kept): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(returned, [await readErased(store)])
  return rows.map(({ id }) => id)
}
