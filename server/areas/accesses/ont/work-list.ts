import type { Bind, Viewer } from '../../../kernel/list/list-source.ts'
import { tableList } from '../../../kernel/list/table-list.ts'
import { visible } from './access-list.ts'

/** Rows of the own operator; a technician's only for lines being worked on. */
function mine(viewer: Viewer, bind: Bind): string[] {
  const where = viewer.vnoId === null ? [] : [`w.vno_id = ${bind(viewer.vnoId)}::int`]
  if (viewer.technicalId === null) return where
  return [...where, `w.access_id in (select x.id from access x where ${visible(viewer, bind).join(' and ')})`]
}

const shared = {
  where: mine,
  join: `join access x on x.id = w.access_id join vno v on v.id = w.vno_id
  join cto c on c.id = w.cto_id join port p on p.id = w.port_id`,
  references: { access: 'x', vno: 'v', cto: 'c' },
  keys: { vno_id: { type: 'int' } },
} as const
const sharedRecord = { port: { id: 'p.id', code: 'p.label' }, created_at: 'w.requested_at' }
const flag = (failed: string) => `case w.state when 'en_curso' then 3 when '${failed}' then 2 else 1 end`

export const resets = tableList('admin_vno/ont/resets/get', {
  ...shared,
  table: 'ont_reset w',
  record: {
    ...sharedRecord,
    result_flag: flag('fallido'),
    cut_s: 'round(extract(epoch from w.cut_to - w.cut_from))::int',
  },
})

export const changes = tableList('admin_vno/ont/deviceModifications/get', {
  ...shared,
  table: 'ont_change w',
  record: { ...sharedRecord, result_flag: flag('revertido') },
})
