import { accountStatus, eventType } from '@hilo/domain/status.ts'
import { openStates } from '../../../kernel/sql/states.ts'
import { nameHolds, prefixed } from '../../../kernel/list/list-source.ts'
import { tableList } from '../../../kernel/list/table-list.ts'

const accesses = `(select count(*) from access a where a.vno_id = v.id and a.state <> 'baja')`
const ports = '(select count(*) from port_assignment a where a.vno_id = v.id and a.ended_at is null)'
const technicians = `(select count(*) from technical_account a where a.vno_id = v.id and a.status = ${accountStatus.is.active})`
// Open states by domain/event.ts, worded as the index.
const openEvents = `(select count(*) from event e where e.vno_id = v.id and e.type = ${eventType.is.createListener} and e.process_state in (${openStates}))`
const sla = ['install_days', 'repair_hours', 'neighbour_restore_minutes'] as const
const slaSql = (name: (typeof sla)[number]) => `(v.sla ->> '${name}')::int`

/** Operators; an operator sees itself only. */
export const operators = tableList('admin_vno/vno/get', {
  table: 'vno v',
  where: ({ vnoId }, bind) => ['v.deleted_at is null', ...(vnoId === null ? [] : [`v.id = ${bind(vnoId)}::int`])],
  search: (text, _viewer, bind) => [
    { where: [nameHolds('v.search_name', text, bind)] },
    { where: [prefixed('v.external_id collate "C"', text, bind)] },
  ],
  record: {
    externalId: 'v.external_id',
    status: { id: 'v.status', comments: 'v.status_comments' },
    contact: {
      noc_phone: `(v.contact ->> 'noc_phone')`,
      noc_email: `(v.contact ->> 'noc_email')`,
      webhook_url: `v.contact ->> 'webhook_url'`,
      webhook_secret_set: `coalesce((v.contact ->> 'webhook_secret_set')::boolean, false)`,
    },
    sla: `json_build_object(${sla.map((name) => `'${name}', ${slaSql(name)}`).join(', ')})`,
    counts: { accesses, ports_assigned: ports, technicians, open_events: openEvents },
  },
  columns: {
    'sla.install_days': slaSql('install_days'),
    'sla.repair_hours': slaSql('repair_hours'),
    'sla.neighbour_restore_minutes': slaSql('neighbour_restore_minutes'),
  },
  keys: {
    name: { sql: 'v.search_name', natural: true },
    externalId: { sql: 'v.external_id collate "C"', natural: true },
    status: { sql: 'v.status' },
  },
})
