/** A schema without migrations, and a folder of migrations for it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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

  /** A new schema, and an empty folder. */
  async begin(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'hilo-migrations-'))
    const schema = `m_${Math.random().toString(36).slice(2)}`
    await this.client.query(`create schema ${schema}; set search_path = ${schema}`)
  }

  async end(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  async put(name: string, sql: string): Promise<void> {
    await writeFile(join(this.folder, name), sql)
  }

  run(): Promise<number> {
    return migrate(this.client, silentLog, this.folder)
  }

  async exists(table: string): Promise<boolean | undefined> {
    const text = 'select to_regclass($1) is not null as found'
    return (await this.client.query<{ found: boolean }>(text, [table])).rows[0]?.found
  }
}
