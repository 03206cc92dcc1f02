import { prefixed, isAccessCode, among, type Field, type ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'd.id', type: 'bigint' },
  label: { sql: 'd.label', type: 'text', natural: true },
  vno_id: { sql: 'd.vno_id', type: 'int' },
  access_id: { sql: 'd.access_id', type: 'bigint' },
  port_id: { sql: 'd.port_id', type: 'bigint' },
  type: { sql: 'd.type', type: 'text' },
  state: { sql: 'd.state', type: 'text' },
  created_at: { sql: 'd.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

const photos = `(select coalesce(json_agg(json_build_object('file_id', s.file_id, 'taken_at', wire_time(s.taken_at)) order by s.id), '[]')
    from picture s where s.event_id = d.installed_event_id and s.label_kind = 3)`
const history = `(select coalesce(json_agg(json_build_object('at', wire_time(h.at), 'changes', h.changes, 'event_id', h.event_id,
    'actor_type', h.actor_type) order by h.at desc, h.id desc), '[]') from drop_history h where h.drop_id = d.id)`

/** Drops of an operator; the neutral one sees everybody's. */
export const drops: ListSource<'admin_vno/drops/get'> = {
  path: 'admin_vno/drops/get',
  branches: ({ vnoId }, bind) => [
    { from: 'drop_cable d', where: vnoId === null ? [] : [`d.vno_id = ${bind(vnoId)}::int`], fields },
  ],
  search(text, { vnoId }, bind) {
    if (!isAccessCode(text)) return [{ where: [prefixed('d.label', text, bind)] }]
    const mine = vnoId === null ? '' : ` and s.vno_id = ${bind(vnoId)}::int`
    const found = `access s where ${prefixed('s.code', text, bind)}${mine} order by s.code limit 200`
    return [{ where: [among('d.access_id', found, 's.id')], fenced: true }]
  },
  table: 'drop_cable d',
  join: () => `join vno v on v.id = d.vno_id left join access x on x.id = d.access_id
  left join port p on p.id = d.port_id left join cto c on c.id = p.cto_id left join event e on e.id = d.installed_event_id`,
  record: () => ({
    id: 'd.id',
    version: 'd.version',
    label: 'd.label',
    vno_id: 'd.vno_id',
    vno: { id: 'v.id', name: 'v.name' },
    access_id: 'd.access_id',
    access: { id: 'x.id', code: 'x.code' },
    port_id: 'd.port_id',
    port: { id: 'p.id', code: 'p.label' },
    cto_id: 'c.id',
    cto: { id: 'c.id', code: 'c.code' },
    type: 'd.type',
    length_m: 'd.length_m',
    connection_type: 'd.connection_type',
    fibre_no: 'd.fibre_no',
    state: 'd.state',
    // Null where the session does not see the intervention.
    installed_event_id: 'e.id',
    installed_event: { id: 'e.id', code: 'e.code' },
    photos,
    history,
    created_at: 'wire_time(d.created_at)',
    updated_at: 'wire_time(d.updated_at)',
    created_by: 'd.created_by',
  }),
  detail: ['photos', 'history'],
  columns: () => ({
    label: 'd.label',
    state: 'd.state',
    type: 'd.type',
    'access.code': 'x.code',
    'port.code': 'p.label',
    'cto.code': 'c.code',
    length_m: 'd.length_m',
    connection_type: 'd.connection_type',
    fibre_no: 'd.fibre_no',
    'vno.name': 'v.name',
    'installed_event.code': 'e.code',
    id: 'd.id',
    created_at: 'd.created_at',
    updated_at: 'd.updated_at',
  }),
}
