import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { silentLog } from '../log.ts'
import { startTestDatabase, type TestDatabase } from '../test/database.ts'
import { migrate } from './migrate.ts'

let db: TestDatabase
let client: pg.Client
let folder: string

before(async () => {
  db = await startTestDatabase()
  client = new pg.Client({ connectionString: db.ownerUrl })
  await client.connect()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hilo-migrations-'))
  // A separate schema without migrations.
  const schema = `m_${Math.random().toString(36).slice(2)}`
  await client.query(`create schema ${schema}; set search_path = ${schema}`)
})
afterEach(() => rm(folder, { recursive: true, force: true }))
after(async () => {
  await client.end()
  await db.close()
})

const put = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate(client, silentLog, folder)
const exists = async (table: string) =>
  (await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])).rows[0]?.found

test('migrations run once, in order', async () => {
  await put('0001-first.sql', 'create table first (n int)')
  await put('0002-second.sql', 'insert into first values (2)')
  assert.equal(await run(), 2)
  assert.equal(await run(), 0)
  assert.equal((await client.query('select * from first')).rowCount, 1)
})

test('a failing one leaves no trace and keeps the earlier ones', async () => {
  await put('0001-first.sql', 'create table first (n int)')
  await put('0002-second.sql', 'create table half (n int); select 1 / 0')
  await assert.rejects(run(), /0002-second\.sql no se pudo aplicar y se ha deshecho: division by zero/)
  assert.equal(await exists('first'), true)
  assert.equal(await exists('half'), false)
  await put('0002-second.sql', 'create table half (n int)')
  assert.equal(await run(), 1)
})

test('F22 a killed one rolls back and runs again', async () => {
  await put('0001-slow.sql', 'create table half (n int); select pg_sleep(60)')
  const path = (await client.query<{ path: string }>(`select current_schema() as path`)).rows[0]?.path
  const code = `
    import pg from 'pg'
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    import { silentLog } from ${JSON.stringify(join(import.meta.dirname, '..', 'log.ts'))}
    const client = new pg.Client({ connectionString: process.env.OWNER_URL, options: '-c search_path=${path}' })
    await client.connect()
    await migrate(client, silentLog, ${JSON.stringify(folder)})`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    cwd: import.meta.dirname,
    env: { ...process.env, OWNER_URL: db.ownerUrl },
  })
  const sleeping = async () =>
    (await client.query(`select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`))
      .rowCount
  while (!(await sleeping())) await sleep(20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  // The database ends the orphaned statement at its next answer; a new start waits for it at the lock.
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'
    and datname = current_database()`)
  await put('0001-slow.sql', 'create table half (n int)')
  assert.equal(await run(), 1)
  assert.equal(await exists('half'), true)
})

test('a database that knows more, or a changed file, stops the start', async () => {
  await put('0001-first.sql', 'create table first (n int)')
  await run()
  await put('0001-first.sql', 'create table first (n bigint)')
  await assert.rejects(run(), /0001-first\.sql ya está aplicada y su archivo ha cambiado/)
  await rm(join(folder, '0001-first.sql'))
  await assert.rejects(run(), /versión más nueva de Hilo \(tiene la migración 0001-first\.sql\)/)
})
