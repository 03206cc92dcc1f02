import { accountStatus, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { newPassword, password } from './account-entry.ts'
import { personEmail, personFields, personName } from '../people/admins.ts'
import { call } from '../call.ts'
import { agreement } from '../system.ts'
import { empty, id, recordBase, time, version } from '../wire.ts'

const ownAccountCall = {
  method: 'POST',
  privilege: 'any',
  scope: 'self',
  mutates: true,
  allowedWhilePending: true,
} as const

/** Only for the native application, which has no cookie. */
export const appToken = z.strictObject({ oauth_token: z.strictObject({ token: z.string(), expires_at: time }) })

const person = z.strictObject({
  ...recordBase,
  name: z.string(),
  email: z.string(),
  /** New address that is not confirmed by its code yet. */
  email_pending: z.nullable(z.string()),
  tax_id: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  picture: z.nullable(id),
})

/** Calls about the user's own account. */
export const ownCalls = {
  'account/get': call({
    summary: 'Los datos de la propia persona, con su versión',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    allowedWhilePending: true,
    extension: true,
    input: empty,
    output: z.strictObject({ record: person }),
  }),
  'account/edit': call({
    ...ownAccountCall,
    summary: 'Cambia los datos, la imagen o la contraseña de la propia cuenta',
    envelope: 'data',
    input: z.strictObject({
      version: z.optional(version),
      name: z.optional(personName),
      /**
       * A new address takes effect once its code is sent as `email_code`; the current address cancels a pending change.
       */
      email: z.optional(personEmail),
      /** Code sent to the new address; confirming it changes the sign-in address. */
      email_code: z.optional(z.string().check(z.regex(/^\d{8}$/))),
      ...personFields,
      /** The new password. */
      pwd: z.optional(newPassword),
      /** Required with `pwd` and with a new address, unless the session began within the last 10 minutes. */
      current_pwd: z.optional(password),
      /** Null removes the picture, an empty text keeps it; a new one is sent as the file part of this name. */
      profile_picture: z.optional(z.nullable(z.literal(''))),
    }),
    files: { profile_picture: { maxBytes: 10 << 20, optional: true } },
    /**
     * A new password invalidates the current token: the application continues with this one, the web with its new
     * cookie.
     */
    output: z.strictObject({ record: person, app_token: z.optional(appToken) }),
    problems: ['VERSION_CONFLICT', 'ALREADY_EXISTS', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED'],
  }),
  'account/delete': call({
    ...ownAccountCall,
    summary: 'Da de baja la propia cuenta y borra los datos personales',
    input: z.strictObject({
      /** The current password. Required unless the account has none and the user has just signed in again at the issuer. */
      pwd: z.optional(password),
      reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    }),
    asks: true,
    output: z.strictObject({
      result_flag: z.literal(resultFlag.values),
      record: z.strictObject({ id, status: z.literal(accountStatus.values) }),
    }),
    problems: ['LAST_ADMIN', 'RATE_LIMITED'],
  }),
  'account/agreements/accept': call({
    ...ownAccountCall,
    summary: 'Acepta un acuerdo en la versión leída',
    extension: true,
    input: z.strictObject({ id, version: version.check(z.describe('La que se acepta')) }),
    output: z.strictObject({ record: agreement }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}
