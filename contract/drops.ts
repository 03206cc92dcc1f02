import { codeForm } from '@hilo/domain/inventory.ts'
import { connectionType, dropStates, dropTypes } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, download, list } from './call.ts'
import { codeRef, id, nameRef, recordBase, time } from './wire.ts'

const drop = z.strictObject({
  ...recordBase,
  /** `D28-0123456-3`. */
  label: z.string(),
  vno_id: id,
  vno: nameRef,
  access_id: z.nullable(id),
  access: z.nullable(codeRef),
  port_id: z.nullable(id),
  /** `code` is the port's label. */
  port: z.nullable(codeRef),
  cto_id: z.nullable(id),
  cto: z.nullable(codeRef),
  type: z.enum(dropTypes),
  length_m: z.nullable(z.int()),
  connection_type: z.int(),
  fibre_no: z.nullable(z.int()),
  state: z.enum(dropStates),
  installed_event_id: z.nullable(id),
  installed_event: z.nullable(codeRef),
  /** Of the label, from the intervention that laid it; null in a page, read with `id`. */
  photos: z.nullable(z.array(z.strictObject({ file_id: id, taken_at: z.nullable(time) }))),
  /** What became of it, newest first; null in a page, read with `id`. */
  history: z.nullable(
    z.array(
      z.strictObject({
        at: time,
        changes: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })),
        event_id: z.nullable(id),
        actor_type: z.nullable(z.enum(['va', 'te', 'ad'])),
      }),
    ),
  ),
})
export type Drop = z.infer<typeof drop>

const get = list({
  summary: 'Acometidas',
  privilege: 'drop_view',
  scope: 'vno',
  extension: true,
  record: drop,
  filters: {
    id: { kind: 'id' },
    label: { kind: 'code' },
    vno_id: { kind: 'id' },
    access_id: { kind: 'id' },
    port_id: { kind: 'id' },
    type: { kind: 'choice', values: dropTypes },
    state: { kind: 'choice', values: dropStates },
    created_at: { kind: 'time' },
  },
  sorts: ['label', 'id', 'created_at'],
  defaultSort: [['label', 'asc']],
  search: true,
  columns: {
    label: 'code',
    state: 'choice:drop_state',
    type: 'choice:drop_type',
    'access.code': 'code',
    'port.code': 'code',
    'cto.code': 'code',
    length_m: 'integer',
    connection_type: 'status:connection_type',
    fibre_no: 'integer',
    'vno.name': 'text',
    'installed_event.code': 'code',
    id: 'id',
    created_at: 'time',
    updated_at: 'time',
  },
})

const optional = <T extends z.ZodMiniType>(type: T) => z.optional(z.nullable(type))
const code = z.string().check(z.regex(codeForm))
const fields = {
  access_id: optional(id),
  port_id: optional(id),
  length_m: optional(z.int().check(z.minimum(0), z.maximum(5000))),
  fibre_no: optional(z.int().check(z.minimum(1), z.maximum(288))),
  state: z.optional(z.enum(dropStates)),
}
const base = { method: 'POST', scope: 'vno', extension: true, mutates: true } as const

export const drops = {
  'admin_vno/drops/get': get,
  'admin_vno/drops/download': download(get, 'Descarga de acometidas', true),
  'admin_vno/drops/create': call({
    ...base,
    summary: 'Registra una acometida',
    privilege: 'drop_create',
    problems: ['NOT_FOUND', 'LABEL_DUPLICATE', 'PORT_NOT_AVAILABLE'],
    input: z.strictObject({
      ...fields,
      label: code,
      type: z.enum(dropTypes),
      connection_type: z.literal(connectionType.values),
      /** By the neutral operator, where neither access nor port says it. */
      vno_id: z.optional(id),
    }),
    output: z.strictObject({ record: drop }),
  }),
  'admin_vno/drops/edit': call({
    ...base,
    summary: 'Cambia una acometida: su matrícula, su estado o de dónde cuelga',
    privilege: 'drop_edit',
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'LABEL_DUPLICATE', 'PORT_NOT_AVAILABLE', 'DROP_BAD_STATE', 'IN_USE'],
    input: z.strictObject({
      ...fields,
      id,
      version: z.optional(z.int()),
      label: z.optional(code),
      type: z.optional(z.enum(dropTypes)),
      connection_type: z.optional(z.literal(connectionType.values)),
    }),
    output: z.strictObject({ record: drop }),
  }),
}
