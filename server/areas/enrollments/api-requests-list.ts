import { resultFlag } from '@hilo/domain/status.ts'
import { among, ownPrefixed } from '../../kernel/list/list-source.ts'
import { tableList } from '../../kernel/list/table-list.ts'

const { success, error } = resultFlag.is

/** Requests of operators' API keys. */
export const apiRequests = tableList('admin_vno/enrollments/apirequests/get', {
  table: 'api_request l',
  search: (text, viewer, bind) => {
    const events = `event q where ${ownPrefixed('code', text, viewer, bind)} order by q.code limit 200`
    return [{ where: [among('l.event_id', events, 'q.id')], fenced: true }]
  },
  join: `left join vno v on v.id = l.vno_id left join event e on e.id = l.event_id
  left join enrollment_request q on q.event_id = l.event_id left join api_key y on y.id = l.api_key_id`,
  references: { vno: 'v', event: 'e', api_key: 'y' },
  record: {
    version: 'coalesce(e.version, 1)',
    created_at: 'l.at',
    updated_at: 'coalesce(e.updated_at, l.at)',
    error: `nullif(l.error, '')`,
    process_state: 'e.process_state',
    result_flag: `coalesce(e.result_flag, case when l.http_status = 200 then ${success} else ${error} end)`,
    payload_redacted: 'l.payload',
    file_id: 'q.file_id',
    result_file_id: 'q.result_file_id',
    rows_ok: 'q.rows_ok',
    rows_error: 'q.rows_error',
  },
  columns: { 'created_by.name': `l.created_by ->> 'name'` },
  keys: { call: { letters: 'typed' }, error: { sql: 'l.error' }, vno_id: { type: 'int' } },
})
