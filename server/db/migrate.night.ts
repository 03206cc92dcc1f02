/** Migrations whose process is killed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closedAfter } from '../test/closed-after.ts'
import { Migrating } from '../test/migrating.ts'

const made = closedAfter(await Migrating.open())
beforeEach(() => made.begin())
afterEach(() => made.end())

for (const name of ['baseline/01-slow.sql', 'migrations/0083-slow.sql'])
  test(`F22 a killed one rolls back and runs again: ${name}`, () => killed(name))

async function killed(name: string): Promise<void> {
  await made.put(name, 'create table half (n int); select pg_sleep(60)')
  const path = (await made.client.query<{ path: string }>(`select current_schema() as path`)).rows[0]?.path
  const code = `
    import pg from 'pg'
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    import { silentLog } from ${JSON.stringify(join(import.meta.dirname, '..', 'log.ts'))}
    const client = new pg.Client({ connectionString: process.env.OWNER_URL, options: '-c search_path=${path}' })
    await client.connect()
    await migrate(client, silentLog, ${JSON.stringify(made.folder)})`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    cwd: import.meta.dirname,
    env: { ...process.env, OWNER_URL: made.db.ownerUrl },
  })
  const asleep = `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  const sleeping = async () => (await made.client.query(asleep)).rowCount
  while (!(await sleeping())) await sleep(20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  // The database ends the orphaned statement at its next answer; a new start waits for it at the lock.
  await made.client.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'
    and datname = current_database()`)
  await made.put(name, 'create table half (n int)')
  assert.ok((await made.run()) > 0)
  assert.equal(await made.exists('half'), true)
}
