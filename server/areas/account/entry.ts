import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { readInvitation } from '../../auth/invitation-read.ts'
import { exchangeCode, requestReset, resetPassword } from '../../auth/reset.ts'
import { requestSignup } from '../../auth/signup-request.ts'
import { signUp } from '../../auth/signup.ts'
import type { PublicContext, PublicHandler } from '../../kernel/handler.ts'
import { entered, visitor } from './context.ts'
import { userInfoOf } from './user-info.ts'

function refused(field: string, code: 'required' | 'value'): Problem {
  return new Problem('VALIDATION', { details: [{ field, code, message: `validation.${code}` }] })
}

/** After the address is proved this browser counts as known: wrong passwords typed elsewhere do not slow it down. */
async function remember(context: PublicContext, email: string | undefined): Promise<void> {
  const mark = email === undefined || context.native ? null : await context.auth.markDevice(email)
  if (mark) context.setCookie(mark.name, mark.value, mark)
}

type Asked = Input<'account/signup'>

/** The link is sent to the address; there is no session yet, and the answer does not depend on the address. */
async function askForLink({ db, address }: PublicContext, { email, vno_code, account_type, ...asked }: Asked) {
  if (vno_code === undefined) throw refused('invitation_token', 'required')
  // No one joins the neutral operator by signing up.
  if (account_type === 'ad') throw refused('account_type', 'value')
  const { client_request_id: clientRequestId } = asked
  await requestSignup(db.app, { email, vnoCode: vno_code, type: account_type ?? 'va', clientRequestId }, address)
  return userInfoOf(null)
}

/** By an operator's code, which sends a link, or by the token of a link; never both. */
const signup: PublicHandler<'account/signup'> = async (context, input) => {
  const { name, email, tax_id, phone, pwd, client_request_id: clientRequestId, invitation_token: token } = input
  if (token !== undefined && input.vno_code !== undefined) throw refused('vno_code', 'value')
  // With a foreign issuer there are no local passwords: invitations are completed after signing in there.
  if (context.config.issuer) throw new Problem('ACCOUNT_NOT_LINKED')
  if (token === undefined) return await askForLink(context, input)
  if (name === undefined) throw refused('name', 'required')
  if (pwd === undefined) throw refused('pwd', 'required')
  const asked = { name, email, taxId: tax_id ?? null, phone: phone ?? null, password: pwd, token, clientRequestId }
  const info = await entered(context, await signUp(context.db.app, asked, visitor(context), context.sessionToken))
  await remember(context, info.user.email)
  return info
}

const done = { result_flag: 1, record: {} } as const

const request: PublicHandler<'account/password/request_reset'> = async ({ db, address }, asked) => {
  await requestReset(db.app, asked, address)
  return done
}

const verify: PublicHandler<'account/password/verify_code'> = async ({ db, address }, asked) => ({
  result_flag: 1,
  record: await exchangeCode(db.app, asked, address),
})

const reset: PublicHandler<'account/password/reset'> = async (context, asked) => {
  const { email } = await resetPassword(context.db.app, asked, visitor(context))
  await remember(context, email)
  context.dropPrincipal()
  return done
}

const invitation: PublicHandler<'account/invitation/get'> = async ({ db, config, address }, asked) => {
  const invited = await readInvitation(db.app, asked.invitation_token, address)
  return { record: { ...invited, own_password: !config.issuer } }
}

export const entry = {
  'account/invitation/get': invitation,
  'account/signup': signup,
  'account/password/request_reset': request,
  'account/password/verify_code': verify,
  'account/password/reset': reset,
}
