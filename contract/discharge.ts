import { dischargeStates } from '@hilo/domain/discharge.ts'
import { verdicts } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { time } from './wire.ts'

/** What anybody may know of a code: no person, no operator, no customer, no port. Null everywhere for an unknown code. */
const verified = z.strictObject({
  state: z.enum(dischargeStates),
  /** The code in its own form, however it was typed. */
  code: z.string(),
  cto_code: z.nullable(z.string()),
  /** When the report was frozen. */
  closed_at: z.nullable(time),
  verdict: z.nullable(z.enum(verdicts)),
  withdrawn_at: z.nullable(time),
  /** Hexadecimal SHA-256 that the report carries on paper and on screen. */
  sha256: z.nullable(z.string()),
})

export const discharge = {
  'public/discharge/verify': call({
    method: 'POST',
    privilege: 'none',
    scope: 'public',
    waiting: true,
    extension: true,
    summary: 'Si un código de descarga es válido, está retirado o no existe',
    input: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(64)) }),
    output: z.strictObject({ record: verified }),
    problems: ['RATE_LIMITED'],
  }),
}
