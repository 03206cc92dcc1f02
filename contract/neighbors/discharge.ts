import { dischargeStates } from '@hilo/domain/discharge.ts'
import { verdicts } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { time } from '../wire.ts'

/**
 * Public information about a discharge code: no person, operator, customer or port. Every field is null for an unknown
 * code.
 */
const verified = z.strictObject({
  state: z.enum(dischargeStates),
  /** The code in its canonical form, however it was typed. */
  code: z.string(),
  cto_code: z.nullable(z.string()),
  /** When the report became final. */
  closed_at: z.nullable(time),
  verdict: z.nullable(z.enum(verdicts)),
  withdrawn_at: z.nullable(time),
  /** Neighbours without a power reading since the end of the work, by the latest judgement: the code does not vouch for their power. */
  unchecked: z.nullable(z.int()),
  /** Hexadecimal SHA-256 shown on the report, printed and on screen. */
  sha256: z.nullable(z.string()),
})

export const discharge = {
  'public/discharge/verify': call({
    method: 'POST',
    privilege: 'none',
    scope: 'public',
    allowedWhilePending: true,
    extension: true,
    summary: 'Si un código de descarga es válido, está retirado o no existe',
    input: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(64)) }),
    output: z.strictObject({ record: verified }),
    problems: ['RATE_LIMITED'],
  }),
}
