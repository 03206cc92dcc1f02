/**
 * Who asked to be forgotten, kept beside the files and thus outside the database: a copy of the database that is older than
 * the wish brings the person back, and the list sends him away again before anything is served.
 */
import type pg from 'pg'
import type { FileStore } from '../files/store.ts'

/** Held by whoever writes the list. */
const listLock = `hashtextextended('hilo.erased', 0)`

/**
 * A person by number and the moment his row was made, as PostgreSQL writes it in ms: the number alone could be somebody
 * else's in another database.
 */
type Erased = `${number} ${number}`
const form = /^\d+ \d+$/

const known = `select e.user_id || ' ' || (extract(epoch from u.created_at) * 1000)::bigint as person
  from erased_person e join app_user u on u.id = e.user_id`

/** Of those on the list the ones who are here and have not been forgotten here. */
const returned = `select u.id from app_user u
  where u.id || ' ' || (extract(epoch from u.created_at) * 1000)::bigint = any($1::text[])
    and not exists (select from erased_person e where e.user_id = u.id) order by u.id`

type Kept = Pick<FileStore, 'readList' | 'writeList'>

async function readErased(store: Kept): Promise<Erased[]> {
  return (await store.readList()).split('\n').filter((line): line is Erased => form.test(line))
}

/** Nobody leaves the list. For a moment in which nobody else writes it. */
async function addErased(store: Kept, more: readonly Erased[]): Promise<void> {
  const listed = await readErased(store)
  const all = new Set([...listed, ...more])
  if (all.size > listed.length) await store.writeList([...all].map((one) => `${one}\n`).join(''))
}

/** Whatever `work` does to the files: whoever was on the list stays on it. */
export async function keepingErased(store: Kept, work: () => Promise<void>): Promise<void> {
  const before = await readErased(store)
  await work()
  await addErased(store, before)
}

/** Adds to the list whom the database has forgotten. */
export async function keepErased(owner: pg.Pool, store: Kept): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${listLock})`)
    const { rows } = await client.query<{ person: Erased }>(known)
    await addErased(
      store,
      rows.map(({ person }) => person),
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Those on the list who are in the database as if they had never asked. */
export async function returnedPeople(owner: pg.Pool, store: Kept): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(returned, [await readErased(store)])
  return rows.map(({ id }) => id)
}
