import type { Field, ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'e.id', type: 'bigint' },
  process_state: { sql: 'e.process_state', type: 'int' },
  vno_id: { sql: 'e.vno_id', type: 'int' },
  access_id: { sql: 'e.access_id', type: 'bigint' },
  cto_id: { sql: 'e.cto_id', type: 'bigint' },
  created_at: { sql: 'e.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** Rows of type 7 of one's own operator, with what they ask for. A technician has none. */
export const unsubscriptionList: ListSource<'admin_vno/unsubscriptions/get'> = {
  path: 'admin_vno/unsubscriptions/get',
  branches({ vnoId, technicalId }, bind) {
    const where = ['e.type = 7']
    if (vnoId !== null) where.push(`e.vno_id = ${bind(vnoId)}::int`)
    if (technicalId !== null) where.push(`e.technical_id = ${bind(technicalId)}::bigint`)
    return [{ from: 'event e', where, fields }]
  },
  table: 'event e',
  join: () => `join cto c on c.id = e.cto_id join vno v on v.id = e.vno_id
  left join port p on p.id = e.port_id left join access x on x.id = e.access_id left join unsubscription u on u.event_id = e.id`,
  record: () => ({
    id: 'e.id',
    version: 'e.version',
    code: 'e.code',
    process_state: 'e.process_state',
    result_flag: 'e.result_flag',
    vno_id: 'e.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    access_id: 'e.access_id',
    access: { id: 'x.id', code: 'x.code' },
    access_state: 'x.state',
    cto_id: 'e.cto_id',
    cto: { id: 'c.id', code: 'c.code' },
    port_id: 'e.port_id',
    port: { id: 'p.id', code: 'p.label' },
    requested_date: `to_char(u.requested_date, 'YYYY-MM-DD')`,
    reason: 'u.reason',
    retire_drop: 'u.retire_drop',
    light_at: 'wire_time(u.light_at)',
    error: 'e.error',
    started_at: 'wire_time(e.started_at)',
    finished_at: 'wire_time(e.finished_at)',
    created_at: 'wire_time(e.created_at)',
    updated_at: 'wire_time(e.updated_at)',
    created_by: 'e.created_by',
  }),
  columns: () => ({
    code: 'e.code',
    process_state: 'e.process_state',
    'access.code': 'x.code',
    'cto.code': 'c.code',
    'port.code': 'p.label',
    requested_date: `to_char(u.requested_date, 'YYYY-MM-DD')`,
    reason: 'u.reason',
    light_at: 'u.light_at',
    created_at: 'e.created_at',
    finished_at: 'e.finished_at',
    'vno.name': 'v.name',
    id: 'e.id',
  }),
}
