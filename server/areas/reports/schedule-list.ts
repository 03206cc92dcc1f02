import { tableList } from '../../kernel/list/table-list.ts'

/** Schedules of the own operator; the neutral one sees all and edits its own. */
export const scheduleList = tableList('admin_vno/reports/schedules/get', {
  table: 'report_schedule s',
  where: ({ vnoId, technicalId }, bind) => [
    's.deleted_at is null',
    ...(vnoId === null ? [] : [`s.vno_id = ${bind(vnoId)}::int`]),
    ...(technicalId === null ? [] : ['false']),
  ],
  join: 'left join vno v on v.id = s.vno_id',
  references: { vno: 'v' },
  record: { recipients: 'to_json(s.recipients)' },
})
