import { accountTypes } from '@hilo/domain/account.ts'
import { invitationKinds, resultFlag } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { personEmail, personFields, personName } from '../people/admins.ts'
import { call } from '../call.ts'
import { clientRequestId, empty, time } from '../wire.ts'

/** The password rules are not in the schema: `details` distinguishes too short, too long and too common. */
export const newPassword = z.string().check(z.minLength(1), z.maxLength(1024))
export const password = z.string().check(z.minLength(1), z.maxLength(1024))
/** From an invitation link, or printed on the server's console by the installation's administrator. */
export const invitationToken = z.string().check(z.trim(), z.minLength(8), z.maxLength(128))

const publicCall = { method: 'POST', privilege: 'none', scope: 'public', allowedWhilePending: true } as const
const flag = z.literal(resultFlag.values)

/** The invitation or printed code as shown to its bearer before accepting. */
const invited = z.strictObject({
  /**
   * What accepting does. `signup`: the account signed up with the operator's code and waits for an administrator's
   * approval. `first`, `administrator`: an administrator of the neutral operator. `link`: ties an identity of a foreign
   * issuer to an account that exists, which the other fields describe.
   */
  purpose: z.enum(['invitation', 'signup', 'first', 'administrator', 'link']),
  kind: z.enum(invitationKinds),
  /** Null for a printed code. */
  email: z.nullable(z.string()),
  /** Null for a code that makes an account. */
  name: z.nullable(z.string()),
  /** Null for the neutral operator. */
  operator: z.nullable(z.string()),
  role: z.string(),
  contractor: z.nullable(z.string()),
  invited_by: z.nullable(z.string()),
  expires_at: time,
  /** The person sets a password here; otherwise signs in through the company's identity provider. */
  own_password: z.boolean(),
})

/** Password reset: a code by mail, a permit in exchange for it, the new password. */
const passwordCalls = {
  'account/password/request_reset': call({
    ...publicCall,
    summary: 'Pide un código para cambiar una contraseña olvidada',
    input: z.strictObject({ email: personEmail, client_request_id: z.optional(clientRequestId) }),
    /** The response is the same for an unknown address. */
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

/** First sign-in and password reset. `user` is the response of the session calls. */
export function entryCalls<U extends z.core.$ZodType>(user: U) {
  return {
    'account/invitation/get': call({
      ...publicCall,
      summary: 'Para qué sirve una invitación o un código, a quien lo trae',
      extension: true,
      input: z.strictObject({ invitation_token: invitationToken }),
      output: z.strictObject({ record: invited }),
      /** ACCOUNT_DISABLED: the account that the code would be tied to may not enter. */
      problems: ['INVITATION_EXPIRED', 'INVITATION_USED', 'ACCOUNT_DISABLED', 'RATE_LIMITED'],
    }),
    'account/signup': call({
      ...publicCall,
      summary: 'Alta de una persona, por invitación o por el código de su operador',
      /**
       * With the operator's code the server mails a confirmation link and returns `user.id` 0: the account is created
       * only when the link's token comes back as `invitation_token`, with name and password. Such an account waits for
       * approval.
       */
      input: z.strictObject({
        /** Required with `invitation_token`. */
        name: z.optional(personName),
        email: personEmail,
        ...personFields,
        /** Required with `invitation_token`. */
        pwd: z.optional(newPassword),
        /** Required with `vno_code`; an invitation already determines it. */
        account_type: z.optional(z.enum(accountTypes)),
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
