import type pg from 'pg'

/** Tables of people and operators: loaded last, so that no one can sign in before the rest is complete. */
export const peopleTables = [
  'vno',
  'role',
  'contractor',
  'app_user',
  'vno_admin_account',
  'technical_account',
  'admin_account',
] as const

/** Plant and work tables in dependency order. */
export const workTables = [
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

export const tables = [...peopleTables, ...workTables] as const

/** Tables without an id column. */
export const withoutId: ReadonlySet<string> = new Set(['port_claim', 'event_neighbour', 'unsubscription'])

/** Advances every identity sequence past the loaded ids. */
export async function moveSequences(client: pg.PoolClient): Promise<void> {
  const withId = tables.filter((table) => !withoutId.has(table))
  const one = (table: string) =>
    `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`
  await client.query(withId.map(one).join(' union all '))
}
