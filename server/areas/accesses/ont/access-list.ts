import { eventType } from '@hilo/domain/status.ts'
import { normalSerial } from '@hilo/domain/ont-serial.ts'
import { openStates } from '../../../kernel/sql/states.ts'
import { among, isAccessCode, prefixed, type Bind, type Viewer } from '../../../kernel/list/list-source.ts'
import { tableList } from '../../../kernel/list/table-list.ts'

/** Accesses of a technician's open interventions: the one named, or the whole box if none is. */
const ofTechnician = (technician: string) => `event o join access q on q.cto_id = o.cto_id and q.vno_id = o.vno_id
    and (q.id = o.access_id or q.port_id = o.port_id or (o.access_id is null and o.port_id is null))
  where o.type = ${eventType.is.createListener} and o.process_state in (${openStates}) and o.technical_id = ${technician}`

/** Conditions on accesses `x` for what a viewer may see. */
export function visible({ vnoId, technicalId }: Viewer, bind: Bind): string[] {
  const where: string[] = []
  if (vnoId !== null) where.push(`x.vno_id = ${bind(vnoId)}::int`)
  if (technicalId !== null) where.push(among('x.id', ofTechnician(`${bind(technicalId)}::bigint`), 'q.id'))
  return where
}

const events = `(select json_agg(json_build_object('id', e.id, 'code', e.code, 'type', e.type, 'process_state', e.process_state,
    'work_kind', e.work_kind, 'created_at', wire_time(e.created_at), 'finished_at', wire_time(e.finished_at)) order by e.created_at desc, e.id desc)
  from (select * from event where access_id = x.id order by created_at desc, id desc limit 10) e)`
const onts = `(select json_agg(json_build_object('serial', h.old_serial, 'model', h.old_model, 'state', h.state, 'reason', h.reason,
    'replaced_by', h.new_serial, 'at', wire_time(h.requested_at)) order by h.requested_at desc, h.id desc)
  from ont_change h where h.access_id = x.id and h.old_serial is not null)`

/** Accesses of the own operator; a technician's only while working on them; all of them for the neutral operator. */
export const accesses = tableList('admin_vno/accesses/get', {
  table: 'access x',
  where: visible,
  search(text, { vnoId }, bind) {
    const mine = vnoId === null ? '' : ` and s.vno_id = ${bind(vnoId)}::int`
    const by = (column: string, typed: string) => ({
      where: [
        among('x.id', `access s where ${prefixed(column, typed, bind)}${mine} order by ${column} limit 200`, 's.id'),
      ],
      fenced: true as const,
    })
    if (isAccessCode(text)) return [by('s.code', text)]
    return [by('s.code', text), by('s.ont_serial', normalSerial(text) || text), by('s.customer_ref', text)]
  },
  join: `join vno v on v.id = x.vno_id join cto c on c.id = x.cto_id join port p on p.id = x.port_id
  left join port_assignment a on a.port_id = x.port_id and a.access_id = x.id and a.ended_at is null
  left join drop_cable d on d.id = a.drop_id`,
  references: { vno: 'v', cto: 'c' },
  record: {
    port: { id: 'p.id', code: 'p.label' },
    port_number: 'p.number',
    port_state: 'p.state',
    ont: {
      serial: 'x.ont_serial',
      model: 'x.ont_model',
      sw: 'x.ont_sw',
      mac: 'x.ont_mac',
      state: `coalesce(a.ont_state, 'unknown')`,
      rx_dbm: 'a.rx_dbm',
      tx_dbm: 'a.tx_dbm',
      olt_rx_dbm: 'a.olt_rx_dbm',
      distance_m: 'a.distance_m',
      read_at: 'wire_time(a.read_at)',
    },
    vlan: `case when x.vlan is not null then json_build_object('s', (x.vlan->>'s')::int, 'c', (x.vlan->>'c')::int) end`,
    drop_id: 'd.id',
    drop: { id: 'd.id', code: 'd.label' },
    events: `coalesce(${events}, '[]')`,
    onts: `coalesce(${onts}, '[]')`,
    created_by: 'null::json',
  },
  detail: ['events', 'onts'],
  columns: { 'product.code': `(x.product->>'code')`, 'ont.read_at': 'a.read_at' },
  keys: { vno_id: { type: 'int' } },
})
