import { processState } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import pg from 'pg'
import { silentLog } from '../log.ts'
import { startTestDatabase } from '../test/database.ts'
import { applyFunctions, readFunctions } from './functions.ts'
import { readSqlFiles } from './sql-files.ts'

let folder: string
const db = await startTestDatabase()
const client = new pg.Client({ connectionString: db.ownerUrl })
await client.connect()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hilo-functions-'))
  const schema = `f_${Math.random().toString(36).slice(2)}`
  await client.query(`create schema ${schema}; set search_path = ${schema}`)
})
afterEach(() => rm(folder, { recursive: true, force: true }))
after(async () => {
  await client.end()
  await db.close()
})

const put = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => applyFunctions(client, silentLog, folder)
const answer = async () => (await client.query<{ n: number }>('select answer() as n')).rows[0]?.n
const answers = (n: number | string) =>
  `create or replace function answer() returns int language sql as $$ select ${n} $$;`

test('a file is applied when its text has changed, and only then', async () => {
  await put('a.sql', answers(1))
  assert.equal(await run(), 1)
  assert.equal(await run(), 0)
  await put('a.sql', answers(2))
  assert.equal(await run(), 1)
  assert.equal(await answer(), 2)
})

test('a file that fails leaves every function unchanged', async () => {
  await put('a.sql', answers(1))
  await run()
  await put('a.sql', answers(2))
  await put('b.sql', 'create or replace function broken() returns int language nothing as $$ $$;')
  await assert.rejects(run(), /Las funciones de b\.sql no se pudieron aplicar y se han deshecho/)
  assert.equal(await answer(), 1)
})

test('a function may use one of a later file', async () => {
  await put('a.sql', 'create or replace function twice() returns int language sql as $$ select 2 * answer() $$;')
  await put('b.sql', answers(3))
  assert.equal(await run(), 2)
  assert.equal((await client.query<{ n: number }>('select twice() as n')).rows[0]?.n, 6)
})

const heads = /^create or replace function ([a-z_0-9]+)/gm

test('every function of the database is defined in exactly one file', async () => {
  const written = (await readFunctions()).flatMap(({ sql }) => [...sql.matchAll(heads)].map(([, name]) => name)).sort()
  const { rows } = await db.owner.query<{ name: string }>(
    `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
     and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  assert.deepEqual(written, rows.map(({ name }) => name).sort())
})

const called = /\b([a-z_0-9]+)\(/g
const namesIn = (sql: string, form: RegExp) => [...sql.matchAll(form)].map(([, name = '']) => name)

/**
 * Functions that a migration uses although an existing installation does not have them: it gets new ones after the migrations,
 * a new database before. `known`: functions of this version.
 */
function missing(baseline: string, migrations: readonly string[], known: readonly string[]): string[] {
  const there = new Set(namesIn(baseline, called))
  return migrations.flatMap((sql) => {
    for (const name of namesIn(sql, heads)) there.add(name)
    return namesIn(sql, called).filter((name) => known.includes(name) && !there.has(name))
  })
}

test('the baseline declares no function; a migration only one that it needs and that is new', async () => {
  const sqlOf = async (folder: string) => (await readSqlFiles(join(import.meta.dirname, folder))).map(({ sql }) => sql)
  const [baseline, migrations] = [(await sqlOf('baseline')).join('\n'), await sqlOf('migrations')]
  const known = (await readFunctions()).flatMap(({ sql }) => namesIn(sql, heads))
  assert.deepEqual(namesIn(baseline, heads), [])
  assert.deepEqual(missing(baseline, migrations, known), [])
  const trigger = 'create trigger t after insert on port for each row execute function port_seen();'
  const empty =
    'create or replace function port_seen() returns trigger language plpgsql as $$ begin return null; end $$;\n'
  assert.deepEqual(missing(baseline, [trigger], [...known, 'port_seen']), ['port_seen'])
  assert.deepEqual(missing(baseline, [empty + trigger, trigger], [...known, 'port_seen']), [])
  assert.deepEqual(missing(baseline, [trigger.replace('port_seen', 'port_copy')], known), [])
})

test('a function names a state of the domain; an unknown one is refused', async () => {
  await put('a.sql', answers('{processState.finalized}'))
  assert.equal(await run(), 1)
  assert.equal(await answer(), processState.is.finalized)
  await put('a.sql', answers('{processState.done}'))
  await assert.rejects(run(), /\{processState\.done\} is no state/)
})
