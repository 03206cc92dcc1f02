import { among, ownPrefixed, type Field, type ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'l.id', type: 'bigint' },
  vno_id: { sql: 'l.vno_id', type: 'int' },
  api_key_id: { sql: 'l.api_key_id', type: 'bigint' },
  event_id: { sql: 'l.event_id', type: 'bigint' },
  call: { sql: 'l.call', type: 'text', letters: 'typed' },
  kind: { sql: 'l.kind', type: 'int' },
  http_status: { sql: 'l.http_status', type: 'int' },
  error: { sql: 'l.error', type: 'text' },
  at: { sql: 'l.at', type: 'timestamptz' },
  created_at: { sql: 'l.at', type: 'timestamptz' },
} satisfies Record<string, Field>

const flag = 'coalesce(e.result_flag, case when l.http_status = 200 then 1 else 2 end)'

/** What operators' own systems asked for. */
export const apiRequests: ListSource<'admin_vno/enrollments/apirequests/get'> = {
  path: 'admin_vno/enrollments/apirequests/get',
  branches({ vnoId }, bind) {
    const where = vnoId === null ? [] : [`l.vno_id = ${bind(vnoId)}::int`]
    return [{ from: 'api_request l', where, fields }]
  },
  search: (text, viewer, bind) => {
    const events = `event q where ${ownPrefixed('code', text, viewer, bind)} order by q.code limit 200`
    return [{ where: [among('l.event_id', events, 'q.id')], fenced: true }]
  },
  join: () => `join api_request l on l.id = k.id left join vno v on v.id = l.vno_id left join event e on e.id = l.event_id
  left join enrollment_request q on q.event_id = l.event_id left join api_key y on y.id = l.api_key_id`,
  record: () => ({
    id: 'l.id',
    version: 'coalesce(e.version, 1)',
    request_id: 'l.request_id',
    api_key_id: 'l.api_key_id',
    api_key: { id: 'y.id', name: 'y.name' },
    vno_id: 'l.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    call: 'l.call',
    kind: 'l.kind',
    event_id: 'l.event_id',
    event: { id: 'e.id', code: 'e.code' },
    at: 'wire_time(l.at)',
    duration_ms: 'l.duration_ms',
    http_status: 'l.http_status',
    error: `nullif(l.error, '')`,
    process_state: 'e.process_state',
    result_flag: flag,
    payload_redacted: 'l.payload',
    file_id: 'q.file_id',
    result_file_id: 'q.result_file_id',
    rows_ok: 'q.rows_ok',
    rows_error: 'q.rows_error',
    created_at: 'wire_time(l.at)',
    updated_at: 'wire_time(coalesce(e.updated_at, l.at))',
    created_by: 'l.created_by',
  }),
  columns: () => ({
    at: 'l.at',
    call: 'l.call',
    kind: 'l.kind',
    'event.code': 'e.code',
    http_status: 'l.http_status',
    error: `nullif(l.error, '')`,
    process_state: 'e.process_state',
    result_flag: flag,
    duration_ms: 'l.duration_ms',
    rows_ok: 'q.rows_ok',
    rows_error: 'q.rows_error',
    api_key_id: 'l.api_key_id',
    'vno.name': 'v.name',
    request_id: 'l.request_id',
    id: 'l.id',
  }),
}
