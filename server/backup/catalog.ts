/** Content of a database backup, read from the catalogue, so that new tables are included. */
import type pg from 'pg'

export interface Table {
  schema: string
  name: string
  /** Stored columns, without generated ones. */
  columns: string[]
  side: 'owner' | 'jobs'
}

export interface Catalog {
  /** Tables in dependency order. */
  tables: Table[]
  partitions: { parent: string; name: string; bound: string }[]
  sequences: { schema: string; name: string; value: number; called: boolean }[]
  migrations: { name: string; sha256: string }[]
}

/** Tables that each installation keeps for itself. */
const ownRecords = ['schema_migration', 'schema_function', 'migrations']

const tablesSql = `
  select n.nspname as schema, c.relname as name, c.oid::int as oid,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' order by a.attnum) as columns,
    array(select distinct f.confrelid::int from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition and not c.relname = any($2)
  order by c.relname`

const partitionsSql = `
  select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`

interface Row extends Table {
  oid: number
  refers: number[]
}

const schemas = { owner: 'public', jobs: 'graphile_worker' } as const
export type Side = keyof typeof schemas

export async function readTables(client: pg.ClientBase, side: Side): Promise<Table[]> {
  const { rows } = await client.query<Row>(tablesSql, [schemas[side], ownRecords])
  return inOrder(rows).map(({ schema, name, columns }) => ({ schema, name, columns, side: side }))
}

export async function readPartitions(client: pg.ClientBase): Promise<Catalog['partitions']> {
  return (await client.query<Catalog['partitions'][number]>(partitionsSql)).rows
}

export async function readMigrations(client: pg.ClientBase): Promise<Catalog['migrations']> {
  return (await client.query<Catalog['migrations'][number]>('select name, sha256 from schema_migration order by name'))
    .rows
}

/** Read after the rows' snapshot, so that no sequence is behind an id of the snapshot. */
export async function readSequences(client: pg.ClientBase, side: Side): Promise<Catalog['sequences']> {
  const found = await client.query<{ schema: string; name: string }>(
    'select schemaname as schema, sequencename as name from pg_sequences where schemaname = $1 order by 2',
    [schemas[side]],
  )
  const sequences: Catalog['sequences'] = []
  for (const { schema, name } of found.rows) {
    const { rows } = await client.query<{ value: number; called: boolean }>(
      `select last_value::float8 as value, is_called as called from ${quoted({ schema, name })}`,
    )
    if (rows[0]) sequences.push({ schema, name, ...rows[0] })
  }
  return sequences
}

/**
 * Refuses tables whose rows the owner may not see completely.
 * @throws {Error} in Spanish, rather than make an incomplete backup
 */
export async function refuseHiddenRows(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity
        and not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
        and not exists (select 1 from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
          and p.policyname = 'owner' and current_user = any(p.roles))`,
  )
  if (rows.length > 0)
    throw new Error(
      `El propietario no ve todas las filas de ${rows.map(({ name }) => name).join(', ')}: falta su política.`,
    )
}

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `"${schema}"."${name.replaceAll('"', '""')}"`
}

export function columnList({ columns }: Table): string {
  return columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ')
}

function inOrder(rows: Row[]): Row[] {
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const done = new Set<Row>()
  const visit = (row: Row, path: Row[]): void => {
    if (done.has(row)) return
    if (path.includes(row)) throw new Error(`tables refer to each other in a circle: ${row.name}`)
    for (const oid of row.refers) {
      const target = byOid.get(oid)
      if (target) visit(target, [...path, row])
    }
    done.add(row)
  }
  for (const row of rows) visit(row, [])
  return [...done]
}
