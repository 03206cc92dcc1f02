import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { moment, recordFields, entity, reference, required, shape, text } from './fields.ts'
import { id } from './wire.ts'

const fields = {
  event: reference('code', { filter: true, column: false }),
  text: text({ min: 1, max: 4000, lines: true, column: false }),
  file_id: shape(z.nullable(id)),
  file: shape(z.nullable(z.strictObject({ id, name: z.string(), mime: z.string(), bytes: z.int() }))),
  ...recordFields,
  created_at: moment({ filter: true, sort: true }),
}
const note = entity(fields)

export const notes = {
  'admin_vno/notes/get': list({
    ...note,
    summary: 'Notas internas de las intervenciones',
    privilege: 'event_view',
    scope: 'vno',
    extension: true,
    defaultSort: [['created_at', 'desc']],
    columns: {},
  }),
  'admin_vno/notes/create': call({
    method: 'POST',
    privilege: ['event_edit', 'event_create'],
    scope: 'vno',
    summary: 'Añade una nota interna a una intervención, con un archivo o sin él',
    extension: true,
    mutates: true,
    problems: ['NOT_FOUND', 'EVIDENCE_REJECTED', 'STORAGE_FULL'],
    files: { file: { maxBytes: 10 << 20, optional: true } },
    input: z.strictObject(required(fields, 'event_id', 'text')),
    output: z.strictObject({ record: note.record }),
  }),
}
