import { resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { port } from './ports.ts'
import { id, power, version } from '../wire.ts'

export const portActions = {
  'admin_vno/ports/verify': call({
    summary: 'El operador neutro dice qué tiene un puerto en revisión o averiado',
    method: 'POST',
    privilege: 'port_edit',
    scope: 'network',
    extension: true,
    mutates: true,
    input: z.strictObject({
      port_id: id,
      version: z.optional(version),
      outcome: z.enum(['healthy', 'damaged', 'repaired']),
      reason: z.string().check(z.trim(), z.minLength(5), z.maxLength(1000)),
      /** Measured at the port after a repair, dBm. */
      power_dbm: z.optional(power),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: port }),
    problems: ['NOT_FOUND', 'PORT_BAD_STATE', 'VERSION_CONFLICT', 'POWER_OUT_OF_RANGE', 'IN_USE', 'PRIVILEGE_DENIED'],
  }),
}
