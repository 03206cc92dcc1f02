/** What an issuer answers instead of a person, as a sentence that says what to do. */
import { Problem } from '@hilo/domain/problem.ts'

/** `cancelled` by the person, `denied` by person or issuer; `setup`: wrong for everybody until an administrator mends it. */
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

/** The sentence of a refusal, in place of that of its problem. */
export const refusalDetails = (refusal: Refusal) => [
  { field: 'error', code: 'issuer', message: `login.refused.${refusal}` },
]

/** LOGIN_REFUSED with its sentence. */
export const refused = (refusal: Refusal): Problem => new Problem('LOGIN_REFUSED', { details: refusalDetails(refusal) })

export const refusedBy = (error: string): Problem => refused(refusals[error] ?? 'setup')

/** An issuer's words for the log, without addresses of people. */
export const withoutAddresses = (text: string): string => text.replaceAll(/\S+@\S+/g, '…')
