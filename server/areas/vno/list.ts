import { accountStatus } from '@hilo/domain/status.ts'
import { nameHolds, prefixed, type Field, type ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'v.id', type: 'bigint' },
  name: { sql: 'v.search_name', type: 'text', natural: true },
  externalId: { sql: 'v.external_id collate "C"', type: 'text', natural: true },
  status: { sql: 'v.status', type: 'int' },
  created_at: { sql: 'v.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

const accesses = `(select count(*) from access a where a.vno_id = v.id and a.state <> 'baja')`
const ports = '(select count(*) from port_assignment a where a.vno_id = v.id and a.ended_at is null)'
const technicians = `(select count(*) from technical_account a where a.vno_id = v.id and a.status = ${accountStatus.is.active})`
// The states in which domain/event.ts calls an intervention open, and the index's.
const openEvents =
  '(select count(*) from event e where e.vno_id = v.id and e.type = 1 and e.process_state in (2, 4, 6, 8, 9, 10))'
const sla = ['install_days', 'repair_hours', 'neighbour_restore_minutes'] as const

/** Operators: for one of them, itself. */
export const operators: ListSource<'admin_vno/vno/get'> = {
  path: 'admin_vno/vno/get',
  branches(viewer, bind) {
    const own = viewer.vnoId === null ? [] : [`v.id = ${bind(viewer.vnoId)}::int`]
    return [{ from: 'vno v', where: ['v.deleted_at is null', ...own], fields }]
  },
  search: (text, _viewer, bind) => [
    { where: [nameHolds('v.search_name', text, bind)] },
    { where: [prefixed('v.external_id collate "C"', text, bind)] },
  ],
  join: () => 'join vno v on v.id = k.id',
  record: () => ({
    id: 'v.id',
    version: 'v.version',
    name: 'v.name',
    description: 'v.description',
    externalId: 'v.external_id',
    tax_id: 'v.tax_id',
    status: { id: 'v.status', comments: 'v.status_comments' },
    contact: {
      noc_phone: `v.contact ->> 'noc_phone'`,
      noc_email: `v.contact ->> 'noc_email'`,
      webhook_url: `v.contact ->> 'webhook_url'`,
      webhook_secret_set: `coalesce((v.contact ->> 'webhook_secret_set')::boolean, false)`,
    },
    color: 'v.color',
    logo_file_id: 'v.logo_file_id',
    sla: `json_build_object(${sla.map((name) => `'${name}', (v.sla ->> '${name}')::int`).join(', ')})`,
    counts: {
      accesses,
      ports_assigned: ports,
      technicians,
      open_events: openEvents,
    },
    created_at: 'wire_time(v.created_at)',
    updated_at: 'wire_time(v.updated_at)',
    created_by: 'v.created_by',
  }),
  columns: () => ({
    externalId: 'v.external_id',
    name: 'v.name',
    description: 'v.description',
    tax_id: 'v.tax_id',
    'status.id': 'v.status',
    'status.comments': 'v.status_comments',
    'contact.noc_phone': `(v.contact ->> 'noc_phone')`,
    'contact.noc_email': `(v.contact ->> 'noc_email')`,
    'sla.install_days': `(v.sla ->> 'install_days')::int`,
    'sla.repair_hours': `(v.sla ->> 'repair_hours')::int`,
    'sla.neighbour_restore_minutes': `(v.sla ->> 'neighbour_restore_minutes')::int`,
    'counts.accesses': accesses,
    'counts.ports_assigned': ports,
    'counts.technicians': technicians,
    'counts.open_events': openEvents,
    created_at: 'v.created_at',
    updated_at: 'v.updated_at',
    id: 'v.id',
  }),
}
