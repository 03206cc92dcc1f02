/**
 * Loading whole tables. Rows go into tables without keys, indexes and references; several connections make keys and indexes
 * of tables that are full, each sorting on its own, while others are filled, which needs the rows committed. What was taken
 * away is therefore written down in the database itself until everything is back: a load that died is undone when the
 * database is next opened.
 */
import { availableParallelism } from 'node:os'
import pg from 'pg'
import type { LinkedConfig } from './client.ts'

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
  /**
   * Fills the emptied tables. `filled` says which of them have all their rows: these are committed, for everybody to see, and
   * indexed while the others come in. What it is not said of is so at the end.
   */
  load: (client: pg.PoolClient, filled: (...tables: string[]) => Promise<void>) => Promise<void>
  /**
   * In the last transaction: tables are indexed, references are not back yet. Calls `whole` once what they name is there,
   * and may go on after it.
   */
  finish: (client: pg.PoolClient, whole: () => Promise<void>) => Promise<void>
  log: (text: string) => void
}

const lockKey = 4_841_494_5
/** Connections that make indexes. More would wait for the disk. */
const makers = Math.min(3, availableParallelism())

const settings = {
  'app.scope': 'all',
  'app.bulk': 'on',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  // A crash just before a commit reaches the disk leaves the load to be undone.
  synchronous_commit: 'off',
  work_mem: '128MB',
  // What is sorted at a time stays in the processor's own memory, which is a tenth less work than in one go (measured).
  maintenance_work_mem: '8MB',
  max_parallel_maintenance_workers: Math.min(8, Math.floor(availableParallelism() / makers) - 1),
}

/** An index of a large table is made without a word, ms. */
const silentMs = 15 * 60_000

/** Connections for one load alone, of the same role in the same database: one that fills the tables and the makers. */
function loaders({ options }: pg.Pool): pg.Pool {
  const { link } = options as LinkedConfig
  const own = { ...options, max: 1 + makers, link: { ...link, session: settings, silenceMs: silentMs } }
  const pool = new pg.Pool(own)
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

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
export async function loadInBulk(owner: pg.Pool, { tables, wanted, load, finish, log }: BulkLoad): Promise<void> {
  const pool = loaders(owner)
  const timed = async (text: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    log(`${text} en ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  const first = await pool.connect()
  try {
    await first.query('select pg_advisory_lock($1)', [lockKey])
    await undoBulkLoad(first)
    await first.query('begin')
    if (!(await wanted(first))) return void (await first.query('rollback'))
    const taken = await strip(first, tables)
    await first.query('create table bulk_load (tables text[] not null, taken json not null)')
    await first.query('insert into bulk_load values ($1, $2)', [tables, JSON.stringify(taken)])

    // What changes one table cannot be done by two at once: its keys come first.
    const index = async (table: string) => {
      const own = taken.filter((one) => one.table === table)
      await pool.query(backWith(kinds(own, 'key')))
      await Promise.all(kinds(own, 'index').map((one) => pool.query(back.index(one))))
    }
    const left = new Set(tables)
    const indexed: Promise<unknown>[] = []
    const filled = async (...some: string[]) => {
      for (const table of some) left.delete(table)
      await first.query('commit')
      // Rows that come into a table emptied in their own transaction need no log and no vacuum.
      if (left.size > 0) await first.query(`begin; truncate ${[...left].join(', ')}`)
      const work = Promise.all(some.map(index))
      // Heard of once all tables are filled.
      work.catch(() => {})
      indexed.push(work)
    }
    await load(first, filled)
    if (left.size > 0) await filled(...left)
    await timed('índices', () => Promise.all(indexed))
    // Whatever is chosen among millions of rows from here on: PostgreSQL has to know how many.
    await timed('estadísticas', () => Promise.all(tables.map((table) => pool.query(`analyze ${table}`))))
    // References are checked by joining, for which that would be too little.
    await first.query(`begin; set local maintenance_work_mem = '512MB'`)
    await finish(first, async () => {
      const rest = backWith(kinds(taken, 'foreign', 'force'))
      await timed('referencias', () => first.query(rest))
    })
    await first.query('drop table bulk_load; commit')
  } finally {
    // It may be in the middle of a copy: closing it is what undoes what is not committed.
    first.release(true)
    void pool.end()
  }
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
