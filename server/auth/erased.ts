/**
 * Who asked to be forgotten, kept beside the files and thus outside the database: a copy of the database that is older than
 * the wish brings the person back, and the list sends him away again before anything is served.
 */
import type pg from 'pg'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Held by whoever writes the list. */
const listLock = `hashtextextended('hilo.erased', 0)`
const fileName = 'erased'

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

export async function readErased(filesDir: string): Promise<Erased[]> {
  const text = await readFile(join(filesDir, fileName), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter((line): line is Erased => form.test(line))
}

/** Replaces the list at once; durable when it answers. */
async function writeErased(filesDir: string, people: Iterable<Erased>): Promise<void> {
  await mkdir(filesDir, { recursive: true, mode: 0o700 })
  const path = join(filesDir, fileName)
  const draft = await open(`${path}.draft`, 'w', 0o600)
  try {
    await draft.writeFile([...people].map((one) => `${one}\n`).join(''))
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(`${path}.draft`, path)
  await using folder = await open(dirname(path), 'r')
  await folder.sync()
}

/** Nobody leaves the list. For a moment in which nobody else writes it. */
export async function addErased(filesDir: string, more: readonly Erased[]): Promise<void> {
  const listed = await readErased(filesDir)
  const all = new Set([...listed, ...more])
  if (all.size > listed.length) await writeErased(filesDir, all)
}

/** Adds to the list whom the database has forgotten. */
export async function keepErased(owner: pg.Pool, filesDir: string): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${listLock})`)
    const { rows } = await client.query<{ person: Erased }>(known)
    await addErased(
      filesDir,
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
export async function returnedPeople(owner: pg.Pool, filesDir: string): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(returned, [await readErased(filesDir)])
  return rows.map(({ id }) => id)
}
