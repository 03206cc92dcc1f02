import type pg from 'pg'

/** Tables loaded, in the order in which a reader would explain them. */
export const tables = [
  'vno',
  'role',
  'contractor',
  'app_user',
  'vno_admin_account',
  'technical_account',
  'admin_account',
  'olt',
  'pon',
  'cto',
  'port',
  'port_claim',
  'access',
  'drop_cable',
  'port_assignment',
  'service_order',
  'event',
  'unsubscription',
  'neighbour_snapshot',
  'event_neighbour',
  'quality_report',
  'neighbour_case',
  'notification',
] as const

/** Rows known by what they stand for. */
export const withoutId: ReadonlySet<string> = new Set(['port_claim', 'event_neighbour', 'unsubscription'])

interface Definition {
  table: string
  name: string
  definition: string
  kind: 'key' | 'foreign' | 'index'
}

// Written out again from the catalogue, so that a migration that adds an index needs no word here.
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
   order by 1, 2`

/**
 * Takes away keys, indexes and references of the loaded tables, empties them, runs `load`, and puts everything back as
 * the catalogue had it. Everything happens in the caller's transaction: whoever kills it midway finds nothing changed.
 */
export async function withoutIndexes(
  client: pg.PoolClient,
  log: (text: string) => void,
  load: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<Definition>(definitions, [tables])
  const of = (kind: Definition['kind']) => rows.filter((row) => row.kind === kind)
  const drop = (row: Definition) =>
    row.kind === 'index' ? `drop index ${row.name}` : `alter table ${row.table} drop constraint ${row.name}`
  const add = (row: Definition) =>
    row.kind === 'index' ? row.definition : `alter table ${row.table} add constraint ${row.name} ${row.definition}`
  await client.query([...of('foreign'), ...of('index'), ...of('key')].map(drop).join(';'))
  // References from tables that are not loaded are gone by now, so no cascade can reach them.
  await client.query(`truncate ${tables.join(', ')}`)
  const forced = await client.query<{ name: string }>(
    'select oid::regclass::text as name from pg_class where oid = any ($1::regclass[]) and relforcerowsecurity',
    [tables],
  )
  // COPY refuses a table whose policies hold for the one who loads, even when they let every row through.
  const force = (word: string) =>
    forced.rows.map(({ name }) => `alter table ${name} ${word} row level security`).join(';')
  await client.query(force('no force'))
  await load()
  for (const [kind, text] of [
    ['key', 'claves'],
    ['index', 'índices'],
    ['foreign', 'referencias'],
  ] as const) {
    const start = performance.now()
    await client.query(of(kind).map(add).join(';'))
    log(`${text}: ${of(kind).length} en ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  await client.query(force('force'))
}

/** Moves every identity past the ids that were loaded by name. */
export async function moveSequences(client: pg.PoolClient): Promise<void> {
  const withId = tables.filter((table) => !withoutId.has(table))
  const one = (table: string) =>
    `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`
  await client.query(withId.map(one).join(' union all '))
}
