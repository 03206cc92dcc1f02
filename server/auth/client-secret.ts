/** Client authentication at the token endpoint of an issuer. */
import * as oidc from 'openid-client'

/**
 * Form encoding (RFC 6749, 2.3.1) of only the characters that need it. The library also encodes hyphens, dots and underscores,
 * which issuers that do not decode HTTP Basic refuse.
 */
const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')

const basic =
  (secret: string): oidc.ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    const both = Buffer.from(`${encoded(client_id)}:${encoded(secret)}`).toString('base64')
    headers.set('authorization', `Basic ${both}`)
  }

const methods = { client_secret_basic: basic, client_secret_post: oidc.ClientSecretPost } as const
export type SecretMethod = keyof typeof methods
const names = ['client_secret_basic', 'client_secret_post'] as const satisfies SecretMethod[]

/** Both methods, those in the issuer's metadata first: some issuers do not accept a method that their metadata name. */
export function secretMethods(server: oidc.ServerMetadata): SecretMethod[] {
  const named = server.token_endpoint_auth_methods_supported ?? names
  return names.toSorted((a, b) => Number(named.includes(b)) - Number(named.includes(a)))
}

/** @param secret absent for a public client */
export const clientAuth = (method: SecretMethod, secret: string | undefined): oidc.ClientAuth =>
  secret === undefined ? oidc.None() : methods[method](secret)
