import { safeReturnTo } from '@hilo/domain/return-to.ts'
import { requestsSettled, call } from '../../api/call.ts'
import { native } from '../../native/index.ts'
import { pkce } from '../../native/pkce.ts'
import { nativeRedirect } from '../../native/return-link.ts'
import { secrets } from '../../native/secrets.ts'
import { CallProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'

/**
 * The two halves of signing in at the issuer. Data for the return is in the tab's storage; the native application's
 * verifier and invitation are in the device's, because the system may end the application meanwhile.
 */
const keys = { returnTo: 'return_to_url', verifier: 'oauthVerifier', invitation: 'invitationToken' } as const

/**
 * Invitation or printed code, stored during a sign-in at a foreign issuer. A sign-in without one deletes it first, so that it
 * cannot link the identity of the next person on the same device.
 */
export const invitationTrip = {
  async keep(token: string): Promise<void> {
    if (native) await secrets.set(keys.invitation, token)
    else sessionStorage.setItem(keys.invitation, token)
  },
  get: async (): Promise<string | null> =>
    native ? await secrets.get(keys.invitation) : sessionStorage.getItem(keys.invitation),
  async forget(): Promise<void> {
    if (native) await secrets.remove(keys.invitation)
    else sessionStorage.removeItem(keys.invitation)
  },
}

/** Parameter of the issuer's address: the person wants to create a passkey or recovery codes. */
const manageParameter = 'llaves'

/** Gets the sign-in address. Stores the return path and, in the native application, the PKCE verifier. */
export async function startLogin(
  returnTo: string | undefined,
  signal: AbortSignal,
  { manage = false, other = false } = {},
): Promise<string> {
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
  const asking = new URL(url)
  if (manage) asking.searchParams.set(manageParameter, '1')
  if (other) asking.searchParams.set('prompt', 'login')
  return asking.href
}

interface Returned {
  state: string
  iss?: string
  code?: string
  /** Error of the authorization response, sent to the server, which logs it and returns the sentence. */
  error?: string
  error_description?: string
}

/** Parameters of the redirect from the issuer, or its problem code. `code` and `state` are opaque. */
export function readReturn(search: string): Returned | CallProblem {
  const params = new URLSearchParams(search)
  const [code, state, iss, error, description] = ['code', 'state', 'iss', 'error', 'error_description'].map(
    (name) => params.get(name) ?? '',
  )
  const known = { state: state ?? '', ...(iss && { iss }) }
  if (state && error)
    return {
      ...known,
      error: error.slice(0, 200),
      ...(description && { error_description: description.slice(0, 1000) }),
    }
  // The server accepts an error only with the state of an attempt.
  const cancelled = error === 'access_denied' ? { result: 'login.refused.cancelled' } : {}
  if (error) return new CallProblem('LOGIN_REFUSED', error, 0, cancelled)
  if (!code || !state) return new CallProblem('LOGIN_EXPIRED', 'LOGIN_EXPIRED')
  return { ...known, code }
}

async function complete(returned: Returned): Promise<void> {
  const verifier = native ? await secrets.get(keys.verifier) : null
  const invitation = await invitationTrip.get()
  const query = {
    ...returned,
    ...(verifier && { code_verifier: verifier }),
    ...(invitation && { invitation_token: invitation }),
  }
  try {
    await session.accept(await call('account/oauth_login_complete', query))
  } catch (error) {
    // Reload during the exchange: the code is used up, but the first exchange may have signed the person in.
    const spent =
      returned.code !== undefined &&
      error instanceof CallProblem &&
      (error.code === 'LOGIN_EXPIRED' || error.code === 'LOGIN_REFUSED')
    if (!spent) throw error
    await session.accept(await call('account/check_login', {}))
    if (!session.isSignedIn()) throw error
  }
}

const completions = new Map<string, Promise<void>>()

/** Exchanges the code for a session, once per attempt even if called repeatedly. Returns the return path. */
export async function completeLogin(returned: Returned): Promise<string | null> {
  const started = completions.get(returned.state) ?? complete(returned)
  completions.set(returned.state, started)
  await started
  return pendingReturn()
}

/** Return path stored in this tab. */
export const pendingReturn = (): string | null => safeReturnTo(sessionStorage.getItem(keys.returnTo))

/** Removes the sign-in data after signing in. */
export function forgetTrip(): void {
  for (const key of Object.values(keys)) sessionStorage.removeItem(key)
  if (!native) return
  void secrets.remove(keys.verifier)
  void invitationTrip.forget()
}

/** Longest wait for pending requests when signing out, ms. */
const patience = 2_000

async function endBoth(): Promise<string> {
  // Requested first, while the session exists: the issuer's logout address identifies it.
  const url = await call('account/oauth_logout_start', {}).then(
    (answer) => answer.url,
    () => '/login',
  )
  await requestsSettled(patience)
  await call('account/logout', {})
  return url
}

/** Ends the session and returns the issuer's logout address, which the page must open. */
export const signOut = (): Promise<string> => session.leave(endBoth, { away: true })
