import { accountTypes } from '@hilo/domain/account.ts'
import * as z from 'zod/mini'
import { entryCalls, invitationToken } from './account-entry.ts'
import { exportCall } from './account-export.ts'
import { appToken, ownCalls } from './account-own.ts'
import { passkeyCalls } from './account-passkeys.ts'
import { call } from '../call.ts'
import { clientRequestId, empty, id } from '../wire.ts'

const privileges = z.record(
  z.string(),
  z.strictObject({
    privs: z.record(z.string(), z.boolean()),
    sub_items: z.optional(z.record(z.string(), z.strictObject({ privs: z.record(z.string(), z.boolean()) }))),
  }),
)
const role = z.nullable(z.strictObject({ id, key: z.string(), name: z.string() }))
const vno = {
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  externalId: z.string(),
  status: z.strictObject({ id: z.int(), comments: z.nullable(z.string()) }),
  logo_file_id: z.nullable(id),
}

/** Fields common to every kind of account. */
const accountBase = { id, user_id: id, role, status: z.int(), privileges }

/** The signed-in user. Without a session `user.id` is 0 and every account is null. */
const userInfo = z.strictObject({
  user: z.strictObject({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    tax_id: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    picture: z.nullable(id),
  }),
  vno_admin_account: z.nullable(
    z.strictObject({
      ...accountBase,
      vno_id: id,
      profile: z.looseObject({}),
      vno: z.strictObject(vno),
    }),
  ),
  technical_account: z.nullable(
    z.strictObject({
      ...accountBase,
      vno_id: id,
      vno: z.strictObject({
        ...vno,
        /** Contact for a neighbour left without light. */
        contact: z.strictObject({ noc_phone: z.nullable(z.string()), noc_email: z.nullable(z.string()) }),
      }),
      contractor: z.nullable(z.strictObject({ id, name: z.string(), cif: z.nullable(z.string()) })),
      employee_code: z.nullable(z.string()),
      prl_valid_until: z.nullable(z.string()),
      skills: z.array(z.string()),
      zones: z.array(z.string()),
    }),
  ),
  admin_account: z.nullable(z.strictObject(accountBase)),
  /** Only for the native application, which has no cookie. */
  app_token: z.optional(appToken),
})
export type UserInfo = z.infer<typeof userInfo>

const accountType = z.optional(z.enum(accountTypes))

export const account = {
  ...entryCalls(userInfo),
  ...ownCalls,
  ...exportCall,
  ...passkeyCalls,
  'account/check_login': call({
    summary: 'Quién ha entrado',
    method: 'GET',
    privilege: 'none',
    scope: 'public',
    input: z.strictObject({ account_type: accountType }),
    output: userInfo,
  }),
  'account/oauth_login_start': call({
    summary: 'Dirección a la que ir para entrar',
    method: 'GET',
    privilege: 'none',
    scope: 'public',
    input: z.strictObject({
      account_type: accountType,
      /** Return path after signing in, on this site. */
      return_to_url: z.optional(z.string().check(z.maxLength(2048))),
      /** Redirect address: one of the registered ones; the native application has its own. */
      redirect: z.optional(z.string().check(z.maxLength(512))),
      /** Native application: its own PKCE challenge (S256). On the web the server creates one. */
      code_challenge: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
    }),
    output: z.strictObject({ url: z.string() }),
    problems: ['LOGIN_REFUSED', 'RATE_LIMITED', 'UNAVAILABLE'],
  }),
  'account/oauth_login_complete': call({
    summary: 'Inicia sesión con el código del emisor, o dice por qué no lo ha dado',
    method: 'POST',
    privilege: 'none',
    scope: 'public',
    input: z.strictObject({
      account_type: accountType,
      /** Required unless the issuer answered with an error. */
      code: z.optional(z.string().check(z.minLength(1), z.maxLength(2048))),
      /** Error of the authorization response (RFC 6749, 4.1.2.1). The server logs it; `details` holds its Spanish sentence. */
      error: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      error_description: z.optional(z.string().check(z.maxLength(1000))),
      state: z.string().check(z.minLength(1), z.maxLength(512)),
      /** RFC 9207, if the issuer sends it. */
      iss: z.optional(z.string().check(z.maxLength(512))),
      /** Native application only. */
      code_verifier: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/))),
      /** First sign-in through a foreign issuer: the invitation that links the identity there. */
      invitation_token: z.optional(invitationToken),
      client_request_id: z.optional(clientRequestId),
    }),
    output: userInfo,
    problems: [
      'LOGIN_EXPIRED',
      'LOGIN_REFUSED',
      'ACCOUNT_NOT_LINKED',
      'ACCOUNT_DISABLED',
      'INVITATION_EXPIRED',
      'INVITATION_USED',
      'ALREADY_EXISTS',
      'RATE_LIMITED',
      'UNAVAILABLE',
    ],
  }),
  'account/logout': call({
    summary: 'Cierra la sesión',
    method: 'GET',
    privilege: 'none',
    scope: 'public',
    input: z.strictObject({ account_type: accountType }),
    output: empty,
  }),
  'account/oauth_logout_start': call({
    summary: 'Dirección a la que ir para salir también del emisor',
    method: 'GET',
    privilege: 'none',
    scope: 'public',
    input: z.strictObject({ account_type: accountType }),
    output: z.strictObject({ url: z.string() }),
  }),
}
