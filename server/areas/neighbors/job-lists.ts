import type { Bind, Viewer } from '../../kernel/list/list-source.ts'
import { tableList } from '../../kernel/list/table-list.ts'

/** The operator's own rows; all for the neutral operator, none for a technician. */
const ofOperator =
  (alias: string) =>
  ({ vnoId, technicalId }: Viewer, bind: Bind): string[] => {
    if (technicalId !== null) return ['false']
    return vnoId === null ? [] : [`${alias}.vno_id = ${bind(vnoId)}::int`]
  }

const row = `'line', w.line, 'code', w.code, 'done', w.done, 'error', w.error, 'message', w.message, 'result', w.result`

/** Bulk queries of the own operator; their results only in a record read by id. */
export const jobList = tableList('admin_vno/neighbors/jobs/get', {
  table: 'neighbour_job j',
  where: ofOperator('j'),
  join: 'left join vno v on v.id = j.vno_id',
  references: { vno: 'v' },
  record: {
    job_id: 'j.id',
    results: `(select json_agg(json_build_object(${row}) order by w.line) from neighbour_job_row w where w.job_id = j.id)`,
  },
  detail: ['results'],
})

const read = (field: string) => `w.result ->> '${field}'`

/** Every access of those queries. */
export const resultList = tableList('admin_vno/neighbors/jobs/results/get', {
  table: 'neighbour_job_row w',
  where: ofOperator('w'),
  join: 'join neighbour_job j on j.id = w.job_id',
  record: {
    version: '1',
    created_at: 'w.asked_at',
    updated_at: 'j.updated_at',
    created_by: 'j.created_by',
  },
  columns: {
    'cto.code': `w.result #>> '{cto,code}'`,
    port: `(${read('port_number')})::int`,
    state: read('state'),
    light: read('light'),
    rx_dbm: `(${read('rx_dbm')})::numeric`,
    olt_rx_dbm: `(${read('olt_rx_dbm')})::numeric`,
    read_at: `(${read('read_at')})::timestamptz`,
  },
})
