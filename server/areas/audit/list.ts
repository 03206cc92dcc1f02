import { joinActor, type Field, type ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'a.id', type: 'bigint' },
  at: { sql: 'a.at', type: 'timestamptz' },
  created_at: { sql: 'a.at', type: 'timestamptz' },
  actor_id: { sql: 'a.actor_id', type: 'bigint' },
  call: { sql: 'a.call', type: 'text', letters: 'typed' },
  entity: { sql: 'a.entity', type: 'text', letters: 'typed' },
  entity_id: { sql: 'a.entity_id', type: 'text', letters: 'typed' },
  request_id: { sql: 'a.request_id', type: 'text', letters: 'typed' },
  vno_id: { sql: 'a.vno_id', type: 'int' },
} satisfies Record<string, Field>

/** What was done by an operator's own people and to what is its own; everything for the neutral operator. */
export const auditList: ListSource<'admin_vno/audit/get'> = {
  path: 'admin_vno/audit/get',
  branches(viewer, bind) {
    // It tells of colleagues: no privilege opens it to a technician.
    const nobody = viewer.technicalId === null ? [] : ['false']
    const where = viewer.vnoId === null ? nobody : [...nobody, `a.vno_id = ${bind(viewer.vnoId)}::int`]
    return [{ from: 'audit a', where, fields }]
  },
  // Time first: the rows lie in one part per month.
  join: () =>
    `join audit a on a.at = k.s0 and a.id = k.id ${joinActor('u', 'a.actor_id')} left join vno v on v.id = a.vno_id`,
  record: () => ({
    id: 'a.id',
    version: '1',
    created_at: 'wire_time(a.at)',
    updated_at: 'wire_time(a.at)',
    created_by: {
      id: 'u.id',
      name: 'u.name',
      account_type: 'a.account_type',
      origin: `case when a.channel = 'api' then 1 else 2 end`,
    },
    at: 'wire_time(a.at)',
    actor_id: 'a.actor_id',
    actor: { id: 'u.id', name: 'u.name' },
    account_type: 'a.account_type',
    vno_id: 'a.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    call: 'a.call',
    entity: 'a.entity',
    entity_id: 'a.entity_id',
    before: 'a.before',
    after: 'a.after',
    channel: 'a.channel',
    device: 'a.device',
    address: 'a.address',
    request_id: 'a.request_id',
  }),
  columns: () => ({
    at: 'a.at',
    'actor.name': 'u.name',
    account_type: 'a.account_type',
    'vno.name': 'v.name',
    call: 'a.call',
    entity: 'a.entity',
    entity_id: 'a.entity_id',
    before: 'a.before::text',
    after: 'a.after::text',
    channel: 'a.channel',
    device: 'a.device',
    address: 'a.address',
    request_id: 'a.request_id',
    id: 'a.id',
  }),
}
