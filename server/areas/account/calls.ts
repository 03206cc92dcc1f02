import { Problem } from '@hilo/domain/problem.ts'
import { browserCookieS } from '../../auth/auth.ts'
import type { PublicHandler } from '../../kernel/handler.ts'
import { entered, visitor, withToken } from './context.ts'
import { entry } from './entry.ts'
import { own } from './own-account.ts'
import { passkeys } from './passkeys.ts'
import { userInfoOf } from './user-info.ts'

/** Binds a sign-in to the browser that started it. */
const browserCookie = 'login'

function missing(field: string): Problem {
  return new Problem('VALIDATION', { details: [{ field, code: 'required', message: 'validation.required' }] })
}

const checkLogin: PublicHandler<'account/check_login'> = async (context) => {
  const { principal, sessionToken } = context
  const info = userInfoOf(principal)
  return principal && sessionToken ? withToken(context, info, sessionToken, principal.expires_at) : info
}

const loginStart: PublicHandler<'account/oauth_login_start'> = async (context, input) => {
  if (context.native && input.code_challenge === undefined) throw missing('code_challenge')
  const started = await context.auth.startLogin({
    returnTo: input.return_to_url,
    native: context.native !== null,
    redirect: input.redirect,
    codeChallenge: input.code_challenge,
    browserCookie: context.cookies[browserCookie],
    address: context.address,
  })
  if (started.browserCookie !== undefined)
    context.setCookie(browserCookie, started.browserCookie, { maxAgeS: browserCookieS })
  return { url: started.url }
}

const loginComplete: PublicHandler<'account/oauth_login_complete'> = async (context, input) => {
  const { code, error, error_description: description } = input
  const answer = error === undefined ? code !== undefined && { code } : { error, description }
  if (!answer) throw missing('code')
  const session = await context.auth.completeLogin({
    answer,
    state: input.state,
    iss: input.iss,
    codeVerifier: input.code_verifier,
    invitationToken: input.invitation_token,
    browserCookie: context.cookies[browserCookie],
    previousToken: context.sessionToken,
    visitor: visitor(context),
  })
  return await entered(context, session)
}

const logout: PublicHandler<'account/logout'> = async (context) => {
  if (context.sessionToken !== null) await context.auth.endSession(context.sessionToken, visitor(context))
  context.dropPrincipal()
  context.setCookie('session', null)
  return {}
}

const logoutStart: PublicHandler<'account/oauth_logout_start'> = async (context) => ({
  url: await context.auth.logoutUrl(context.sessionToken),
})

export const account = {
  ...entry,
  ...own,
  ...passkeys,
  'account/check_login': checkLogin,
  'account/oauth_login_start': loginStart,
  'account/oauth_login_complete': loginComplete,
  'account/logout': logout,
  'account/oauth_logout_start': logoutStart,
}
