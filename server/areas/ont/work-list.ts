import type { Bind, Field, ListSource, Viewer } from '../../db/list-source.ts'
import { visible } from './access-list.ts'

const fields = {
  id: { sql: 'w.id', type: 'bigint' },
  access_id: { sql: 'w.access_id', type: 'bigint' },
  vno_id: { sql: 'w.vno_id', type: 'int' },
  state: { sql: 'w.state', type: 'text' },
  requested_at: { sql: 'w.requested_at', type: 'timestamptz' },
  /** The row is made when it is asked for. */
  created_at: { sql: 'w.requested_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** Rows of one's own operator; a technician's of the lines that he works on. */
function mine(viewer: Viewer, bind: Bind): string[] {
  const where = viewer.vnoId === null ? [] : [`w.vno_id = ${bind(viewer.vnoId)}::int`]
  if (viewer.technicalId === null) return where
  return [...where, `w.access_id in (select x.id from access x where ${visible(viewer, bind).join(' and ')})`]
}

const joins = (
  table: string,
) => `join ${table} w on w.id = k.id join access x on x.id = w.access_id join vno v on v.id = w.vno_id
  join cto c on c.id = w.cto_id join port p on p.id = w.port_id`
const shared = {
  id: 'w.id',
  version: 'w.version',
  access_id: 'w.access_id',
  access: { id: 'x.id', code: 'x.code' },
  vno_id: 'w.vno_id',
  vno: { id: 'v.id', name: 'v.name' },
  cto_id: 'w.cto_id',
  cto: { id: 'c.id', code: 'c.code' },
  port_id: 'w.port_id',
  port: { id: 'p.id', code: 'p.label' },
  requested_at: 'wire_time(w.requested_at)',
  finished_at: 'wire_time(w.finished_at)',
  error: 'w.error',
  created_at: 'wire_time(w.requested_at)',
  updated_at: 'wire_time(w.updated_at)',
  created_by: 'w.created_by',
}
const columns = {
  'access.code': 'x.code',
  'cto.code': 'c.code',
  'port.code': 'p.label',
  state: 'w.state',
  reason: 'w.reason',
  requested_at: 'w.requested_at',
  finished_at: 'w.finished_at',
  'vno.name': 'v.name',
  id: 'w.id',
}
const cut = `round(extract(epoch from w.cut_to - w.cut_from))::int`
const flag = (failed: string) => `case w.state when 'en_curso' then 3 when '${failed}' then 2 else 1 end`

export const resets: ListSource<'admin_vno/ont/resets/get'> = {
  path: 'admin_vno/ont/resets/get',
  branches: (viewer, bind) => [{ from: 'ont_reset w', where: mine(viewer, bind), fields }],
  join: () => joins('ont_reset'),
  record: () => ({
    ...shared,
    result_flag: flag('fallido'),
    reason: 'w.reason',
    state: 'w.state',
    cut_from: 'wire_time(w.cut_from)',
    cut_to: 'wire_time(w.cut_to)',
    cut_s: cut,
  }),
  columns: () => ({ ...columns, cut_s: cut }),
}

export const changes: ListSource<'admin_vno/ont/deviceModifications/get'> = {
  path: 'admin_vno/ont/deviceModifications/get',
  branches: (viewer, bind) => [{ from: 'ont_change w', where: mine(viewer, bind), fields }],
  join: () => joins('ont_change'),
  record: () => ({
    ...shared,
    result_flag: flag('revertido'),
    old_serial: 'w.old_serial',
    old_model: 'w.old_model',
    new_serial: 'w.new_serial',
    new_model: 'w.new_model',
    reason: 'w.reason',
    old_returned: 'w.old_returned',
    state: 'w.state',
    deadline_at: 'wire_time(w.deadline_at)',
  }),
  columns: () => ({
    ...columns,
    old_serial: 'w.old_serial',
    old_model: 'w.old_model',
    new_serial: 'w.new_serial',
    new_model: 'w.new_model',
  }),
}
