/**
 * Migrations: plain SQL files in order, each in its own transaction together with the row that records it. A killed one rolls
 * back and runs again at the next start; applied files are never changed. A new database begins with the baseline, which
 * replaces the migrations up to number 0082 (squashed.ts).
 */
import { join } from 'node:path'
import type pg from 'pg'
import { projectFile } from '../kernel/place.ts'
import type { Log } from '../log.ts'
import { baselineName, isSquashed, withBaseline, refusePartial } from './squashed.ts'
import { hashOf, preparing, readSqlFiles, type SqlFile } from './sql-files.ts'

/** Folder with the folders `baseline`, `migrations` and `functions`. */
const folder = projectFile('server/db')
const lockKey = 4_841_494_2
/** Functions with row types of tables: the other ones are needed by tables, and created before them. */
const rowFunctions = 'rows.sql'

const bookkeeping = `create table if not exists schema_migration (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
)`

/** Files applied in one transaction and recorded in one row. */
interface Step {
  name: string
  sha256: string
  files: SqlFile[]
}

/**
 * Migrates the owner's database to this version; concurrent starts are serialized.
 * @returns number of applied steps
 * @throws {Error} in Spanish if the database is newer or too old, a file was changed, or one fails
 */
export async function migrate(owner: pg.Client, log: Log, from = folder): Promise<number> {
  const steps = await readSteps(from)
  await owner.query('select pg_advisory_lock($1)', [lockKey])
  try {
    await owner.query(bookkeeping)
    const known = await owner.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')
    refusePartial(known.rows)
    const applied = new Map(withBaseline(known.rows).map(({ name, sha256 }) => [name, sha256]))
    refuseForeign(applied, steps)
    const missing = steps.filter(({ name }) => !applied.has(name))
    for (const [done, step] of missing.entries()) {
      log.progress(preparing, `paso ${done + 1} de ${missing.length}`)
      await apply(owner, step)
    }
    return missing.length
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockKey])
  }
}

/** Hash of baseline and migrations: a template database with another hash is outdated. */
export async function migrationsHash(): Promise<string> {
  return hashOf(await readSteps(folder))
}

async function readSteps(from: string): Promise<Step[]> {
  const functions = await readSqlFiles(join(from, 'functions'))
  const tables = await readSqlFiles(join(from, 'baseline'))
  const baseline = {
    name: baselineName,
    sha256: hashOf(tables),
    files: [...functions.filter(({ name }) => name !== rowFunctions), ...tables],
  }
  return [baseline, ...(await readMigrations(join(from, 'migrations')))]
}

async function readMigrations(from: string): Promise<Step[]> {
  const files = await readSqlFiles(from, /^\d{4}-[a-z0-9-]+\.sql$/)
  const seen = new Map<string, string>()
  for (const { name } of files) {
    const number = name.slice(0, 4)
    const other = seen.get(number)
    if (other !== undefined) throw new Error(`Dos migraciones tienen el número ${number}: ${other} y ${name}.`)
    if (isSquashed(name))
      throw new Error(`El número de la migración ${name} ya está usado: los libres empiezan en 0083.`)
    seen.set(number, name)
  }
  return files.map((file) => ({ name: file.name, sha256: file.sha256, files: [file] }))
}

function refuseForeign(applied: Map<string, string | null>, steps: readonly Step[]): void {
  const here = new Map(steps.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of applied) {
    const mine = here.get(name)
    if (mine === undefined)
      throw new Error(
        `La base de datos es de una versión más nueva de Hilo (tiene la migración ${name}). Actualiza Hilo.`,
      )
    if (sha256 !== null && mine !== sha256)
      throw new Error(`La migración ${name} ya está aplicada y su archivo ha cambiado. Recupera el archivo original.`)
  }
}

async function apply(owner: pg.Client, { name, sha256, files }: Step): Promise<void> {
  let current = name
  try {
    // Functions of the baseline may use tables and functions of later files.
    await owner.query('begin; set local check_function_bodies = off')
    for (const file of files) {
      current = file.name === name ? name : `${name} (${file.name})`
      await owner.query(file.sql)
    }
    await owner.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`La migración ${current} no se pudo aplicar y se ha deshecho: ${reason}.`, { cause: error })
  }
}
