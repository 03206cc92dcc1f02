/** An empty schema, and folders of baseline, migrations and functions for it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../db/migrate.ts'
import { silentLog } from '../log.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'

export class Migrating {
  readonly db: TestDatabase
  readonly client: pg.Client
  folder = ''

  private constructor(db: TestDatabase) {
    this.db = db
    this.client = new pg.Client({ connectionString: db.ownerUrl })
  }

  static async open(): Promise<Migrating> {
    const made = new Migrating(await startTestDatabase())
    await made.client.connect()
    return made
  }

  async close(): Promise<void> {
    await this.client.end()
    await this.db.close()
  }

  /** A new schema, and empty folders. */
  async begin(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'hilo-migrations-'))
    for (const name of ['baseline', 'migrations', 'functions']) await mkdir(join(this.folder, name))
    const schema = `m_${Math.random().toString(36).slice(2)}`
    await this.client.query(`create schema ${schema}; set search_path = ${schema}`)
  }

  async end(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Writes a file, named with its folder. */
  async put(name: string, sql: string): Promise<void> {
    await writeFile(join(this.folder, name), sql)
  }

  /** Takes back what `put` wrote. */
  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name))
  }

  /** Records migrations as applied that are in no folder. */
  async record(...names: string[]): Promise<void> {
    await this.client.query(`create table if not exists schema_migration (name text primary key, sha256 text not null,
      applied_at timestamptz not null default now())`)
    await this.client.query(
      `insert into schema_migration (name, sha256) select name, 'earlier' from unnest($1::text[]) name`,
      [names],
    )
  }

  /** Names of applied migrations. */
  async applied(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>('select name from schema_migration order by name')
    return rows.map(({ name }) => name)
  }

  run(): Promise<number> {
    return migrate(this.client, silentLog, this.folder)
  }

  async exists(table: string): Promise<boolean | undefined> {
    const text = 'select to_regclass($1) is not null as found'
    return (await this.client.query<{ found: boolean }>(text, [table])).rows[0]?.found
  }
}
