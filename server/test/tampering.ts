/** Tampering with sealed rows by a database superuser. */

/** Pseudo-random numbers, the same in each run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const sealedTables = ['audit', 'event_history', 'cto_history', 'port_history'] as const
/** Another value of each column type. */
export const otherValue: Record<string, (column: string) => string> = {
  bigint: (column) => `coalesce(${column}, 0) + 1000000`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) % 5 + 1`,
  text: (column) => `case ${column} when 'va' then 'te' else 'va' end`,
  jsonb: () => `'{"forged": true}'`,
  bytea: () => `sha256('forged')`,
  uuid: () => 'gen_random_uuid()',
  'timestamp with time zone': (column) => `${column} - interval '1 second'`,
}

/** Statements against one of the sealed tables; `below` draws the rows. */
export function tamperings(below: (limit: number) => number): ((table: (typeof sealedTables)[number]) => string)[] {
  const any = (table: string) => `(select id from ${table} order by id offset ${below(6)} limit 1)`
  const columns = { audit: 'after', event_history: 'cause', cto_history: 'cause', port_history: 'cause' }
  return [
    (table) => `update ${table} set ${columns[table]} = '"forged"' where id = ${any(table)}`,
    (table) => `delete from ${table} where id = ${any(table)}`,
    (table) => {
      const names = `(select string_agg(format('%I', attname), ', ') from pg_attribute where attrelid = '${table}'::regclass
          and attnum > 0 and attname <> 'id')`
      return `do $$ begin execute format('insert into ${table} (%1$s) select %1$s from ${table} where id = %2$s', ${names}, ${any(table)}); end $$`
    },
    (
      table,
    ) => `with pair as (select id, at, lead(id) over w as next, lead(at) over w as other from ${table} window w as (order by id)),
          two as (select * from pair where at <> other order by id limit 1)
        update ${table} t set at = case t.id when two.id then two.other else two.at end from two where t.id in (two.id, two.next)`,
    (table) => `delete from ${table} where id >= ${any(table)}`,
    (table) => `truncate ${table}`,
    () => `update audit_seal set rows = rows + 1 where id = ${any('audit_seal')}`,
    () => `update audit_seal set hash = sha256('${below(1e6)}') where id = ${any('audit_seal')}`,
    () => `delete from audit_seal where id = ${any('audit_seal')}`,
    () => 'delete from audit_seal where id = (select max(id) from audit_seal)',
    () => 'truncate audit_seal',
    () => `update audit_head set hash = sha256('x')`,
    () => 'delete from audit_head',
    () => `update audit_seal set id = id + 1000 where id = (select max(id) from audit_seal)`,
  ]
}
