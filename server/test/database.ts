/** A fresh database per test file, cloned from a migrated template. */
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { readFunctions } from '../db/functions.ts'
import { migrationsHash } from '../db/migrate.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { silentLog } from '../log.ts'
import { testCluster } from './cluster.ts'

const templateLock = 4_841_494_4

export interface TestDatabase extends Database {
  /** Drops the database as well. */
  close(): Promise<void>
}

/** Opens a fresh, empty, migrated database. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await testCluster()
  const name = `t_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(server, async (client) => {
    const template = await ensureTemplate(client, server)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const db = await openDatabase({ dataDir: '', databaseUrl: onDatabase(server, name) }, silentLog)
  const close = async () => {
    await db.close()
    await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
  return { ...db, close }
}

/** The same cluster's URL for another database. */
export function onDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs work on the cluster's maintenance database. */
export async function onServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: onDatabase(server, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Hash of all sources of the schema: a template with another hash is outdated. */
async function schemaHash(): Promise<string> {
  const hash = createHash('sha256').update(await migrationsHash())
  for (const { sha256 } of await readFunctions()) hash.update(sha256)
  return hash.digest('hex')
}

/** Parallel files wait for the first one to make the template; an unfinished one keeps its draft name. */
async function ensureTemplate(client: pg.Client, server: string): Promise<string> {
  const name = `template_${(await schemaHash()).slice(0, 16)}`
  await client.query('select pg_advisory_lock($1)', [templateLock])
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount) return name
    const draft = `draft_${randomBytes(4).toString('hex')}`
    await client.query(`create database ${draft}`)
    await (await openDatabase({ dataDir: '', databaseUrl: onDatabase(server, draft) }, silentLog)).close()
    await client.query(`alter database ${draft} rename to ${name}`)
    return name
  } finally {
    await client.query('select pg_advisory_unlock($1)', [templateLock])
  }
}

/** Every constraint, index and policy flag of the schema, in a fixed order: a bulk load must restore all of them. */
export async function readCatalogue({ owner }: Pick<Database, 'owner'>): Promise<object[]> {
  const { rows } = await owner.query<object>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text, convalidated as valid from pg_constraint
      where connamespace = 'public'::regnamespace
     union all select tablename, indexname, indexdef, true from pg_indexes where schemaname = 'public'
     union all select relname, relname, relforcerowsecurity::text, relrowsecurity from pg_class
      where relnamespace = 'public'::regnamespace order by 1, 2, 3`,
  )
  return rows
}
