import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { readInvitation } from '../../auth/invitation-read.ts'
import { exchangeCode, requestReset, resetPassword } from '../../auth/reset.ts'
import { signUp, type SignUp } from '../../auth/signup.ts'
import type { PublicHandler } from '../../http/handler.ts'
import { entered, visitor } from './context.ts'

function refused(field: string, code: 'required' | 'value'): Problem {
  return new Problem('VALIDATION', { details: [{ field, code, message: `validation.${code}` }] })
}

/** By an invitation or by an operator's code, never both. */
function wayIn({ invitation_token: token, vno_code, account_type }: Input<'account/signup'>): SignUp['by'] {
  if (token !== undefined && vno_code !== undefined) throw refused('vno_code', 'value')
  if (token !== undefined) return { token }
  if (vno_code === undefined) throw refused('invitation_token', 'required')
  // Nobody becomes part of the neutral operator by asking.
  if (account_type === 'ad') throw refused('account_type', 'value')
  return { vnoCode: vno_code, type: account_type ?? 'va' }
}

const signup: PublicHandler<'account/signup'> = async (context, input) => {
  const { name, email, tax_id, phone, pwd, client_request_id: clientRequestId } = input
  const by = wayIn(input)
  // With a foreign issuer nobody has a password of ours: an invitation is brought to the end of signing in there.
  if (context.config.issuer) throw new Problem('ACCOUNT_NOT_LINKED')
  const asked = { name, email, taxId: tax_id ?? null, phone: phone ?? null, password: pwd, by, clientRequestId }
  return await entered(context, await signUp(context.db.app, asked, visitor(context), context.sessionToken))
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
  await resetPassword(context.db.app, asked, visitor(context))
  context.dropPrincipal()
  return done
}

const invitation: PublicHandler<'account/invitation/get'> = async ({ db, config, address }, asked) => {
  const said = await readInvitation(db.app, asked.invitation_token, address)
  return { record: { ...said, own_password: !config.issuer } }
}

export const entry = {
  'account/invitation/get': invitation,
  'account/signup': signup,
  'account/password/request_reset': request,
  'account/password/verify_code': verify,
  'account/password/reset': reset,
}
