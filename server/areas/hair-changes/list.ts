import { among, nameHolds, ownPrefixed, prefixed } from '../../kernel/list/list-source.ts'
import { tableList } from '../../kernel/list/table-list.ts'

/** Whether the abandoned port was found healthy. */
const unfounded = `(select b.unfounded from port_problem b where b.request_id = h.id and b.verified_at is not null order by b.id desc limit 1)`

/** Hair-change requests with their last answer: of the own operator, a technician's own only. */
export const hairChangeList = tableList('admin_vno/hair_changes/get', {
  table: 'hair_change h',
  where: ({ vnoId, technicalId }, bind) => [
    ...(vnoId === null ? [] : [`h.vno_id = ${bind(vnoId)}::int`]),
    ...(technicalId === null ? [] : [`h.technical_id = ${bind(technicalId)}::bigint`]),
  ],
  search(text, viewer, bind) {
    const mine = (alias: string) => (viewer.vnoId === null ? '' : ` and ${alias}.vno_id = ${bind(viewer.vnoId)}::int`)
    const his = () => (viewer.technicalId === null ? '' : ` and q.technical_id = ${bind(viewer.technicalId)}::bigint`)
    const box = /^\d{5}-/.test(text) ? 'b.code' : 'b.label'
    const found = (column: string, from: string, id: string) => ({
      where: [among(column, from, id)],
      fenced: true as const,
    })
    return [
      found(
        'h.id',
        `hair_change q where ${ownPrefixed('code', text, viewer, bind)}${his()} order by q.code limit 1000`,
        'q.id',
      ),
      found(
        'h.event_id',
        `event q where ${ownPrefixed('code', text, viewer, bind)}${his()} order by q.code limit 1000`,
        'q.id',
      ),
      found('h.cto_id', `cto b where ${prefixed(box, text, bind)} order by ${box} limit 200`, 'b.id'),
      found(
        'h.technical_id',
        `technical_account t where ${nameHolds('t.search_name', text, bind)}${mine('t')} limit 50`,
        't.id',
      ),
    ]
  },
  join: `join event e on e.id = h.id join event w on w.id = h.event_id
  join cto c on c.id = h.cto_id join vno v on v.id = h.vno_id join port pf on pf.id = h.port_from_id
  left join port pt on pt.id = h.port_to_id left join port pa on pa.id = h.port_assigned_id
  left join event a on a.id = h.response_id left join contractor n on n.id = h.contractor_id
  left join technical_account t on t.id = h.technical_id left join app_user u on u.id = t.user_id`,
  references: { event: 'w', vno: 'v', contractor: 'n', cto: 'c', response: 'a' },
  record: {
    version: 'e.version',
    type: 'e.type',
    result_flag: 'e.result_flag',
    technical: { id: 't.id', name: 'u.name' },
    port_from: { id: 'pf.id', code: 'pf.label' },
    port_from_number: 'pf.number',
    port_to: { id: 'pt.id', code: 'pt.label' },
    port_to_number: 'pt.number',
    port_assigned: { id: 'pa.id', code: 'pa.label' },
    port_assigned_number: 'pa.number',
    deadline_at: 'e.deadline_at',
    unfounded,
    updated_at: 'e.updated_at',
    created_by: 'e.created_by',
  },
  keys: { vno_id: { type: 'int' } },
})
