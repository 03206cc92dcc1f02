import type pg from 'pg'

/** Who works, and for whom: loaded last, so that nobody is there before all of the rest is. */
export const peopleTables = [
  'vno',
  'role',
  'contractor',
  'app_user',
  'vno_admin_account',
  'technical_account',
  'admin_account',
] as const

/** Loaded before all else. */
export const networkTables = ['olt', 'pon', 'cto', 'port'] as const

/** Plant and work, in the order in which a reader would explain them. */
export const workTables = [
  ...networkTables,
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

/** Rows known by what they stand for. */
export const withoutId: ReadonlySet<string> = new Set(['port_claim', 'event_neighbour', 'unsubscription'])

/** Moves every identity past the ids that were loaded by name. */
export async function moveSequences(client: pg.PoolClient): Promise<void> {
  const withId = tables.filter((table) => !withoutId.has(table))
  const one = (table: string) =>
    `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`
  await client.query(withId.map(one).join(' union all '))
}
