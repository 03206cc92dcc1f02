import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, list } from '../call.ts'
import { code, entity, moment, recordFields, reference, required, shape, status, text } from '../fields.ts'
import { edited, id } from '../wire.ts'

const fields = {
  name: text({ min: 2, max: 60, example: 'Provisión' }),
  /** First characters of the key, to identify it. */
  prefix: code({}),
  /** 2 once revoked or expired. */
  status: status(enabledStatus, { filter: true }),
  role: reference('name', { filter: true }),
  vno: reference('name', { filter: true }),
  expires_at: moment({}),
  last_used_at: moment({ nullable: true }),
  revoked_at: moment({ nullable: true }),
  ...recordFields,
  created_at: moment({ filter: true, sort: true }),
  updated_at: moment({ column: false }),
  /** Networks from which the key may be used; empty: any. */
  addresses: shape(z.array(z.string())),
}
const key = entity(fields)
const apiKey = z.extend(key.record, { role: z.strictObject({ id, key: z.string(), name: z.string() }) })

const get = list({
  ...key,
  record: apiKey,
  summary: 'Claves con las que entran los sistemas del operador',
  privilege: 'adminVNO_view',
  scope: 'vno',
  extension: true,
  defaultSort: [['created_at', 'desc']],
})

export const apiKeys = {
  'admin_vno/apikeys/get': get,
  'admin_vno/apikeys/create': call({
    summary: 'Crea una clave, que se dice una sola vez',
    method: 'POST',
    privilege: 'adminVNO_create',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject({
      ...required(fields, 'name', 'role_id'),
      /** Only accepted from the neutral operator: the key's operator. */
      vno_id: z.optional(id),
      /** A year from now by default; at most five. */
      expires_at: z.optional(z.iso.datetime({ offset: true })),
      addresses: z.optional(z.array(z.string().check(z.maxLength(49))).check(z.maxLength(50))),
    }),
    /** `key` is null when the request is repeated with the same request id. */
    output: z.strictObject({ record: z.extend(apiKey, { key: z.nullable(z.string()) }) }),
    problems: ['NOT_FOUND', 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'PRIVILEGE_DENIED'],
  }),
  'admin_vno/apikeys/delete': call({
    summary: 'Revoca una clave: desde la siguiente petición no vale',
    method: 'POST',
    privilege: 'adminVNO_delete',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject(edited),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: apiKey }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'PRIVILEGE_DENIED'],
  }),
}
