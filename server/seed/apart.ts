import { fork } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'

/** True when nobody has put anything into the database. */
export async function isEmpty({ owner }: { owner: Pick<pg.ClientBase, 'query'> }): Promise<boolean> {
  const { rows } = await owner.query<{ empty: boolean }>('select not exists (select from vno) as empty')
  return rows[0]?.empty === true
}

/**
 * Loads the demonstration in a process of its own: what that takes, hundreds of megabytes for a large one, is gone with it.
 * `done` fails when it does not end well, and then the database is as empty as before.
 */
export function seedApart(
  { ownerUrl }: Pick<Database, 'ownerUrl'>,
  { seed }: Pick<Config, 'seed'>,
  env: NodeJS.ProcessEnv,
) {
  // With a database named to it, that process would not take the demonstration for granted: it is told what to load.
  const told = { ...env, DATABASE_URL: ownerUrl, HILO_SEED: seed }
  const child = fork(new URL('run.ts', import.meta.url), { env: told, execArgv: [] })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const done = ended.then(([code]) => {
    if (code !== 0) throw new Error('Los datos de demostración no se han podido cargar.')
  })
  const close = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { done, close }
}
