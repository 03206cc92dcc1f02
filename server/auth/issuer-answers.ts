/** Errors of an authorization response, as problems with a Spanish sentence that says what to do. */
import { Problem } from '@hilo/domain/problem.ts'

/** `denied`: by the person or by the issuer. `setup`: a configuration error, the same for every sign-in. */
type Refusal = 'cancelled' | 'denied' | 'consent' | 'login' | 'down' | 'setup'

/** Errors of OAuth 2.0 (RFC 6749, 4.1.2.1) and OpenID Connect (3.1.2.6); all others are `setup`. */
const refusals: Readonly<Record<string, Refusal>> = {
  access_denied: 'denied',
  consent_required: 'consent',
  login_required: 'login',
  interaction_required: 'login',
  account_selection_required: 'login',
  server_error: 'down',
  temporarily_unavailable: 'down',
}

/** Details with the sentence that the client shows instead of the problem's own. */
export const refusalDetails = (refusal: Refusal) => [
  { field: 'error', code: 'issuer', message: `login.refused.${refusal}` },
]

/** LOGIN_REFUSED with its sentence. */
export const refused = (refusal: Refusal): Problem => new Problem('LOGIN_REFUSED', { details: refusalDetails(refusal) })

export const refusedBy = (error: string): Problem => refused(refusals[error] ?? 'setup')

/** Text of an issuer for the log, without e-mail addresses. */
export const withoutAddresses = (text: string): string => text.replaceAll(/\S+@\S+/g, '…')
