/**
 * Bulk loading of whole tables in one transaction. Keys, indexes and references are dropped first and restored after the rows:
 * sorting once is cheaper than maintaining every index. A failed load leaves nothing.
 */
import pg from 'pg'
import type { LinkedConfig } from '../kernel/sql/client.ts'

type Kind = 'key' | 'index' | 'foreign' | 'force'
interface Definition {
  table: string
  name: string
  definition: string
  kind: Kind
}

const settings = {
  'app.scope': 'all',
  'app.bulk': 'on',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  work_mem: '128MB',
  maintenance_work_mem: '512MB',
}

/** Longest time without output while the indexes of a large table are built, ms. */
const silentMs = 15 * 60_000
const lockKey = 4_841_494_5

/**
 * Runs the work in a long transaction of the owner, one process at a time.
 * @throws {Error} of the database or of the work; everything is rolled back
 */
export async function longTransaction<T>(
  { options }: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { link } = options as LinkedConfig
  const own = { ...options, max: 1, link: { ...link, session: settings, silenceMs: silentMs } }
  const pool = new pg.Pool(own)
  pool.on('connect', (made) => made.on('error', () => {}))
  pool.on('error', () => {})
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    // It may be in the middle of a COPY: closing the connection rolls back.
    client.release(true)
    void pool.end()
  }
}

// Read from the catalogue, so that new indexes of migrations are included.
const definitions = `
  select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition,
         case c.contype when 'f' then 'foreign' else 'key' end as kind
    from pg_constraint c
   where (c.contype in ('p', 'u') and c.conrelid = any ($1::regclass[]))
      or (c.contype = 'f' and c.conparentid = 0 and (c.conrelid = any ($1::regclass[]) or c.confrelid = any ($1::regclass[])))
  union all
  select i.indrelid::regclass::text, quote_ident(k.relname), pg_get_indexdef(i.indexrelid), 'index'
    from pg_index i join pg_class k on k.oid = i.indexrelid
   where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  union all
  -- COPY refuses a table whose policies hold for the one who loads, even when they let every row through.
  select c.oid::regclass::text, 'row level security', '', 'force' from pg_class c
   where c.oid = any ($1::regclass[]) and c.relforcerowsecurity
   order by 1, 2`

const away: Record<Kind, (one: Definition) => string> = {
  foreign: ({ table, name }) => `alter table ${table} drop constraint ${name}`,
  index: ({ name }) => `drop index ${name}`,
  key: ({ table, name }) => `alter table ${table} drop constraint ${name}`,
  force: ({ table, name }) => `alter table ${table} no force ${name}`,
}
const back: Record<Kind, (one: Definition) => string> = {
  key: ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  index: ({ definition }) => definition,
  foreign: ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  force: ({ table, name }) => `alter table ${table} force ${name}`,
}
const kinds = (taken: readonly Definition[], ...some: Kind[]) =>
  some.flatMap((kind) => taken.filter((one) => one.kind === kind))
const backWith = (taken: readonly Definition[]) => taken.map((one) => back[one.kind](one)).join(';')

async function read(client: pg.ClientBase, tables: readonly string[]): Promise<Definition[]> {
  return (await client.query<Definition>(definitions, [tables])).rows
}

/** Drops keys, indexes, references and forced policies, then all rows. */
async function strip(client: pg.ClientBase, tables: readonly string[]): Promise<Definition[]> {
  const taken = await read(client, tables)
  const statements = kinds(taken, 'foreign', 'index', 'key', 'force').map((one) => away[one.kind](one))
  // References from other tables are dropped first, so that no cascade can reach them.
  await client.query([...statements, `truncate ${tables.join(', ')}`].join(';'))
  return taken
}

/**
 * Empties the tables and loads them within the caller's transaction. References are restored after `named`, which loads
 * referenced rows in other tables.
 */
export async function stripped(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
  named: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const taken = await strip(client, tables)
  await load()
  await client.query(backWith(kinds(taken, 'key', 'index')))
  // Statistics for later queries over millions of rows.
  await client.query(`analyze ${tables.join(', ')}`)
  await named()
  await client.query(backWith(kinds(taken, 'foreign', 'force')))
}
