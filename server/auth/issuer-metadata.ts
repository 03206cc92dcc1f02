/** What an issuer says of itself, and whether people can sign in with that. */
import * as oidc from 'openid-client'
import { nameFound } from './issuer-failure.ts'

/**
 * Accepted id token signatures: all that the library verifies with a public key. HS256, HS384 and HS512 are made with the client's
 * secret, which everybody who holds it could use to sign in as anybody.
 */
const algorithms: readonly string[] = [
  ...['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'EdDSA', 'Ed25519'],
]

/** The issuer answers, and nobody could sign in with what it says of itself. The message is a Spanish sentence. */
export class UnusableIssuer extends Error {}

interface DiscoveryOptions {
  clientId: string
  fetch: oidc.CustomFetch
  /** s */
  timeout: number
}

/** Names that differ by a slash at the end have the same description, so that it proves either. */
const withoutSlash = (name: string) => name.replace(/\/$/, '')

async function discovered(issuer: URL, { clientId, fetch, timeout }: DiscoveryOptions): Promise<oidc.ServerMetadata> {
  const found = await oidc.discovery(issuer, clientId, undefined, oidc.None(), {
    [oidc.customFetch]: fetch,
    timeout,
    execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
  })
  return JSON.parse(JSON.stringify(found.serverMetadata())) as oidc.ServerMetadata
}

/** Why nobody can sign in by an issuer; null if it is usable. */
function fault(server: oidc.ServerMetadata): string | null {
  const { id_token_signing_alg_values_supported: signed, token_endpoint_auth_methods_supported: methods } = server
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).find((name) => !server[name])
  if (missing) return `no dice su «${missing}»`
  if (server.response_types_supported && !server.response_types_supported.includes('code'))
    return 'no da códigos («response_types_supported» sin «code»)'
  if (signed && !signed.some((one) => algorithms.includes(one)))
    return `solo firma con ${signed.join(', ')} y hace falta una de ${algorithms.join(', ')}`
  if (methods && !methods.some((one) => one === 'client_secret_basic' || one === 'client_secret_post'))
    return `no admite la clave del cliente por «client_secret_basic» ni «client_secret_post», solo por ${methods.join(', ')}`
  return null
}

/**
 * The issuer's description, limited to the signatures that are accepted. A name that differs from the configured one by a slash at
 * the end is taken.
 * @throws {UnusableIssuer}
 */
export async function readMetadata(issuer: URL, options: DiscoveryOptions): Promise<oidc.ServerMetadata> {
  const server = await discovered(issuer, options).catch((error: unknown) => {
    const name = nameFound(error)
    if (name === null) throw error
    if (withoutSlash(name) === withoutSlash(issuer.href)) return discovered(new URL(name), options)
    throw new UnusableIssuer(
      `OIDC_ISSUER vale «${issuer.href}» y el emisor que contesta ahí se llama «${name}». Pon en OIDC_ISSUER su nombre.`,
    )
  })
  const wrong = fault(server)
  if (wrong !== null) throw new UnusableIssuer(`Con el emisor «${server.issuer}» no se puede entrar: ${wrong}.`)
  const signed = server.id_token_signing_alg_values_supported ?? ['RS256']
  return { ...server, id_token_signing_alg_values_supported: signed.filter((alg) => algorithms.includes(alg)) }
}
