/** Row-level security of every table: another operator's row, generated if no factory makes one, is hidden. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { startTestDatabase } from '../test/database.ts'
import { makeVno } from '../test/factories.ts'

const secured = `
  select relname as name from pg_class
   where relnamespace = 'public'::regnamespace and relrowsecurity and relkind in ('r', 'p') and not relispartition order by 1`
const columnsOf = `
  select column_name as name, udt_name as type,
    is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as needed
  from information_schema.columns where table_schema = 'public' and table_name = $1`
/** Drops constraints, foreign keys and triggers, which a generated row would violate. */
const loosen = `
  do $$ declare c record; begin
    for c in select conrelid::regclass as home, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conislocal and coninhcount = 0 loop
      execute format('alter table %s drop constraint %I', c.home, c.conname);
    end loop;
    for c in select distinct tgrelid::regclass as home from pg_trigger t join pg_class r on r.oid = t.tgrelid
      where r.relnamespace = 'public'::regnamespace and not r.relispartition and not tgisinternal loop
      execute format('alter table %s disable trigger user', c.home);
    end loop; end $$`

const stranger = 999_999
const someValue: Readonly<Record<string, string>> = {
  bool: 'false',
  bytea: `'x'`,
  date: 'current_date',
  json: `'{}'`,
  interval: `'1 day'`,
  jsonb: `'{}'`,
  text: `'x'`,
  timestamptz: 'now()',
  uuid: 'gen_random_uuid()',
}
/** Columns that name an owner. */
const owners = /(?:^|_)(?:vno|user|technical|account|actor)_id$/
/** Tables without an owner: deliberately visible to all. */
const everybodys: readonly string[] = ['cto_history']

describe('every wall', async () => {
  const db = closedAfter(await startTestDatabase())
  const mine = (await makeVno(db)).id
  const theirs = (await makeVno(db)).id
  await db.owner.query(loosen)

  interface Column {
    name: string
    type: string
    needed: boolean
  }
  const valueOf = ({ name, type }: Column) => {
    if (owners.test(name)) return String(name.endsWith('vno_id') ? theirs : stranger)
    return type.startsWith('_') ? `'{}'` : (someValue[type] ?? '1')
  }
  /** Identity of a row. */
  interface Row {
    part: string
    place: string
  }
  async function makeRow(table: string): Promise<Row> {
    const { rows: columns } = await db.owner.query<Column>(columnsOf, [table])
    const said = columns.filter((one) => one.needed || owners.test(one.name))
    const client = await db.owner.connect()
    try {
      await client.query('begin')
      const values = said.map(valueOf).join()
      const row = said.length > 0 ? `(${said.map(({ name }) => name).join()}) values (${values})` : 'default values'
      const place = 'tableoid::text as part, ctid::text as place'
      const made = await client.query<Row>(`insert into ${table} ${row} on conflict do nothing returning ${place}`)
      // A singleton table with its one row.
      const [found] = made.rows.length > 0 ? made.rows : (await client.query<Row>(`select ${place} from ${table}`)).rows
      await client.query('commit')
      assert.ok(found)
      return found
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  async function seen(table: string, { part, place }: Row): Promise<number> {
    const client = await db.app.connect()
    try {
      await client.query('begin')
      const scope = { scope: 'vno', vno_id: String(mine), user_id: '888888', technical_id: '' }
      for (const [name, value] of Object.entries(scope))
        await client.query('select set_config($1, $2, true)', [`app.${name}`, value])
      const text = `select from ${table} where tableoid = $1::oid and ctid = $2::tid`
      return (await client.query(text, [part, place])).rowCount ?? 0
    } catch (error) {
      // A role without the privilege sees nothing.
      if ((error as { code?: string }).code === '42501') return 0
      throw error
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it("S3 S4 hides another owner's row", async () => {
    const { rows } = await db.owner.query<{ name: string }>(secured)
    assert.ok(rows.length > 50)
    const open: string[] = []
    for (const { name } of rows.filter((one) => !everybodys.includes(one.name)))
      if ((await seen(name, await makeRow(name))) > 0) open.push(name)
    assert.deepEqual(open, [])
  })
})
