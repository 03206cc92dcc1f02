import { fork } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { programFile } from '../kernel/place.ts'

/** Name of the task in the progress line. */
export const loadingDemonstration = 'Se cargan los datos de demostración'

/** True if the database has no data yet. */
export async function isEmpty({ owner }: { owner: Pick<pg.ClientBase, 'query'> }): Promise<boolean> {
  const { rows } = await owner.query<{ empty: boolean }>('select not exists (select from vno) as empty')
  return rows[0]?.empty === true
}

/**
 * Loads the demonstration in a separate process, so that its memory, hundreds of MB for a large one, is freed afterwards.
 * `done` rejects on failure, which leaves the database empty.
 */
export function seedInProcess(
  { ownerUrl }: Pick<Database, 'ownerUrl'>,
  { seed }: Pick<Config, 'seed'>,
  env: NodeJS.ProcessEnv,
) {
  // With an explicit database a process does not load the demonstration by default, so the size is passed.
  const told = { ...env, DATABASE_URL: ownerUrl, HILO_SEED: seed }
  const child = fork(programFile('server/seed/run.ts'), { env: told, execArgv: ['--no-deprecation'] })
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const done = ended.then(([code, signal]) => {
    if (code === 0) return
    const why = signal ? `El sistema ha parado su carga (${signal}), casi siempre por falta de memoria. ` : ''
    throw new Error(
      `Los datos de demostración no se han podido cargar, y no ha quedado ninguno a medias. ${why}` +
        'Arranca de nuevo para repetirlo, o con HILO_SEED=none para empezar sin ellos.',
    )
  })
  const close = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { done, close }
}
