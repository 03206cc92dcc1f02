import type { UserInfo } from '@hilo/contract/account/account.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { NewSession } from '../../auth/sessions.ts'
import type { Visitor } from '../../auth/visitor.ts'
import type { PublicContext } from '../../kernel/handler.ts'
import { principalOf } from './queries.ts'
import { userInfoOf } from './user-info.ts'

export function visitor({ address, userAgent, requestId, native }: PublicContext): Visitor {
  return { address, userAgent, requestId, native }
}

/** The native application stores its token itself; a browser gets a cookie only. */
export function withToken(context: PublicContext, info: UserInfo, token: string, expiresAt: string): UserInfo {
  return context.native ? { ...info, app_token: { oauth_token: { token, expires_at: expiresAt } } } : info
}

/** Answers a new session, with its token or cookie. @throws Problem ACCOUNT_DISABLED */
export async function entered(context: PublicContext, session: NewSession): Promise<UserInfo> {
  context.dropPrincipal()
  const principal = await principalOf(context.db.app, session.token)
  // Suspended at this very moment: the session exists but has no rights.
  if (!principal) throw new Problem('ACCOUNT_DISABLED')
  if (!context.native) context.setCookie('session', session.token, { maxAgeS: session.lifeS })
  return withToken(context, userInfoOf(principal), session.token, principal.expires_at)
}
