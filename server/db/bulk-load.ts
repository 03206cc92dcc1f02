/**
 * Loading whole tables. Rows go into tables without keys, indexes and references; several connections then make keys and
 * indexes, each sorting on its own, which needs the rows committed. What was taken away is therefore written down in the
 * database itself until everything is back: a load that died is undone when the database is next opened.
 */
import { availableParallelism } from 'node:os'
import type pg from 'pg'

type Kind = 'key' | 'index' | 'foreign' | 'force'
interface Definition {
  table: string
  name: string
  definition: string
  kind: Kind
}

export interface BulkLoad {
  tables: readonly string[]
  /** Asked in the first transaction, when nobody else is loading: whether there is anything to do. */
  wanted: (client: pg.PoolClient) => Promise<boolean>
  /** Fills the emptied tables, in the first transaction. Nobody is kept from seeing the rows once it is over. */
  load: (client: pg.PoolClient) => Promise<void>
  /**
   * In the last transaction: tables are indexed, references are not back yet. Calls `whole` once what they name is there,
   * and may go on after it.
   */
  finish: (client: pg.PoolClient, whole: () => Promise<void>) => Promise<void>
  log: (text: string) => void
}

const lockKey = 4_841_494_5
/** More would wait for the disk, and take the owner's few connections from whoever else needs one. */
const connections = Math.min(3, availableParallelism())

// The connections of a load are closed with it, and their settings gone. A crash just before a commit reaches the disk leaves
// the load to be undone.
const settings = `
  set app.scope = 'all'; set app.bulk = 'on'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set synchronous_commit = off; set work_mem = '128MB';
  -- What is sorted at a time stays in the processor's own memory, which is a tenth less work than in one go (measured).
  set maintenance_work_mem = '8MB';
  set max_parallel_maintenance_workers = ${Math.min(8, Math.floor(availableParallelism() / connections) - 1)}`

// Written out from the catalogue, so that a migration that adds an index needs no word here.
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

/** Takes away keys, indexes, references and forced policies, and then every row. */
async function strip(client: pg.ClientBase, tables: readonly string[]): Promise<Definition[]> {
  const taken = await read(client, tables)
  const statements = kinds(taken, 'foreign', 'index', 'key', 'force').map((one) => away[one.kind](one))
  // References from tables that are not loaded are gone by then, so no cascade can reach them.
  await client.query([...statements, `truncate ${tables.join(', ')}`].join(';'))
  return taken
}

/** Loads a few rows into emptied tables within the caller's transaction, which puts back what it is given. */
export async function stripped(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const taken = await strip(client, tables)
  await load()
  await client.query(`${backWith(kinds(taken, 'key', 'index', 'foreign', 'force'))}; analyze ${tables.join(', ')}`)
}

/** @throws {Error} of the database; the load is then undone at once or when the database is next opened */
export async function loadInBulk(pool: pg.Pool, { tables, wanted, load, finish, log }: BulkLoad): Promise<void> {
  const clients: pg.PoolClient[] = []
  const connect = async () => {
    const client = await pool.connect()
    clients.push(client)
    await client.query(settings)
    return client
  }
  const timed = async (text: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    log(`${text} en ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  try {
    const first = await connect()
    await first.query('select pg_advisory_lock($1)', [lockKey])
    await undoBulkLoad(first)
    await first.query('begin')
    if (!(await wanted(first))) return void (await first.query('rollback'))
    const taken = await strip(first, tables)
    await first.query('create table bulk_load (tables text[] not null, taken json not null)')
    await first.query('insert into bulk_load values ($1, $2)', [tables, JSON.stringify(taken)])
    await load(first)
    await first.query('commit')
    while (clients.length < connections) await connect()
    const keys = kinds(taken, 'key')
    const indexes = kinds(taken, 'index')
    const references = kinds(taken, 'foreign')
    // What changes one table cannot be done by two at once.
    const keysOf = tables.map((table) => backWith(keys.filter((one) => one.table === table)))
    await timed(`claves: ${keys.length}`, () => share(clients, keysOf))
    await timed(`índices: ${indexes.length}`, () => share(clients, indexes.map(back.index)))
    // Whatever is chosen among millions of rows from here on: PostgreSQL has to know how many.
    await timed('estadísticas', () =>
      share(
        clients,
        tables.map((table) => `analyze ${table}`),
      ),
    )
    // References are checked by joining, for which that would be too little.
    await first.query(`begin; set local maintenance_work_mem = '512MB'`)
    await finish(first, async () => {
      const rest = backWith([...references, ...kinds(taken, 'force')])
      await timed(`referencias: ${references.length}`, () => first.query(rest))
    })
    await first.query('drop table bulk_load; commit')
  } finally {
    // One may be in the middle of a copy: closing it is what undoes what is not committed.
    for (const client of clients) client.release(true)
  }
}

/** Each connection takes the next statement as soon as it is done with its last. */
async function share(clients: readonly pg.PoolClient[], statements: readonly string[]): Promise<void> {
  const waiting = statements.values()
  await Promise.all(
    clients.map(async (client) => {
      for (const statement of waiting) await client.query(statement)
    }),
  )
}

// The rows of the catalogue, of which each statement sees the latest; names would be looked up in what the session remembers.
const marker = `select from pg_class where relname = 'bulk_load' and relnamespace = current_schema()::regnamespace`

/** Empties the tables of a load that died and puts back what it took away. Waits for one that is going on. */
export async function undoBulkLoad(owner: pg.ClientBase): Promise<void> {
  const isThere = async () => (await owner.query(marker)).rowCount === 1
  if (!(await isThere())) return
  await owner.query('begin')
  try {
    await owner.query('select pg_advisory_xact_lock($1)', [lockKey])
    if (await isThere()) await undo(owner)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
}

async function undo(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ tables: string[]; taken: Definition[] }>('select tables, taken from bulk_load')
  for (const { tables, taken } of rows) {
    // Waits for the last statement of a connection that has not noticed yet; what that one made is there by then.
    await owner.query(`truncate ${tables.join(', ')}`)
    const there = new Set((await read(owner, tables)).map(({ table, name }) => `${table} ${name}`))
    const missing = taken.filter(({ table, name }) => !there.has(`${table} ${name}`))
    await owner.query(backWith(kinds(missing, 'key', 'index', 'foreign', 'force')))
  }
  await owner.query('drop table bulk_load')
}
