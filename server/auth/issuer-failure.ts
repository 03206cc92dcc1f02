/** What failed at an issuer, as openid-client says it. */

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

/** Errors of a token endpoint that did not recognize our client; Glewlwyd says the second. */
const unknown: readonly unknown[] = ['invalid_client', 'unauthorized_client']

/** True if the issuer did not recognize our client, which it says by its error or by the scheme that it wants (RFC 6749, 5.2). */
export const isClientUnknown = (error: unknown): boolean =>
  causes(error).some(({ code, error: told }) => unknown.includes(told) || code === challenged)

/** No method made the issuer recognize our client. */
export class ClientUnknown extends Error {}

/** Errors of a token endpoint that no other try of the same person mends. */
const lasting: readonly unknown[] = ['unsupported_grant_type', 'invalid_request', 'invalid_scope']
/** A token for somebody else, or of a clock that differs. */
const wrongToken: readonly unknown[] = ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED']

/** True if client or signature are not what issuer and client agreed on; a refused algorithm comes with the accepted ones. */
export const isSetupFault = (error: unknown): boolean =>
  isClientUnknown(error) ||
  error instanceof ClientUnknown ||
  causes(error).some(
    ({ code, error: told, cause }) =>
      lasting.includes(told) ||
      wrongToken.includes(code) ||
      (typeof cause === 'object' && cause !== null && 'header' in cause && 'expected' in cause),
  )

/** The issuer's own name in a description that was refused for it; null if it was refused for something else. */
export function nameFound(error: unknown): string | null {
  for (const { cause } of causes(error)) {
    const { attribute, body } = (cause ?? {}) as { attribute?: unknown; body?: { issuer?: unknown } }
    if (attribute === 'issuer' && typeof body?.issuer === 'string') return body.issuer
  }
  return null
}
