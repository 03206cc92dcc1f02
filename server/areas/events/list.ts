import { eventType } from '@hilo/domain/status.ts'
import {
  among,
  isAccessCode,
  nameHolds,
  ownPrefixed,
  prefixed,
  type Field,
  type ListSource,
  type SearchAlternative,
} from '../../db/list-source.ts'

const fields = {
  id: { sql: 'e.id', type: 'bigint' },
  code: { sql: 'e.code', type: 'text' },
  type: { sql: 'e.type', type: 'int' },
  parent_id: { sql: 'e.parent_id', type: 'bigint' },
  process_state: { sql: 'e.process_state', type: 'int' },
  result_flag: { sql: 'e.result_flag', type: 'int' },
  origin: { sql: 'e.origin', type: 'int' },
  vno_id: { sql: 'e.vno_id', type: 'bigint' },
  technical_id: { sql: 'e.technical_id', type: 'bigint' },
  contractor_id: { sql: 'e.contractor_id', type: 'bigint' },
  cto_id: { sql: 'e.cto_id', type: 'bigint' },
  port_id: { sql: 'e.port_id', type: 'bigint' },
  access_id: { sql: 'e.access_id', type: 'bigint' },
  service_order_id: { sql: 'e.service_order_id', type: 'bigint' },
  work_kind: { sql: 'e.work_kind', type: 'text' },
  verdict: { sql: 'e.verdict', type: 'text' },
  created_at: { sql: 'e.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** None of them has a verdict: it would be looked for among those of all interventions. */
const requests = { ...fields, verdict: { sql: 'null::text', type: 'text' } } satisfies typeof fields

/** Interventions and their requests: rows of one's own operator, a technician's only his. */
export const events: ListSource<'admin_vno/events/get'> = {
  path: 'admin_vno/events/get',
  branches(viewer, bind) {
    const where: string[] = []
    if (viewer.vnoId !== null) where.push(`e.vno_id = ${bind(viewer.vnoId)}::int`)
    if (viewer.technicalId !== null) where.push(`e.technical_id = ${bind(viewer.technicalId)}::bigint`)
    if (viewer.eventTypes !== null) where.push(`e.type = any(${bind([...viewer.eventTypes])}::int[])`)
    const interventions = viewer.eventTypes?.includes(eventType.is.createListener) ?? true
    return [{ from: 'event e', where, fields: interventions ? fields : requests }]
  },
  search(text, viewer, bind) {
    const mine = (alias: string) => (viewer.vnoId === null ? '' : ` and ${alias}.vno_id = ${bind(viewer.vnoId)}::int`)
    const his = () => (viewer.technicalId === null ? '' : ` and q.technical_id = ${bind(viewer.technicalId)}::bigint`)
    const code = /^\d{5}-/.test(text) ? 'b.code' : 'b.label'
    const found = (column: string, from: string, id: string): SearchAlternative => ({
      where: [among(column, from, id)],
      fenced: true,
    })
    const byAccess = () =>
      found(
        'e.access_id',
        `access s where ${prefixed('s.code', text, bind)}${mine('s')} order by s.code limit 200`,
        's.id',
      )
    if (isAccessCode(text)) return [byAccess()]
    return [
      found(
        'e.id',
        `event q where ${ownPrefixed('code', text, viewer, bind)}${his()} order by q.code limit 1000`,
        'q.id',
      ),
      found('e.cto_id', `cto b where ${prefixed(code, text, bind)} order by ${code} limit 200`, 'b.id'),
      byAccess(),
      found(
        'e.technical_id',
        `technical_account t where ${nameHolds('t.search_name', text, bind)}${mine('t')} limit 50`,
        't.id',
      ),
    ]
  },
  table: 'event e',
  join: () => `join cto c on c.id = e.cto_id join vno v on v.id = e.vno_id
  left join port p on p.id = e.port_id left join access x on x.id = e.access_id
  left join service_order o on o.id = e.service_order_id left join contractor n on n.id = e.contractor_id
  left join technical_account t on t.id = e.technical_id left join app_user u on u.id = t.user_id
  left join event parent on parent.id = e.parent_id`,
  record: () => ({
    id: 'e.id',
    version: 'e.version',
    code: 'e.code',
    type: 'e.type',
    parent_id: 'e.parent_id',
    parent: { id: 'parent.id', code: 'parent.code' },
    process_state: 'e.process_state',
    result_flag: 'e.result_flag',
    vno_id: 'e.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    technical_id: 'e.technical_id',
    technical: { id: 't.id', name: 'u.name' },
    contractor_id: 'e.contractor_id',
    contractor: { id: 'n.id', name: 'n.name' },
    origin: 'e.origin',
    channel: 'e.channel',
    cto_id: 'e.cto_id',
    cto: { id: 'c.id', code: 'c.code' },
    port_id: 'e.port_id',
    port: { id: 'p.id', code: 'p.label' },
    port_number: 'p.number',
    access_id: 'e.access_id',
    access: { id: 'x.id', code: 'x.code' },
    service_order_id: 'e.service_order_id',
    service_order: { id: 'o.id', code: 'o.code' },
    work_kind: 'e.work_kind',
    cev_version: 'e.cev_version',
    listener: 'e.listener',
    current_step: 'e.current_step',
    steps: 'e.steps',
    power_dbm: 'e.power_dbm',
    neighbours: {
      before_snapshot_id: 'e.before_snapshot_id',
      after_snapshot_id: 'e.after_snapshot_id',
      verdict: 'e.verdict',
      harmed_count: 'e.harmed_count',
      items: 'e.neighbour_items',
      alarms: 'e.alarms',
    },
    attempts: 'e.attempts',
    resume_state: 'e.resume_state',
    error: 'e.error',
    deadline_at: 'wire_time(e.deadline_at)',
    started_at: 'wire_time(e.started_at)',
    finished_at: 'wire_time(e.finished_at)',
    duration_s: `extract(epoch from e.finished_at - e.started_at)::int`,
    position_start: 'e.position_start',
    position_end: 'e.position_end',
    device: 'e.device',
    offline_ms: 'e.offline_ms',
    override: 'e.override',
    override_request: 'e.override_request',
    degraded: 'e.degraded',
    created_at: 'wire_time(e.created_at)',
    updated_at: 'wire_time(e.updated_at)',
    created_by: 'e.created_by',
  }),
  detail: ['steps'],
  columns: () => ({
    code: 'e.code',
    type: 'e.type',
    process_state: 'e.process_state',
    work_kind: 'e.work_kind',
    'cto.code': 'c.code',
    port_number: 'p.number',
    'technical.name': 'u.name',
    'contractor.name': 'n.name',
    'access.code': 'x.code',
    'service_order.code': 'o.code',
    power_dbm: 'e.power_dbm',
    'neighbours.verdict': 'e.verdict',
    'neighbours.harmed_count': 'e.harmed_count',
    created_at: 'e.created_at',
    started_at: 'e.started_at',
    finished_at: 'e.finished_at',
    duration_s: `extract(epoch from e.finished_at - e.started_at)::int`,
    origin: 'e.origin',
    'vno.name': 'v.name',
    id: 'e.id',
    updated_at: 'e.updated_at',
  }),
}
