import { eventType } from '@hilo/domain/status.ts'
import {
  among,
  isAccessCode,
  nameHolds,
  ownPrefixed,
  prefixed,
  type ListSource,
  type SearchAlternative,
} from '../../kernel/list/list-source.ts'
import { tableList } from '../../kernel/list/table-list.ts'

const byTable = tableList('admin_vno/events/get', {
  table: 'event e',
  where: ({ vnoId, technicalId, eventTypes }, bind) => [
    ...(vnoId === null ? [] : [`e.vno_id = ${bind(vnoId)}::int`]),
    ...(technicalId === null ? [] : [`e.technical_id = ${bind(technicalId)}::bigint`]),
    ...(eventTypes === null ? [] : [`e.type = any(${bind([...eventTypes])}::int[])`]),
  ],
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
  join: `join cto c on c.id = e.cto_id join vno v on v.id = e.vno_id
  left join port p on p.id = e.port_id left join access x on x.id = e.access_id
  left join service_order o on o.id = e.service_order_id left join contractor n on n.id = e.contractor_id
  left join technical_account t on t.id = e.technical_id left join app_user u on u.id = t.user_id
  left join event parent on parent.id = e.parent_id`,
  references: { parent: 'parent', vno: 'v', contractor: 'n', cto: 'c', access: 'x', service_order: 'o' },
  record: {
    technical: { id: 't.id', name: 'u.name' },
    port: { id: 'p.id', code: 'p.label' },
    port_number: 'p.number',
    neighbours: {
      before_snapshot_id: 'e.before_snapshot_id',
      after_snapshot_id: 'e.after_snapshot_id',
      verdict: 'e.verdict',
      harmed_count: 'e.harmed_count',
      items: 'e.neighbour_items',
      alarms: 'e.alarms',
    },
    duration_s: 'extract(epoch from e.finished_at - e.started_at)::int',
  },
  columns: { 'error.text': `e.error ->> 'text'` },
  detail: ['steps'],
  keys: { verdict: { sql: 'e.verdict' } },
})

/** Interventions and their requests: rows of the own operator, a technician's own only. */
export const events: ListSource<'admin_vno/events/get'> = {
  ...byTable,
  running: {
    duration_s: `case when e.finished_at is null then extract(epoch from app_now() - e.started_at)::int end`,
  },
  branches: (viewer, bind, query) => {
    const interventions = viewer.eventTypes?.includes(eventType.is.createListener) ?? true
    // Requests have no verdict; a constant avoids the lookup.
    const verdict = { sql: 'null::text', type: 'text' } as const
    return byTable
      .branches(viewer, bind, query)
      .map((branch) => (interventions ? branch : { ...branch, fields: { ...branch.fields, verdict } }))
  },
}
