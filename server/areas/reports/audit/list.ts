import { joinActor, type ListSource } from '../../../kernel/list/list-source.ts'
import { tableList } from '../../../kernel/list/table-list.ts'

/** Code or name of a record, by its entity: SQL of one value for the record's id. */
const codes: Readonly<Record<string, string>> = {
  event: 'select e.code from event e where e.id',
  hair_change: 'select e.code from event e where e.id',
  enrollment_request: 'select e.code from event e where e.id',
  enrollment: 'select m.label_read from enrollment m where m.id',
  service_order: 'select o.code from service_order o where o.id',
  access: 'select s.code from access s where s.id',
  ont_reset: 'select s.code from ont_reset r join access s on s.id = r.access_id where r.id',
  ont_change: 'select s.code from ont_change r join access s on s.id = r.access_id where r.id',
  cto: 'select c.label from cto c where c.id',
  port: 'select p.label from port p where p.id',
  drop: 'select d.label from drop_cable d where d.id',
  role: 'select r.name from role r where r.id',
  contractor: 'select n.name from contractor n where n.id',
  vno: 'select w.name from vno w where w.id',
  api_key: 'select y.name from api_key y where y.id',
  app_user: 'select q.name from app_user q where q.id',
  technical_account: 'select q.name from technical_account t join app_user q on q.id = t.user_id where t.id',
}
const entityCode = `case when a.entity_id ~ '^[0-9]{1,15}$' then case a.entity ${Object.entries(codes)
  .map(([entity, select]) => `when '${entity}' then (${select} = a.entity_id::bigint)`)
  .join(' ')} end end`

const { table: _, ...byTable } = tableList('admin_vno/audit/get', {
  table: 'audit a',
  // It names colleagues: closed to technicians, whatever their privileges.
  where: ({ vnoId, technicalId }, bind) => [
    ...(technicalId === null ? [] : ['false']),
    ...(vnoId === null ? [] : [`a.vno_id = ${bind(vnoId)}::int`]),
  ],
  references: { actor: 'u', vno: 'v' },
  record: {
    version: '1',
    created_at: 'a.at',
    updated_at: 'a.at',
    created_by: {
      id: 'u.id',
      name: 'u.name',
      account_type: 'a.account_type',
      origin: `case when a.channel = 'api' then 1 else 2 end`,
    },
    actor_id: 'a.actor_id',
    entity_code: entityCode,
  },
  columns: { before: 'a.before::text', after: 'a.after::text' },
  keys: {
    call: { letters: 'typed' },
    entity: { letters: 'typed' },
    entity_id: { letters: 'typed' },
    request_id: { letters: 'typed' },
    vno_id: { type: 'int' },
  },
})

/** Acts of the operator's own people and on its own records; all for the neutral operator. */
export const auditList: ListSource<'admin_vno/audit/get'> = {
  ...byTable,
  // Condition on time first: rows are partitioned by month.
  join: () =>
    `join audit a on a.at = k.s0 and a.id = k.id ${joinActor('u', 'a.actor_id')} left join vno v on v.id = a.vno_id`,
}
