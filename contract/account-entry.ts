import { invitationKinds } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { personEmail, personFields, personName } from './admins.ts'
import { call } from './call.ts'
import { clientRequestId, empty, time } from './wire.ts'

/** How it is judged is said of it alone, and not by its schema: `details` tells short, long and common apart. */
export const newPassword = z.string().check(z.minLength(1), z.maxLength(1024))
export const password = z.string().check(z.minLength(1), z.maxLength(1024))
/** Of an invitation's link, or one that whoever runs the installation printed. */
export const invitationToken = z.string().check(z.trim(), z.minLength(8), z.maxLength(128))

const publicCall = { method: 'POST', privilege: 'none', scope: 'public', waiting: true } as const
const flag = z.literal([1, 2, 3])

/** Who is invited to what: what a person has to know before he answers. */
const invited = z.strictObject({
  kind: z.enum(invitationKinds),
  /** Null: he brings a printed code, which says nothing of him. */
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Null: of the neutral operator. */
  operator: z.nullable(z.string()),
  role: z.string(),
  contractor: z.nullable(z.string()),
  invited_by: z.nullable(z.string()),
  /** The account signed up with the operator's code and waits for an administrator's approval. */
  approval: z.boolean(),
  expires_at: time,
  /** He chooses a password here; otherwise he signs in with the account of his company. */
  own_password: z.boolean(),
})

/** A forgotten password: a code by mail, a permit for it, the new one. */
const passwordCalls = {
  'account/password/request_reset': call({
    ...publicCall,
    summary: 'Pide un código para cambiar una contraseña olvidada',
    input: z.strictObject({ email: personEmail, client_request_id: z.optional(clientRequestId) }),
    /** The same for an address that is nobody's. */
    output: z.strictObject({ result_flag: flag, record: empty }),
    problems: ['REQUEST_ID_REUSED', 'RATE_LIMITED'],
  }),
  'account/password/verify_code': call({
    ...publicCall,
    summary: 'Cambia el código recibido por un permiso de un solo uso',
    input: z.strictObject({
      email: personEmail,
      code: z.string().check(z.regex(/^\d{8}$/)),
      client_request_id: z.optional(clientRequestId),
    }),
    output: z.strictObject({
      result_flag: flag,
      record: z.strictObject({ reset_token: z.string(), expires_at: time }),
    }),
    problems: ['RESET_CODE_INVALID', 'REQUEST_ID_REUSED', 'RATE_LIMITED'],
  }),
  'account/password/reset': call({
    ...publicCall,
    summary: 'Pone una contraseña nueva y cierra todas las sesiones',
    input: z.strictObject({
      reset_token: z.string().check(z.minLength(1), z.maxLength(128)),
      pwd: newPassword,
      client_request_id: z.optional(clientRequestId),
    }),
    output: z.strictObject({ result_flag: flag, record: empty }),
    problems: ['RESET_CODE_INVALID', 'REQUEST_ID_REUSED', 'RATE_LIMITED'],
  }),
}

/** Coming in for the first time, and coming back without the password. `user` is what the session calls answer. */
export function entryCalls<U extends z.core.$ZodType>(user: U) {
  return {
    'account/invitation/get': call({
      ...publicCall,
      summary: 'Lo que dice una invitación a quien trae su enlace',
      extension: true,
      input: z.strictObject({ invitation_token: invitationToken }),
      output: z.strictObject({ record: invited }),
      problems: ['INVITATION_EXPIRED', 'INVITATION_USED', 'RATE_LIMITED'],
    }),
    'account/signup': call({
      ...publicCall,
      summary: 'Alta de una persona, por invitación o por el código de su operador',
      /**
       * With the operator's code the server mails a confirmation link and answers `user.id` 0: no account exists until the
       * link's token comes back as `invitation_token`, with name and password. Such an account waits for its approval.
       */
      input: z.strictObject({
        /** Asked for with `invitation_token`. */
        name: z.optional(personName),
        email: personEmail,
        ...personFields,
        /** Asked for with `invitation_token`. */
        pwd: z.optional(newPassword),
        /** Asked for with `vno_code`; an invitation says it itself. */
        account_type: z.optional(z.enum(['va', 'te', 'ad'])),
        invitation_token: z.optional(invitationToken),
        vno_code: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.minLength(2), z.maxLength(20))),
        client_request_id: z.optional(clientRequestId),
      }),
      output: user,
      problems: [
        'INVITATION_EXPIRED',
        'INVITATION_USED',
        'ALREADY_EXISTS',
        'ACCOUNT_NOT_LINKED',
        'REQUEST_ID_REUSED',
        'RATE_LIMITED',
      ],
    }),
    ...passwordCalls,
  }
}
