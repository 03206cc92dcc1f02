import { eventType } from '@hilo/domain/status.ts'
import { tableList } from '../../../kernel/list/table-list.ts'

const requestedDate = `to_char(u.requested_date, 'YYYY-MM-DD')`

/** Events of type 7 of the own operator, with their request. A technician has none. */
export const unsubscriptionList = tableList('admin_vno/unsubscriptions/get', {
  table: 'event e',
  where: ({ vnoId, technicalId }, bind) => [
    `e.type = ${eventType.is.unsubscription}`,
    ...(vnoId === null ? [] : [`e.vno_id = ${bind(vnoId)}::int`]),
    ...(technicalId === null ? [] : [`e.technical_id = ${bind(technicalId)}::bigint`]),
  ],
  join: `join cto c on c.id = e.cto_id join vno v on v.id = e.vno_id
  left join port p on p.id = e.port_id left join access x on x.id = e.access_id left join unsubscription u on u.event_id = e.id`,
  references: { vno: 'v', access: 'x', cto: 'c' },
  record: {
    access_state: 'x.state',
    port: { id: 'p.id', code: 'p.label' },
    requested_date: requestedDate,
    reason: 'u.reason',
    retire_drop: 'u.retire_drop',
    light_at: 'u.light_at',
  },
  keys: { vno_id: { type: 'int' } },
})
