import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { codeRef, id, recordBase } from './wire.ts'

const note = z.strictObject({
  ...recordBase,
  event_id: id,
  event: codeRef,
  text: z.string(),
  file_id: z.nullable(id),
  file: z.nullable(z.strictObject({ id, name: z.string(), mime: z.string(), bytes: z.int() })),
})
export type Note = z.infer<typeof note>

export const notes = {
  'admin_vno/notes/get': list({
    summary: 'Notas internas de las intervenciones',
    privilege: 'event_view',
    scope: 'vno',
    extension: true,
    record: note,
    filters: { id: { kind: 'id' }, event_id: { kind: 'id' }, created_at: { kind: 'time' } },
    sorts: ['created_at', 'id'],
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
    input: z.strictObject({
      event_id: id,
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
    }),
    output: z.strictObject({ record: note }),
  }),
}
