import { accountStatus, eventType, portState } from '@hilo/domain/status.ts'
import type { Found } from '@hilo/contract/search.ts'
import type { Privilege } from '@hilo/domain/privilege.ts'
import { looseNameSql } from '../../kernel/list/list-source.ts'

/**
 * One indexed lookup per kind: `$1`/`$2` the code's range, `$3` the operator or null for all, `$4` the technician or null,
 * `$5` the folded name pattern, `$6`/`$7` the range of ONT serials. A code is found by its prefix, a person by any part of the
 * name. Found ids are passed as an array: joined as a set they would be filtered after scanning the whole table.
 */
interface Kind {
  kind: Found['kind']
  privilege: Privilege
  /** Searched for the neutral operator only. */
  neutral?: true
  sql: string
}

const most = 6

export const kinds: readonly Kind[] = [
  {
    kind: 'event',
    privilege: 'event_view',
    sql: `select 1 as n, 'event' as kind, e.id, e.code, concat_ws(' · ', b.label, u.name) as title, '/vno/intervenciones/' || e.id as route
      from event e join cto b on b.id = e.cto_id
      left join technical_account t on t.id = e.technical_id left join app_user u on u.id = t.user_id
      where e.code >= $1 and e.code < $2 and e.type = ${eventType.is.createListener} and ($3::int is null or e.vno_id = $3) and ($4::bigint is null or e.technical_id = $4)
      order by e.code limit ${most}`,
  },
  {
    kind: 'cto',
    privilege: 'cto_view',
    sql: `select 2, 'cto', c.id, c.code, concat_ws(', ', c.street || coalesce(' ' || c.street_number, ''), c.municipality), '/vno/ctos/' || c.id
      from cto c where c.removed_at is null and c.id = any(array(
        (select id from cto where label >= $1 and label < $2 order by label limit ${most})
        union (select id from cto where code >= $1 and code < $2 order by code limit ${most})))
      order by c.code limit ${most}`,
  },
  {
    kind: 'port',
    privilege: 'port_view',
    sql: `select 3, 'port', q.id, q.label, q.municipality, '/vno/puertos/' || q.id from (
        (select p.id, p.label, c.municipality from port_assignment a join port p on p.id = a.port_id join cto c on c.id = p.cto_id
          where a.label >= $1 and a.label < $2 and a.ended_at is null and ($3::int is null or a.vno_id = $3) order by a.label limit ${most})
        union (select p.id, p.label, c.municipality from port p join cto c on c.id = p.cto_id
          where p.label >= $1 and p.label < $2 and p.state = ${portState.is.disponible} order by p.label limit ${most})) q
      order by q.label limit ${most}`,
  },
  {
    kind: 'access',
    privilege: 'retrieve-access-vno_view',
    sql: `select 4, 'access', x.id, x.code, concat_ws(' · ', x.ont_serial, p.label), '/vno/accesos/' || x.id
      from access x join port p on p.id = x.port_id where x.id = any(array(
        (select id from access where code >= $1 and code < $2 and ($3::int is null or vno_id = $3) order by code limit ${most})
        union (select id from access where ont_serial >= $6 and ont_serial < $7 and ($3::int is null or vno_id = $3) order by ont_serial limit ${most})
        union (select access_id from drop_cable where label >= $1 and label < $2 and ($3::int is null or vno_id = $3) and access_id is not null
          order by label limit ${most})))
      order by x.code limit ${most}`,
  },
  {
    kind: 'order',
    privilege: 'assignment_view',
    sql: `select 5, 'order', o.id, o.code, concat_ws(' · ', o.external_order_id, x.code), '/vno/ordenes/' || o.id
      from service_order o left join access x on x.id = o.access_id
      where ($4::bigint is null or o.assigned_technical_id = $4) and o.id = any(array(
        (select id from service_order where code >= $1 and code < $2 and ($3::int is null or vno_id = $3) order by code limit ${most})
        union (select id from service_order where external_order_id >= $1 and external_order_id < $2 and ($3::int is null or vno_id = $3)
          order by external_order_id limit ${most})))
      order by o.code limit ${most}`,
  },
  {
    kind: 'person',
    privilege: 'technician_view',
    sql: `select 6, 'person', t.id, u.name, coalesce(n.name, ''), '/vno/tecnicos/' || t.id
      from technical_account t join app_user u on u.id = t.user_id left join contractor n on n.id = t.contractor_id
      where ${looseNameSql('t.search_name')} like $5 and t.status <> ${accountStatus.is.unavailable} and ($3::int is null or t.vno_id = $3) order by t.search_name collate natural_es limit ${most}`,
  },
  {
    kind: 'person',
    privilege: 'adminVNO_view',
    sql: `select 7, 'person', a.id, u.name, v.name, '/vno/administradores/' || a.id
      from vno_admin_account a join app_user u on u.id = a.user_id join vno v on v.id = a.vno_id
      where ${looseNameSql('a.search_name')} like $5 and a.status <> ${accountStatus.is.unavailable} and not a.service and ($3::int is null or a.vno_id = $3)
      order by a.search_name collate natural_es limit ${most}`,
  },
  {
    kind: 'person',
    privilege: 'admin_view',
    neutral: true,
    sql: `select 8, 'person', a.id, u.name, '', '/vno/administradores-red/' || a.id
      from admin_account a join app_user u on u.id = a.user_id
      where ${looseNameSql('a.search_name')} like $5 and a.status <> ${accountStatus.is.unavailable} and $3::int is null order by a.search_name collate natural_es limit ${most}`,
  },
  {
    kind: 'drop',
    privilege: 'drop_view',
    sql: `select 9, 'drop', d.id, d.label, coalesce(p.label, ''), '/vno/acometidas/' || d.id
      from drop_cable d left join port p on p.id = d.port_id
      where d.label >= $1 and d.label < $2 and ($3::int is null or d.vno_id = $3)
      order by d.label limit ${most}`,
  },
]

/** The statement for the given kinds, each with its own limit. */
export function find(asked: readonly Kind[]): string {
  const parts = asked.map((one) => `(${one.sql})`)
  const empty = `select 0 as n, '' as kind, 0::bigint as id, '' as code, '' as title, '' as route where $1::text is null
    and $2::text is null and $3::int is null and $4::bigint is null and $5::text is null and $6::text is null and $7::text is null`
  return `select json_agg(json_build_object('kind', kind, 'id', id, 'code', code, 'title', coalesce(title, ''), 'route', route)
      order by n, code)::text from (${[`(${empty})`, ...parts].join(' union all ')}) found`
}
