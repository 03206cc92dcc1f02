import * as z from 'zod/mini'
import { call } from './call.ts'
import { empty, id, time } from './wire.ts'

const session = z.strictObject({
  id,
  version: z.int(),
  account_type: z.enum(['va', 'te', 'ad']),
  channel: z.enum(['web', 'android', 'ios']),
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  created_at: time,
  last_seen_at: time,
  expires_at: time,
  /** The session that asks. */
  current: z.boolean(),
})

export const sessions = {
  'admin_vno/sessions/get': call({
    summary: 'Sesiones abiertas de la persona',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    input: empty,
    output: z.strictObject({ records: z.array(session), next_cursor: z.null(), server_time: time }),
  }),
  'admin_vno/sessions/revoke': call({
    summary: 'Cierra una sesión, o todas menos la actual',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    mutates: true,
    /** Without `id`: every other session. */
    input: z.strictObject({ id: z.optional(id) }),
    output: z.strictObject({ result_flag: z.literal([1, 2, 3]), record: z.strictObject({ revoked: z.int() }) }),
    problems: ['NOT_FOUND'],
  }),
}
