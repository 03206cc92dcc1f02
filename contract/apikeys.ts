import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { id, nameRef, oneLine, recordBase, time, version } from './wire.ts'

const key = {
  ...recordBase,
  name: z.string(),
  /** Its first letters, to tell it from others. */
  prefix: z.string(),
  /** 2 once it is revoked or has expired. */
  status: z.literal(enabledStatus.values),
  vno_id: id,
  vno: nameRef,
  role_id: id,
  role: z.strictObject({ id, key: z.string(), name: z.string() }),
  /** From where it may be used, as networks; none named: from anywhere. */
  addresses: z.array(z.string()),
  expires_at: time,
  last_used_at: z.nullable(time),
  revoked_at: z.nullable(time),
}
const apiKey = z.strictObject(key)

const get = list({
  summary: 'Claves con las que entran los sistemas del operador',
  privilege: 'adminVNO_view',
  scope: 'vno',
  extension: true,
  record: apiKey,
  filters: {
    id: { kind: 'id' },
    vno_id: { kind: 'id' },
    role_id: { kind: 'id' },
    status: { kind: 'status', values: enabledStatus.values },
    created_at: { kind: 'time' },
  },
  sorts: ['created_at', 'id'],
  defaultSort: [['created_at', 'desc']],
  columns: {
    name: 'text',
    prefix: 'code',
    status: 'status:enabled',
    'role.name': 'text',
    'vno.name': 'text',
    expires_at: 'time',
    last_used_at: 'time',
    revoked_at: 'time',
    created_at: 'time',
    id: 'id',
  },
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
      name: z.string().check(oneLine, z.minLength(2), z.maxLength(60)),
      role_id: id,
      /** Of the neutral operator alone: whose key it is. */
      vno_id: z.optional(id),
      /** A year from now unless told; five at most. */
      expires_at: z.optional(z.iso.datetime({ offset: true })),
      addresses: z.optional(z.array(z.string().check(z.maxLength(49))).check(z.maxLength(50))),
    }),
    /** `key` is null for whoever repeats the request. */
    output: z.strictObject({ record: z.strictObject({ ...key, key: z.nullable(z.string()) }) }),
    problems: ['NOT_FOUND', 'ALREADY_EXISTS', 'PRIVILEGE_ESCALATION', 'PRIVILEGE_DENIED'],
  }),
  'admin_vno/apikeys/delete': call({
    summary: 'Revoca una clave: desde la siguiente petición no vale',
    method: 'POST',
    privilege: 'adminVNO_delete',
    scope: 'vno',
    extension: true,
    mutates: true,
    input: z.strictObject({ id, version: z.optional(version) }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: apiKey }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'PRIVILEGE_DENIED'],
  }),
}
