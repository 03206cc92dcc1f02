import * as z from 'zod/mini'
import { password } from './account-entry.ts'
import { call, shortList } from './call.ts'
import { id, recordBase, time, version } from './wire.ts'

const passkey = z.strictObject({
  ...recordBase,
  name: z.string(),
  /** Kept by its maker on several devices of the person. */
  synced: z.boolean(),
  last_used_at: z.nullable(time),
})
export type Passkey = z.infer<typeof passkey>

const own = { method: 'POST', privilege: 'any', scope: 'self', waiting: true, extension: true } as const

/** Passkeys of one's own account. They are made while signing in, at the issuer: see docs/operations.md. */
export const passkeyCalls = {
  'account/passkeys/get': shortList({
    ...own,
    summary: 'Las llaves de acceso de la propia cuenta',
    by: {},
    record: passkey,
    beside: {
      /** False if passkeys are not supported: a foreign issuer, or a PUBLIC_URL that WebAuthn does not accept. */
      available: z.boolean(),
      /** The neutral operator demands one of this account. */
      required: z.boolean(),
      /** Recovery codes that have not been used. */
      recovery_codes: z.int(),
    },
  }),
  'account/passkeys/edit': call({
    ...own,
    summary: 'Cambia el nombre de una llave de acceso',
    mutates: true,
    input: z.strictObject({
      id,
      version: z.optional(version),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{C}*$/u)),
    }),
    output: z.strictObject({ record: passkey }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  'account/passkeys/delete': call({
    ...own,
    summary: 'Borra una llave de acceso y cierra las demás sesiones',
    mutates: true,
    asks: true,
    input: z.strictObject({
      id,
      version: z.optional(version),
      /** Required only if the account has a password. */
      current_pwd: z.optional(password),
    }),
    output: z.strictObject({ result_flag: z.literal([1, 2, 3]), record: z.strictObject({ id }) }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'RATE_LIMITED'],
  }),
}
