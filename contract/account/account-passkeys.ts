import { resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { password } from './account-entry.ts'
import { call, shortList } from '../call.ts'
import { id, recordBase, time, version } from '../wire.ts'

const passkey = z.strictObject({
  ...recordBase,
  name: z.string(),
  /** Synchronized by its provider across the user's devices. */
  synced: z.boolean(),
  last_used_at: z.nullable(time),
})
export type Passkey = z.infer<typeof passkey>

const ownAccountCall = {
  method: 'POST',
  privilege: 'any',
  scope: 'self',
  allowedWhilePending: true,
  extension: true,
} as const

/** Passkeys of the user's own account. They are created during sign-in, at the issuer: see docs/operations.md. */
export const passkeyCalls = {
  'account/passkeys/get': shortList({
    ...ownAccountCall,
    summary: 'Las llaves de acceso de la propia cuenta',
    by: {},
    record: passkey,
    beside: {
      /** False if passkeys are not supported: a foreign issuer, or a PUBLIC_URL that WebAuthn does not accept. */
      available: z.boolean(),
      /** The neutral operator requires a passkey of this account. */
      required: z.boolean(),
      /** Number of unused recovery codes. */
      recovery_codes: z.int(),
    },
  }),
  'account/passkeys/edit': call({
    ...ownAccountCall,
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
    ...ownAccountCall,
    summary: 'Borra una llave de acceso y cierra las demás sesiones',
    mutates: true,
    asks: true,
    input: z.strictObject({
      id,
      version: z.optional(version),
      /** Required only if the account has a password. */
      current_pwd: z.optional(password),
    }),
    output: z.strictObject({ result_flag: z.literal(resultFlag.values), record: z.strictObject({ id }) }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT', 'RATE_LIMITED'],
  }),
}
