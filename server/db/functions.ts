/**
 * SQL functions: their current text is in `functions/*.sql`, one file per topic, applied at the start after the migrations if
 * a file has changed. In a new database they are also created before the baseline's tables, whose defaults, policies and
 * triggers use them; `rows.sql` has those that need the tables first. Migrations hold tables, indexes, policies and triggers.
 */
import type pg from 'pg'
import { projectFile } from '../kernel/place.ts'
import type { Log } from '../log.ts'
import { preparing, readSqlFiles, type SqlFile } from './sql-files.ts'

const folder = projectFile('server/db/functions')
/** Advisory lock that serializes concurrent starts. */
const lockKey = 4_841_494_3

const bookkeeping = `create table if not exists schema_function (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
)`

export const readFunctions = (from = folder): Promise<SqlFile[]> => readSqlFiles(from)

/**
 * Applies the files whose text differs from the last applied one, in one transaction.
 * @returns number of applied files
 * @throws {Error} in Spanish if one fails; then none is applied
 */
export async function applyFunctions(owner: pg.Client, log: Log, from = folder): Promise<number> {
  const files = await readFunctions(from)
  await owner.query('select pg_advisory_lock($1)', [lockKey])
  try {
    await owner.query(bookkeeping)
    const { rows } = await owner.query<{ name: string; sha256: string }>('select name, sha256 from schema_function')
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
    const changed = files.filter(({ name, sha256 }) => applied.get(name) !== sha256)
    if (changed.length > 0) {
      log.progress(preparing, 'funciones')
      await apply(owner, changed)
    }
    return changed.length
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockKey])
  }
}

async function apply(owner: pg.Client, files: readonly SqlFile[]): Promise<void> {
  let current = ''
  try {
    // A function may call one of a later file, so bodies are not checked.
    await owner.query('begin; set local check_function_bodies = off')
    for (const { name, sql, sha256 } of files) {
      current = name
      await owner.query(sql)
      await owner.query(
        `insert into schema_function (name, sha256) values ($1, $2)
         on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
        [name, sha256],
      )
    }
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Las funciones de ${current} no se pudieron aplicar y se han deshecho: ${reason}.`, {
      cause: error,
    })
  }
}
