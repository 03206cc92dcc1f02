import { accountStatus } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { newPassword, password } from './account-entry.ts'
import { personEmail, personFields, personName } from './admins.ts'
import { call } from './call.ts'
import { agreement } from './system.ts'
import { empty, id, recordBase, time, version } from './wire.ts'

const own = { method: 'POST', privilege: 'any', scope: 'self', mutates: true, waiting: true } as const

/** Only for the native application, which has no cookie. */
export const appToken = z.strictObject({ oauth_token: z.strictObject({ token: z.string(), expires_at: time }) })

const person = z.strictObject({
  ...recordBase,
  name: z.string(),
  email: z.string(),
  /** Another address that waits for the code that was sent to it. */
  email_pending: z.nullable(z.string()),
  tax_id: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  picture: z.nullable(id),
})

/** What a person does with his own account. */
export const ownCalls = {
  'account/get': call({
    summary: 'Los datos de la propia persona, con su versión',
    method: 'POST',
    privilege: 'any',
    scope: 'self',
    waiting: true,
    extension: true,
    input: empty,
    output: z.strictObject({ record: person }),
  }),
  'account/edit': call({
    ...own,
    summary: 'Cambia los datos, la imagen o la contraseña de la propia cuenta',
    envelope: 'data',
    input: z.strictObject({
      version: z.optional(version),
      name: z.optional(personName),
      /** Another one counts once its code has come back as `email_code`; one's present one takes such a wish back. */
      email: z.optional(personEmail),
      /** The code that was sent to the new address: from now on it is the one to sign in with. */
      email_code: z.optional(z.string().check(z.regex(/^\d{8}$/))),
      ...personFields,
      pwd: z.optional(newPassword),
      /** Asked for with `pwd` and with an address that is another. */
      current_pwd: z.optional(password),
      /** Takes the picture away; a new one travels as the file part of this name. */
      profile_picture: z.optional(z.null()),
    }),
    files: { profile_picture: { maxBytes: 10 << 20, optional: true } },
    /** A new password ends the token that asked: the application goes on with this one, the web with its new cookie. */
    output: z.strictObject({ record: person, app_token: z.optional(appToken) }),
    problems: ['VERSION_CONFLICT', 'ALREADY_EXISTS', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED'],
  }),
  'account/delete': call({
    ...own,
    summary: 'Da de baja la propia cuenta y borra los datos personales',
    input: z.strictObject({
      /** Required unless the account has no password and its owner has just signed in again at the issuer. */
      pwd: z.optional(password),
      reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    }),
    asks: true,
    output: z.strictObject({
      result_flag: z.literal([1, 2, 3]),
      record: z.strictObject({ id, status: z.literal(accountStatus.values) }),
    }),
    problems: ['LAST_ADMIN', 'RATE_LIMITED'],
  }),
  'account/agreements/accept': call({
    ...own,
    summary: 'Acepta un acuerdo en la versión leída',
    extension: true,
    input: z.strictObject({ id, version: version.check(z.describe('La que se acepta')) }),
    output: z.strictObject({ record: agreement }),
    problems: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}
