import { labelKind } from '@hilo/domain/status.ts'
import { among, isAccessCode, prefixed } from '../../kernel/list/list-source.ts'
import { tableList } from '../../kernel/list/table-list.ts'

const photos = `(select coalesce(json_agg(json_build_object('file_id', s.file_id, 'taken_at', wire_time(s.taken_at)) order by s.id), '[]')
    from picture s where s.event_id = d.installed_event_id and s.label_kind = ${labelKind.is.dropLabel})`
const history = `(select coalesce(json_agg(json_build_object('at', wire_time(h.at), 'changes', h.changes, 'event_id', h.event_id,
    'actor_type', h.actor_type) order by h.at desc, h.id desc), '[]') from drop_history h where h.drop_id = d.id)`

/** Drops of an operator; all for the neutral one. */
export const drops = tableList('admin_vno/drops/get', {
  table: 'drop_cable d',
  search(text, { vnoId }, bind) {
    if (!isAccessCode(text)) return [{ where: [prefixed('d.label', text, bind)] }]
    const mine = vnoId === null ? '' : ` and s.vno_id = ${bind(vnoId)}::int`
    const found = `access s where ${prefixed('s.code', text, bind)}${mine} order by s.code limit 200`
    return [{ where: [among('d.access_id', found, 's.id')], fenced: true }]
  },
  join: `join vno v on v.id = d.vno_id left join access x on x.id = d.access_id
  left join port p on p.id = d.port_id left join cto c on c.id = p.cto_id left join event e on e.id = d.installed_event_id`,
  references: { vno: 'v', access: 'x', cto: 'c', installed_event: 'e' },
  record: {
    port: { id: 'p.id', code: 'p.label' },
    cto_id: 'c.id',
    // Null if the session may not see the intervention.
    installed_event_id: 'e.id',
    photos,
    history,
  },
  keys: { label: { natural: true }, vno_id: { type: 'int' } },
  detail: ['photos', 'history'],
})
export const dropsLists = {
  'admin_vno/drops/get': drops,
}
