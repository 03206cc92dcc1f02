import { normalSerial } from '@hilo/domain/ont-serial.ts'
import {
  among,
  isAccessCode,
  prefixed,
  type Bind,
  type Field,
  type ListSource,
  type Viewer,
} from '../../db/list-source.ts'

const fields = {
  id: { sql: 'x.id', type: 'bigint' },
  code: { sql: 'x.code', type: 'text' },
  vno_id: { sql: 'x.vno_id', type: 'int' },
  cto_id: { sql: 'x.cto_id', type: 'bigint' },
  port_id: { sql: 'x.port_id', type: 'bigint' },
  state: { sql: 'x.state', type: 'text' },
  customer_ref: { sql: 'x.customer_ref', type: 'text' },
  created_at: { sql: 'x.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** States in which an intervention lets its technician look at a line. */
const open = '2, 4, 6, 8, 9, 10'

/** The accesses that a technician's open interventions are about: the one named, or the whole box where none is. */
const ofTechnician = (technician: string) => `event o join access q on q.cto_id = o.cto_id and q.vno_id = o.vno_id
    and (q.id = o.access_id or q.port_id = o.port_id or (o.access_id is null and o.port_id is null))
  where o.type = 1 and o.process_state in (${open}) and o.technical_id = ${technician}`

/** What of the accesses, as `x`, a viewer may look at. */
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

/** Customers' lines of one's own operator; a technician's while he works on them; every operator's for the neutral one. */
export const accesses: ListSource<'admin_vno/accesses/get'> = {
  path: 'admin_vno/accesses/get',
  branches: (viewer, bind) => [{ from: 'access x', where: visible(viewer, bind), fields }],
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
  table: 'access x',
  join: () => `join vno v on v.id = x.vno_id join cto c on c.id = x.cto_id join port p on p.id = x.port_id
  left join port_assignment a on a.port_id = x.port_id and a.access_id = x.id and a.ended_at is null
  left join drop_cable d on d.id = a.drop_id`,
  record: () => ({
    id: 'x.id',
    version: 'x.version',
    code: 'x.code',
    vno_id: 'x.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    cto_id: 'x.cto_id',
    cto: { id: 'c.id', code: 'c.code' },
    port_id: 'x.port_id',
    port: { id: 'p.id', code: 'p.label' },
    port_number: 'p.number',
    port_state: 'p.state',
    home: 'x.home',
    product: 'x.product',
    state: 'x.state',
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
    activated_at: 'wire_time(x.activated_at)',
    ceased_at: 'wire_time(x.ceased_at)',
    customer_ref: 'x.customer_ref',
    events: `coalesce(${events}, '[]')`,
    onts: `coalesce(${onts}, '[]')`,
    created_at: 'wire_time(x.created_at)',
    updated_at: 'wire_time(x.updated_at)',
    created_by: 'null::json',
  }),
  detail: ['events', 'onts'],
  columns: () => ({
    code: 'x.code',
    state: 'x.state',
    customer_ref: 'x.customer_ref',
    'cto.code': 'c.code',
    port_number: 'p.number',
    'port.code': 'p.label',
    'product.code': `(x.product->>'code')`,
    'ont.serial': 'x.ont_serial',
    'ont.model': 'x.ont_model',
    'ont.state': `coalesce(a.ont_state, 'unknown')`,
    'ont.rx_dbm': 'a.rx_dbm',
    'ont.olt_rx_dbm': 'a.olt_rx_dbm',
    'ont.distance_m': 'a.distance_m',
    'ont.read_at': 'a.read_at',
    'drop.code': 'd.label',
    'vno.name': 'v.name',
    activated_at: 'x.activated_at',
    ceased_at: 'x.ceased_at',
    id: 'x.id',
    created_at: 'x.created_at',
    updated_at: 'x.updated_at',
  }),
}
