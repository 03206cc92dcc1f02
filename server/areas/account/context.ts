import type { UserInfo } from '@hilo/contract/account.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { NewSession, Visitor } from '../../auth/sessions.ts'
import type { PublicContext } from '../../http/handler.ts'
import { principalOf } from './queries.ts'
import { userInfoOf } from './user-info.ts'

export function visitor({ address, userAgent, requestId, native }: PublicContext): Visitor {
  return { address, userAgent, requestId, native }
}

/** The application keeps its token itself; a browser never sees one. */
export function withToken(context: PublicContext, info: UserInfo, token: string, expiresAt: string): UserInfo {
  return context.native ? { ...info, app_token: { oauth_token: { token, expires_at: expiresAt } } } : info
}

/** Answers who has just come in, with his token or his cookie. @throws Problem ACCOUNT_DISABLED */
export async function entered(context: PublicContext, session: NewSession): Promise<UserInfo> {
  context.dropPrincipal()
  const principal = await principalOf(context.db.app, session.token)
  // Suspended in this very moment: the session exists, and opens nothing.
  if (!principal) throw new Problem('ACCOUNT_DISABLED')
  if (!context.native) context.setCookie('session', session.token, { maxAgeS: session.lifeS })
  return withToken(context, userInfoOf(principal), session.token, principal.expires_at)
}
