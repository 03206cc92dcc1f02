import type { Bind, Field, ListSource, Viewer } from '../../db/list-source.ts'

const mine = ({ vnoId }: Viewer, alias: string, bind: Bind) =>
  vnoId === null ? [] : [`${alias}.vno_id = ${bind(vnoId)}::int`]

const jobFields = {
  id: { sql: 'j.id', type: 'bigint' },
  vno_id: { sql: 'j.vno_id', type: 'bigint' },
  state: { sql: 'j.state', type: 'text' },
  created_at: { sql: 'j.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

const row = `'line', w.line, 'code', w.code, 'done', w.done, 'error', w.error, 'message', w.message, 'result', w.result`

/** Massive queries of one's own operator, the results only with one of them. */
export const jobList: ListSource<'admin_vno/neighbors/jobs/get'> = {
  path: 'admin_vno/neighbors/jobs/get',
  branches: (viewer, bind) => [
    {
      from: 'neighbour_job j',
      where: viewer.technicalId === null ? mine(viewer, 'j', bind) : ['false'],
      fields: jobFields,
    },
  ],
  join: () => 'join neighbour_job j on j.id = k.id left join vno v on v.id = j.vno_id',
  record: () => ({
    id: 'j.id',
    version: 'j.version',
    created_at: 'wire_time(j.created_at)',
    updated_at: 'wire_time(j.updated_at)',
    created_by: 'j.created_by',
    job_id: 'j.id',
    vno_id: 'j.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    state: 'j.state',
    total: 'j.total',
    done: 'j.done',
    failed: 'j.failed',
    finished_at: 'wire_time(j.finished_at)',
    expires_at: 'wire_time(j.expires_at)',
    results: `(select json_agg(json_build_object(${row}) order by w.line) from neighbour_job_row w where w.job_id = j.id)`,
  }),
  detail: ['results'],
  columns: () => ({}),
}

const rowFields = {
  id: { sql: 'w.id', type: 'bigint' },
  job_id: { sql: 'w.job_id', type: 'bigint' },
  code: { sql: 'w.code', type: 'text' },
  line: { sql: 'w.line', type: 'int' },
  created_at: { sql: 'w.asked_at', type: 'timestamptz' },
} satisfies Record<string, Field>
const read = (field: string) => `w.result ->> '${field}'`

/** Every access of those queries. */
export const resultList: ListSource<'admin_vno/neighbors/jobs/results/get'> = {
  path: 'admin_vno/neighbors/jobs/results/get',
  branches: (viewer, bind) => [
    {
      from: 'neighbour_job_row w',
      where: viewer.technicalId === null ? mine(viewer, 'w', bind) : ['false'],
      fields: rowFields,
    },
  ],
  join: () => 'join neighbour_job_row w on w.id = k.id join neighbour_job j on j.id = w.job_id',
  record: () => ({
    id: 'w.id',
    version: '1',
    created_at: 'wire_time(w.asked_at)',
    updated_at: 'wire_time(j.updated_at)',
    created_by: 'j.created_by',
    job_id: 'w.job_id',
    line: 'w.line',
    code: 'w.code',
    done: 'w.done',
    error: 'w.error',
    message: 'w.message',
    result: 'w.result',
  }),
  columns: () => ({
    job_id: 'w.job_id',
    line: 'w.line',
    code: 'w.code',
    'cto.code': `w.result #>> '{cto,code}'`,
    port: `(${read('port_number')})::int`,
    state: read('state'),
    light: read('light'),
    rx_dbm: `(${read('rx_dbm')})::numeric`,
    olt_rx_dbm: `(${read('olt_rx_dbm')})::numeric`,
    read_at: `(${read('read_at')})::timestamptz`,
    error: 'w.error',
    message: 'w.message',
    id: 'w.id',
  }),
}
