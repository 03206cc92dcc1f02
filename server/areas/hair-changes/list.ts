import { among, nameHolds, ownPrefixed, prefixed, type Field, type ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'h.id', type: 'bigint' },
  code: { sql: 'h.code', type: 'text' },
  event_id: { sql: 'h.event_id', type: 'bigint' },
  process_state: { sql: 'h.process_state', type: 'int' },
  vno_id: { sql: 'h.vno_id', type: 'int' },
  technical_id: { sql: 'h.technical_id', type: 'bigint' },
  cto_id: { sql: 'h.cto_id', type: 'bigint' },
  reason: { sql: 'h.reason', type: 'int' },
  decision: { sql: 'h.decision', type: 'text' },
  waiting: { sql: 'h.waiting', type: 'boolean' },
  created_at: { sql: 'h.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** Requests for another port, each with its last answer: of one's own operator, a technician's only his. */
export const hairChangeList: ListSource<'admin_vno/hair_changes/get'> = {
  path: 'admin_vno/hair_changes/get',
  branches(viewer, bind) {
    const where: string[] = []
    if (viewer.vnoId !== null) where.push(`h.vno_id = ${bind(viewer.vnoId)}::int`)
    if (viewer.technicalId !== null) where.push(`h.technical_id = ${bind(viewer.technicalId)}::bigint`)
    return [{ from: 'hair_change h', where, fields }]
  },
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
  join: () => `join hair_change h on h.id = k.id join event e on e.id = h.id join event w on w.id = h.event_id
  join cto c on c.id = h.cto_id join vno v on v.id = h.vno_id join port pf on pf.id = h.port_from_id
  left join port pt on pt.id = h.port_to_id left join port pa on pa.id = h.port_assigned_id
  left join event a on a.id = h.response_id left join contractor n on n.id = h.contractor_id
  left join technical_account t on t.id = h.technical_id left join app_user u on u.id = t.user_id`,
  record: () => ({
    id: 'h.id',
    version: 'e.version',
    code: 'h.code',
    type: 'e.type',
    process_state: 'h.process_state',
    result_flag: 'e.result_flag',
    event_id: 'h.event_id',
    event: { id: 'w.id', code: 'w.code' },
    vno_id: 'h.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    technical_id: 'h.technical_id',
    technical: { id: 't.id', name: 'u.name' },
    contractor_id: 'h.contractor_id',
    contractor: { id: 'n.id', name: 'n.name' },
    cto_id: 'h.cto_id',
    cto: { id: 'c.id', code: 'c.code' },
    port_from_id: 'h.port_from_id',
    port_from: { id: 'pf.id', code: 'pf.label' },
    port_from_number: 'pf.number',
    port_to_id: 'h.port_to_id',
    port_to: { id: 'pt.id', code: 'pt.label' },
    port_to_number: 'pt.number',
    reason: 'h.reason',
    condition_code: 'h.condition_code',
    power_dbm: 'h.power_dbm',
    pictures: 'h.pictures',
    comment: 'h.comment',
    rounds: 'h.rounds',
    asked_at: 'wire_time(h.asked_at)',
    deadline_at: 'wire_time(e.deadline_at)',
    waiting: 'h.waiting',
    sla_at: 'wire_time(h.sla_at)',
    response_id: 'h.response_id',
    response: { id: 'a.id', code: 'a.code' },
    decision: 'h.decision',
    port_assigned_id: 'h.port_assigned_id',
    port_assigned: { id: 'pa.id', code: 'pa.label' },
    port_assigned_number: 'pa.number',
    alternatives: 'h.alternatives',
    deny_code: 'h.deny_code',
    answer_reason: 'h.answer_reason',
    expires_at: 'wire_time(h.expires_at)',
    resolved_by: 'h.resolved_by',
    elapsed_ms: 'h.elapsed_ms',
    answered_at: 'wire_time(h.answered_at)',
    unfounded: `(select b.unfounded from port_problem b where b.request_id = h.id and b.verified_at is not null order by b.id desc limit 1)`,
    created_at: 'wire_time(h.created_at)',
    updated_at: 'wire_time(e.updated_at)',
    created_by: 'e.created_by',
  }),
  columns: () => ({
    code: 'h.code',
    'event.code': 'w.code',
    process_state: 'h.process_state',
    'cto.code': 'c.code',
    port_from_number: 'pf.number',
    port_to_number: 'pt.number',
    reason: 'h.reason',
    condition_code: 'h.condition_code',
    power_dbm: 'h.power_dbm',
    decision: 'h.decision',
    port_assigned_number: 'pa.number',
    deny_code: 'h.deny_code',
    resolved_by: 'h.resolved_by',
    elapsed_ms: 'h.elapsed_ms',
    'technical.name': 'u.name',
    'contractor.name': 'n.name',
    'vno.name': 'v.name',
    comment: 'h.comment',
    answer_reason: 'h.answer_reason',
    created_at: 'h.created_at',
    answered_at: 'h.answered_at',
    id: 'h.id',
  }),
}
