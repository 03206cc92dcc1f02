import { safeReturnTo } from '@hilo/domain/return-to.ts'
import { allAnswered, call } from '../../api/call.ts'
import { native } from '../../native/index.ts'
import { pkce } from '../../native/pkce.ts'
import { nativeRedirect } from '../../native/return-link.ts'
import { secrets } from '../../native/secrets.ts'
import { CallProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'

/**
 * The two halves of signing in at the issuer. What must survive the trip there lies in this tab's storage; the native
 * application's verifier in the device's, as the application may be ended behind the browser.
 */
const keys = { returnTo: 'return_to_url', verifier: 'oauthVerifier', invitation: 'invitationToken' } as const

/** The invitation that whoever signs in elsewhere brings back with him. */
export const invitationTrip = { keep: (token: string): void => sessionStorage.setItem(keys.invitation, token) }

/** Of the issuer's address: its person wants to make a passkey, or recovery codes, on the way. */
const manageParameter = 'llaves'

/** Asks where to sign in. The way back and, in the native application, the PKCE verifier wait here. */
export async function startLogin(returnTo: string | undefined, signal: AbortSignal, manage = false): Promise<string> {
  const safe = safeReturnTo(returnTo) ?? undefined
  const pair = native ? await pkce() : null
  const { url } = await call(
    'account/oauth_login_start',
    {
      return_to_url: safe,
      ...(pair && { redirect: nativeRedirect, code_challenge: pair.challenge }),
    },
    { signal },
  )
  if (safe === undefined) sessionStorage.removeItem(keys.returnTo)
  else sessionStorage.setItem(keys.returnTo, safe)
  if (pair) await secrets.set(keys.verifier, pair.verifier)
  if (!manage) return url
  const managing = new URL(url)
  managing.searchParams.set(manageParameter, '1')
  return managing.href
}

export interface Returned {
  code: string
  state: string
  iss?: string
}

/** What the issuer sent back with the person, or the code of the problem. `code` and `state` are opaque texts. */
export function readReturn(search: string): Returned | CallProblem {
  const params = new URLSearchParams(search)
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => params.get(name) ?? '')
  if (error) return new CallProblem(error === 'access_denied' ? 'LOGIN_CANCELLED' : 'LOGIN_REFUSED', error)
  if (!code || !state) return new CallProblem('LOGIN_EXPIRED', 'LOGIN_EXPIRED')
  return { code, state, ...(iss && { iss }) }
}

async function complete({ code, state, iss }: Returned): Promise<void> {
  const verifier = native ? await secrets.get(keys.verifier) : null
  const invitation = sessionStorage.getItem(keys.invitation)
  const query = {
    code,
    state,
    ...(iss && { iss }),
    ...(verifier && { code_verifier: verifier }),
    ...(invitation && { invitation_token: invitation }),
  }
  try {
    await session.accept(await call('account/oauth_login_complete', query))
  } catch (error) {
    // A reload in the middle: the code is spent, but the first time may have signed the person in.
    const spent = error instanceof CallProblem && (error.code === 'LOGIN_EXPIRED' || error.code === 'LOGIN_REFUSED')
    if (!spent) throw error
    await session.accept(await call('account/check_login', {}))
    if (!session.isSignedIn()) throw error
  }
}

const completions = new Map<string, Promise<void>>()

/** Changes the code for a session: once for each code, however often it is asked for. Gives the way back. */
export async function completeLogin(returned: Returned): Promise<string | null> {
  const started = completions.get(returned.code) ?? complete(returned)
  completions.set(returned.code, started)
  await started
  return pendingReturn()
}

/** The way back that waits in this tab. */
export const pendingReturn = (): string | null => safeReturnTo(sessionStorage.getItem(keys.returnTo))

/** After signing in nothing of the trip stays behind. */
export function forgetTrip(): void {
  for (const key of Object.values(keys)) sessionStorage.removeItem(key)
  if (native) void secrets.remove(keys.verifier)
}

/** How long leaving waits for what was asked before, in ms. */
const patience = 2_000

async function endBoth(): Promise<string> {
  // Asked first: the issuer's address carries what identifies this session there.
  const url = await call('account/oauth_logout_start', {}).then(
    (answer) => answer.url,
    () => '/login',
  )
  await allAnswered(patience)
  await call('account/logout', {})
  return url
}

/** Ends the session here and gives the issuer's address where it ends too; the page is to be left for it. */
export const signOut = (): Promise<string> => session.leave(endBoth, { away: true })
