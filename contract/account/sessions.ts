import { resultFlag } from '@hilo/domain/status.ts'
import { platforms } from '@hilo/domain/device.ts'
import { accountTypes } from '@hilo/domain/account.ts'
import * as z from 'zod/mini'
import { call, shortList } from '../call.ts'
import { id, time } from '../wire.ts'

const session = z.strictObject({
  id,
  version: z.int(),
  account_type: z.enum(accountTypes),
  channel: z.enum(platforms),
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  created_at: time,
  last_seen_at: time,
  expires_at: time,
  /** The requesting session. */
  current: z.boolean(),
})

export const sessions = {
  'admin_vno/sessions/get': shortList({
    summary: 'Sesiones abiertas de la persona, o de un técnico',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    /** `technical_id` requires the privilege to see technicians' sessions. */
    by: { technical_id: z.optional(id) },
    record: session,
    problems: ['NOT_FOUND'],
  }),
  'admin_vno/sessions/revoke': call({
    summary: 'Cierra una sesión, o todas menos la actual; las de un técnico, quien las administra',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    extension: true,
    mutates: true,
    /** Without `id`: every other session, or all of the technician's. */
    input: z.strictObject({ id: z.optional(id), technical_id: z.optional(id) }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: z.strictObject({ revoked: z.int() }) }),
    problems: ['NOT_FOUND'],
  }),
}
