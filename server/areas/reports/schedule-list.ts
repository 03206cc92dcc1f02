import type { Field, ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 's.id', type: 'bigint' },
  period: { sql: 's.period', type: 'text' },
  created_at: { sql: 's.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** Schedules of one's own operator; the neutral one sees everybody's and changes its own. */
export const scheduleList: ListSource<'admin_vno/reports/schedules/get'> = {
  path: 'admin_vno/reports/schedules/get',
  branches: ({ vnoId, technicalId }, bind) => [
    {
      from: 'report_schedule s',
      where: [
        's.deleted_at is null',
        ...(vnoId === null ? [] : [`s.vno_id = ${bind(vnoId)}::int`]),
        ...(technicalId === null ? [] : ['false']),
      ],
      fields,
    },
  ],
  join: () => 'join report_schedule s on s.id = k.id left join vno v on v.id = s.vno_id',
  record: () => ({
    id: 's.id',
    version: 's.version',
    created_at: 'wire_time(s.created_at)',
    updated_at: 'wire_time(s.updated_at)',
    created_by: 's.created_by',
    vno_id: 's.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    name: 's.name',
    report: 's.report',
    period: 's.period',
    hour: 's.hour',
    format: 's.format',
    recipients: 'to_json(s.recipients)',
    enabled: 's.enabled',
    next_at: 'wire_time(s.next_at)',
    last_at: 'wire_time(s.last_at)',
    last_file_id: 's.last_file_id',
  }),
  columns: () => ({}),
}
