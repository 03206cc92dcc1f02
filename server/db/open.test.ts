import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../log.ts'
import { closedAfter } from '../test/closed-after.ts'
import { startTestDatabase } from '../test/database.ts'
import { openDatabase } from './open.ts'
import { patient } from '../kernel/patience.ts'

const db = closedAfter(await startTestDatabase())

test('S4 the application connects as a role that owns no table and bypasses no policy', async () => {
  const { rows } = await db.app.query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
            exists (select 1 from pg_class where relowner = r.oid) as owns from pg_roles r where rolname = current_user`,
  )
  const no = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owns: false }
  assert.deepEqual(rows, [no])
})

test('a request that forgets itself is stopped', async () => {
  const { rows } = await db.app.query(
    `select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by 1`,
  )
  assert.deepEqual(
    rows.map(({ setting }: { setting: string }) => Number(setting)),
    [10_000, 3000, 5000].map(patient),
  )
})

test('a slow machine may give requests longer', async () => {
  const own = await startTestDatabase()
  const slow = await openDatabase({ dataDir: '', databaseUrl: own.ownerUrl, statementTimeoutS: 60 }, silentLog)
  const { rows } = await slow.app.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  )
  await slow.close()
  await own.close()
  assert.deepEqual(rows, [{ statement: '1min', lock: '36s' }])
})

test('after months without a server, several processes start at once beside a reader, and the audit takes entries', async () => {
  const own = closedAfter(await startTestDatabase())
  const partitions = `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit'::regclass`
  for (const { name } of (await own.owner.query<{ name: string }>(partitions)).rows)
    await own.owner.query(`drop table ${name}`)
  const client = await own.app.connect()
  await client.query('begin; select 1 from audit')
  const open = () => openDatabase({ dataDir: '', databaseUrl: own.ownerUrl }, silentLog)
  for (const each of await Promise.all([open(), open(), open()])) closedAfter(each)
  await client.query('commit')
  client.release()
  assert.equal((await own.owner.query(partitions)).rowCount, 3)
  await own.owner.query(`insert into audit (call, request_id) values ('account/edit', 'r')`)
})

test('every table with row-level security forces it and lets the owner see all rows', async () => {
  const { rows } = await db.owner.query(
    `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
       and not (c.relforcerowsecurity and exists (select 1 from pg_policies p where p.schemaname = 'public'
         and p.tablename = c.relname and p.policyname = 'owner'))`,
  )
  assert.deepEqual(rows, [])
})

test('numbers come as numbers, exactly as in the JSON that PostgreSQL makes', async () => {
  const { rows } = await db.app.query(
    `select id, amount, json_build_object('id', id, 'amount', amount) as json
       from (values (9007199254740991::bigint, -19.50::numeric(5, 2))) v (id, amount)`,
  )
  assert.deepEqual(rows, [{ id: 9007199254740991, amount: -19.5, json: { id: 9007199254740991, amount: -19.5 } }])
})

test('the application adds a job in its transaction and has no other access to the queue', async () => {
  const client = await db.app.connect()
  await client.query('begin')
  await client.query(`select app_add_job('never', '{}')`)
  await client.query('rollback')
  client.release()
  await db.app.query(`select app_add_job('once', '{"n": 1}', 'key')`)
  await db.app.query(`select app_add_job('once', '{"n": 2}', 'key')`)
  const { rows } = await db.jobs.query('select task_identifier, key from graphile_worker.jobs')
  assert.deepEqual(rows, [{ task_identifier: 'once', key: 'key' }])
  await assert.rejects(db.app.query('select * from graphile_worker._private_jobs'), /permission denied/)
  await assert.rejects(db.app.query(`select graphile_worker.add_job('x')`), /permission denied/)
})

test('many databases of one cluster are made ready at once', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => startTestDatabase()))
  for (const each of all) assert.equal((await each.app.query('select 1')).rowCount, 1)
  await Promise.all(all.map((each) => each.close()))
})
