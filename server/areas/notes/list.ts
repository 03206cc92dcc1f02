import { tableList } from '../../kernel/list/table-list.ts'

/** Internal notes of the own operator's interventions; a technician's own only. */
export const noteList = tableList('admin_vno/notes/get', {
  table: 'note m',
  where({ vnoId, technicalId }, bind) {
    const where: string[] = []
    if (vnoId !== null) where.push(`m.vno_id = ${bind(vnoId)}::int`)
    if (technicalId !== null)
      where.push(`m.event_id in (select e.id from event e where e.technical_id = ${bind(technicalId)}::bigint)`)
    return where
  },
  join: 'join event e on e.id = m.event_id left join file f on f.id = m.file_id',
  references: { event: 'e', file: 'f' },
})
export const notesLists = { 'admin_vno/notes/get': noteList }
