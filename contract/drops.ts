import { accountTypes } from '@hilo/domain/account.ts'
import { codeForm, longestCode } from '@hilo/domain/inventory.ts'
import { connectionType, dropStates, dropTypes } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, download, list } from './call.ts'
import {
  choice,
  code,
  integer,
  moment,
  optional,
  recordFields,
  entity,
  reference,
  required,
  shape,
  status,
} from './fields.ts'
import { edited, id, time } from './wire.ts'

const photo = z.strictObject({ file_id: id, taken_at: z.nullable(time) })
const change = z.strictObject({
  at: time,
  changes: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })),
  event_id: z.nullable(id),
  actor_type: z.nullable(z.enum(accountTypes)),
})
const fields = {
  label: code({
    input: z.string().check(z.maxLength(longestCode), z.regex(codeForm)),
    filter: true,
    sort: true,
    example: 'D28-0123456-3',
  }),
  state: choice('drop_state', dropStates, { filter: true }),
  type: choice('drop_type', dropTypes, { filter: true }),
  access: reference('code', { nullable: true, filter: true }),
  /** `code` is the port's label. */
  port: reference('code', { nullable: true, filter: true }),
  cto: reference('code', { nullable: true }),
  length_m: integer({ min: 0, max: 5000, nullable: true }),
  connection_type: status(connectionType, {}),
  fibre_no: integer({ min: 1, max: 288, nullable: true }),
  vno: reference('name', { filter: true }),
  installed_event: reference('code', { nullable: true }),
  ...recordFields,
  created_at: moment({ filter: true, sort: true }),
  /** Label photos from the intervention that installed it; null in a page, present when read with `id`. */
  photos: shape(z.nullable(z.array(photo))),
  /** History, newest first; null in a page, present when read with `id`. */
  history: shape(z.nullable(z.array(change))),
}
const drop = entity(fields)
export type Drop = z.infer<typeof drop.record>

const get = list({
  ...drop,
  summary: 'Acometidas',
  privilege: 'drop_view',
  scope: 'vno',
  extension: true,
  defaultSort: [['label', 'asc']],
  search: true,
})

const base = { method: 'POST', scope: 'vno', extension: true, mutates: true } as const
const placed = optional(fields, 'access_id', 'port_id', 'length_m', 'fibre_no', 'state')

export const drops = {
  'admin_vno/drops/get': get,
  'admin_vno/drops/download': download(get, 'Descarga de acometidas', true),
  'admin_vno/drops/create': call({
    ...base,
    summary: 'Registra una acometida',
    privilege: 'drop_create',
    problems: ['NOT_FOUND', 'LABEL_DUPLICATE', 'PORT_NOT_AVAILABLE'],
    input: z.strictObject({
      ...placed,
      ...required(fields, 'label', 'type', 'connection_type'),
      /** Neutral operator only: required if neither access nor port determines it. */
      ...optional(fields, 'vno_id'),
    }),
    output: z.strictObject({ record: drop.record }),
  }),
  'admin_vno/drops/edit': call({
    ...base,
    summary: 'Cambia una acometida: su matrícula, su estado o de dónde cuelga',
    privilege: 'drop_edit',
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'LABEL_DUPLICATE', 'PORT_NOT_AVAILABLE', 'DROP_BAD_STATE', 'IN_USE'],
    input: z.strictObject({ ...edited, ...placed, ...optional(fields, 'label', 'type', 'connection_type') }),
    output: z.strictObject({ record: drop.record }),
  }),
}
