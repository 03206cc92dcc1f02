/**
 * Migrations: plain SQL files in order, each in its own transaction together with the row that records it. A killed one rolls
 * back and runs again at the next start; applied files are never changed.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { projectFile } from '../kernel/place.ts'
import type { Log } from '../log.ts'

export interface SqlFile {
  name: string
  sql: string
  sha256: string
}

/** Name of the task in the progress line while the database is created and migrated. */
export const preparing = 'Se prepara la base de datos'

const folder = projectFile('server/db/migrations')
const lockKey = 4_841_494_2

const bookkeeping = `create table if not exists schema_migration (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
)`

/**
 * Migrates the owner's database to this version; concurrent starts are serialized.
 * @returns number of applied files
 * @throws {Error} in Spanish if the database is newer, a file was changed, or one fails
 */
export async function migrate(owner: pg.Client, log: Log, from = folder): Promise<number> {
  const files = await readMigrations(from)
  await owner.query('select pg_advisory_lock($1)', [lockKey])
  try {
    await owner.query(bookkeeping)
    const known = await owner.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')
    const applied = new Map(known.rows.map((row) => [row.name, row.sha256]))
    refuseForeign(applied, files)
    const missing = files.filter(({ name }) => !applied.has(name))
    for (const [done, migration] of missing.entries()) {
      log.progress(preparing, `paso ${done + 1} de ${missing.length}`)
      await apply(owner, migration)
    }
    return missing.length
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockKey])
  }
}

/** Hash of the files' names and contents: a template database with another hash is outdated. */
export async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, sha256 } of await readMigrations(folder)) hash.update(name).update(sha256)
  return hash.digest('hex')
}

const readMigrations = (from: string) => readSqlFiles(from, /^\d{4}-[a-z0-9-]+\.sql$/)

/** SQL files of a folder by name, each with the hash of its text as it is run. */
export async function readSqlFiles(
  from: string,
  named: RegExp,
  filled: (sql: string) => string = (sql) => sql,
): Promise<SqlFile[]> {
  const names = (await readdir(from)).filter((name) => named.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = filled(await readFile(join(from, name), 'utf8'))
      // Line ends may differ between checkouts.
      return { name, sql, sha256: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    }),
  )
}

function refuseForeign(applied: Map<string, string>, files: SqlFile[]): void {
  const here = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of applied) {
    const mine = here.get(name)
    if (mine === undefined)
      throw new Error(
        `La base de datos es de una versión más nueva de Hilo (tiene la migración ${name}). Actualiza Hilo.`,
      )
    if (mine !== sha256)
      throw new Error(`La migración ${name} ya está aplicada y su archivo ha cambiado. Recupera el archivo original.`)
  }
}

async function apply(owner: pg.Client, { name, sql, sha256 }: SqlFile): Promise<void> {
  try {
    await owner.query('begin')
    await owner.query(sql)
    await owner.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`La migración ${name} no se pudo aplicar y se ha deshecho: ${reason}.`, { cause: error })
  }
}
