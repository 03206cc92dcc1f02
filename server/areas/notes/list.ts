import type { Field, ListSource } from '../../db/list-source.ts'

const fields = {
  id: { sql: 'm.id', type: 'bigint' },
  event_id: { sql: 'm.event_id', type: 'bigint' },
  created_at: { sql: 'm.created_at', type: 'timestamptz' },
} satisfies Record<string, Field>

/** Internal notes of one's own operator's interventions; a technician's those of his own. */
export const noteList: ListSource<'admin_vno/notes/get'> = {
  path: 'admin_vno/notes/get',
  branches({ vnoId, technicalId }, bind) {
    const where: string[] = []
    if (vnoId !== null) where.push(`m.vno_id = ${bind(vnoId)}::int`)
    if (technicalId !== null)
      where.push(`m.event_id in (select e.id from event e where e.technical_id = ${bind(technicalId)}::bigint)`)
    return [{ from: 'note m', where, fields }]
  },
  join: () => 'join note m on m.id = k.id join event e on e.id = m.event_id left join file f on f.id = m.file_id',
  record: () => ({
    id: 'm.id',
    version: 'm.version',
    created_at: 'wire_time(m.created_at)',
    updated_at: 'wire_time(m.updated_at)',
    created_by: 'm.created_by',
    event_id: 'm.event_id',
    event: { id: 'e.id', code: 'e.code' },
    text: 'm.text',
    file_id: 'm.file_id',
    file: { id: 'f.id', name: 'f.name', mime: 'f.mime', bytes: 'f.bytes' },
  }),
  columns: () => ({}),
}
