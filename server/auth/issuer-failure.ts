/** Classifies errors of openid-client. */

const challenged = 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'
/** A missing or wrong key. */
export const keySelection = 'OAUTH_KEY_SELECTION_FAILED'
const wrongSignature = 'JWT signature verification failed'

type Failure = Error & { code?: unknown; error?: unknown; error_description?: unknown }

/** An error and what caused it, outermost first. */
export function causes(error: unknown): Failure[] {
  const found: Failure[] = []
  for (let one = error; one instanceof Error && found.length < 8; one = one.cause) found.push(one)
  return found
}

/** The failure for the log: messages and codes, the issuer's among them, never a token. */
export function reason(error: unknown): string {
  return causes(error)
    .map(({ message, code, error: told, error_description: said }) => {
      const details = [code, told, said].filter((text) => typeof text === 'string')
      return details.length > 0 ? `${message} (${details.join(', ')})` : message
    })
    .join(' < ')
}

/** True if no key fits the token, or the fitting one did not sign it, as after a key rotation. */
export const failsByKey = (error: unknown): boolean =>
  causes(error).some(({ code, message }) => code === keySelection || message === wrongSignature)

/** Errors by which a token endpoint refuses the client; Glewlwyd answers `unauthorized_client`. */
const unknown: readonly unknown[] = ['invalid_client', 'unauthorized_client']

/** True if client authentication failed: by the OAuth error, or by a `WWW-Authenticate` header (RFC 6749, 5.2). */
export const isClientUnknown = (error: unknown): boolean =>
  causes(error).some(({ code, error: told }) => unknown.includes(told) || code === challenged)

/** Client authentication failed by every method. */
export class ClientUnknown extends Error {}

/** Errors of a token endpoint that repeat at every sign-in. */
const lasting: readonly unknown[] = ['unsupported_grant_type', 'invalid_request', 'invalid_scope']
/** Claims or times of the id token are wrong: another audience or issuer, or a clock that differs. */
const wrongToken: readonly unknown[] = ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED']

/** True for configuration errors. The library reports a refused algorithm with a cause that has `header` and `expected`. */
export const isSetupFault = (error: unknown): boolean =>
  isClientUnknown(error) ||
  error instanceof ClientUnknown ||
  causes(error).some(
    ({ code, error: told, cause }) =>
      lasting.includes(told) ||
      wrongToken.includes(code) ||
      (typeof cause === 'object' && cause !== null && 'header' in cause && 'expected' in cause),
  )

/** The `issuer` of metadata that the library refused because of it; null for any other error. */
export function nameFound(error: unknown): string | null {
  for (const { cause } of causes(error)) {
    const { attribute, body } = (cause ?? {}) as { attribute?: unknown; body?: { issuer?: unknown } }
    if (attribute === 'issuer' && typeof body?.issuer === 'string') return body.issuer
  }
  return null
}
