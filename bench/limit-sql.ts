/**
 * The limit's statements: handwritten for exactly these rows, with the records of the product's lists, so that both sides send
 * the same JSON.
 */
import { ctos } from '../server/areas/ctos/list.ts'
import { events } from '../server/areas/events/list.ts'
import { ports } from '../server/areas/ports/list.ts'
import { joinsOf } from '../server/kernel/list/list-source.ts'
import { fieldOf, isNullable, type RecordSql } from '../server/kernel/list/record-sql.ts'
import { contract } from '@hilo/contract/index.ts'

const viewer = { vnoId: 1, technicalId: null, eventTypes: null }
const sources = { ports, events, ctos }

type Schema = Parameters<typeof isNullable>[0]
type Area = keyof typeof sources

/** Fields for `row_to_json`; nested records are null where the product's are. */
function fieldsSql(record: RecordSql, schema: Schema, hidden: readonly string[]): string {
  const valueSql = (sql: string | RecordSql, field: Schema): string => {
    if (typeof sql === 'string') return sql
    const [first] = Object.values(sql)
    const pairs = Object.entries(sql).map(([name, value]) => `'${name}', ${valueSql(value, fieldOf(field, name))}`)
    const object = `json_build_object(${pairs.join(', ')})`
    return isNullable(field) ? `case when ${String(first)} is not null then ${object} end` : object
  }
  const fields = Object.entries(record).map(
    ([name, sql]) => `${hidden.includes(name) ? 'null::json' : valueSql(sql, fieldOf(schema, name))} as "${name}"`,
  )
  return fields.join(', ')
}

/** Ids and order keys from `keys` (columns id, s0), joined to records. `whole` includes fields of single records. */
function page(area: Area, keys: string, order: string, whole = false, total = ''): string {
  const source = sources[area]
  const record = `select ${fieldsSql(source.record(viewer), contract[source.path].list.record, whole ? [] : (source.detail ?? []))}`
  return `select coalesce(json_agg(r order by ${order}), '[]')::text${total && `, (${total})`}
    from (${keys}) k ${joinsOf(source, viewer)} cross join lateral (${record}) r`
}

const eventKeys = 'from event where vno_id = $1 and process_state = $2'
const eventOrder = 'order by created_at desc, id desc limit 50'
const portKeys = 'from port_assignment where ended_at is null and vno_id = $1 and state = $2'
const portOrder = 'order by label, port_id limit 50'

export const limitSql = {
  events: page('events', `select id, created_at as s0 ${eventKeys} ${eventOrder}`, 'k.s0 desc, k.id desc'),
  eventsTotal: page(
    'events',
    `select id, created_at as s0 ${eventKeys} ${eventOrder}`,
    'k.s0 desc, k.id desc',
    false,
    `select count(*) ${eventKeys}`,
  ),
  eventsDeep: page(
    'events',
    `select id, created_at as s0 ${eventKeys} and (created_at, id) < ($3, $4) ${eventOrder}`,
    'k.s0 desc, k.id desc',
  ),
  event: page('events', 'select id from event where id = $1 and vno_id = $2', 'k.id', true),
  ports: page('ports', `select port_id as id, label as s0 ${portKeys} ${portOrder}`, 'k.s0, k.id'),
  portsTurned: page(
    'ports',
    `select port_id as id, label as s0 ${portKeys} order by label desc, port_id desc limit 50`,
    'k.s0 desc, k.id desc',
  ),
  portsTotal: page(
    'ports',
    `select port_id as id, label as s0 ${portKeys} ${portOrder}`,
    'k.s0, k.id',
    false,
    `select count(*) ${portKeys}`,
  ),
  portsDeep: page(
    'ports',
    `select port_id as id, label as s0 ${portKeys} and (label, port_id) > ($3, $4) ${portOrder}`,
    'k.s0, k.id',
  ),
  typedCode: page(
    'ports',
    `select port_id as id, label as s0 from (select port_id from access where vno_id = $3 and code >= $1 and code < $2
      order by code limit 200) s join port_assignment using (port_id) where ended_at is null and vno_id = $3 ${portOrder}`,
    'k.s0, k.id',
  ),
  accessCode: page('ports', 'select port_id as id from access where code = $1 and vno_id = $2 limit 50', 'k.id'),
  box: page('ctos', 'select id from cto where id = $1', 'k.id', true),
  save: `insert into ui_config (user_id, list, config) values ($1, $2, $3)
    on conflict (user_id, list) do update set config = excluded.config, version = ui_config.version + 1
    returning json_build_array(config)::text`,
  create: `insert into event (code, type, process_state, vno_id, origin, channel, cto_id, work_kind, steps, degraded, created_by)
    values ('BENCH-' || nextval('event_number'), 1, 2, $1, 2, 'web', $2, $3, $4, false, $5)
    returning json_build_array(row_to_json(event))::text`,
}

/** The download's columns in PostgreSQL's format, in the same row order. */
export function limitCopy(vno: number, since: string): string {
  const columns = Object.values(events.columns(viewer))
  return `copy (select ${columns.join(', ')} from (select id, created_at as s0 from event where vno_id = ${vno} and created_at >= '${since}') k
    ${joinsOf(events, viewer)} order by k.s0 desc, k.id desc) to stdout (format csv)`
}
