/** Reads and checks the metadata of an issuer (OpenID Connect Discovery). */
import * as oidc from 'openid-client'
import { nameFound } from './issuer-failure.ts'

/**
 * Accepted id token signatures: every algorithm with a public key that the library verifies. HS256, HS384 and HS512 use the client
 * secret as key, so whoever holds the secret could forge a token for any person.
 */
const algorithms: readonly string[] = [
  ...['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'EdDSA', 'Ed25519'],
]

/** The issuer's metadata make every sign-in fail. The message is a Spanish sentence for the administrator. */
export class UnusableIssuer extends Error {}

interface DiscoveryOptions {
  clientId: string
  fetch: oidc.CustomFetch
  /** s */
  timeout: number
}

/** Issuer names with and without a final slash have the same metadata address, so both are accepted. */
const plainName = (name: string) => (URL.parse(name)?.href ?? name).replace(/\/$/, '')
const isDescription = ({ pathname }: URL) => pathname.includes('/.well-known/')

/**
 * Compares the configured name with the one in the metadata; null if they match, else a Spanish sentence. The library skips this
 * comparison for Microsoft's hosts, whose shared endpoints have the placeholder `{tenantid}` in the name.
 */
function misnamed(issuer: URL, name: string): string | null {
  if (!name.includes('{') && (isDescription(issuer) || plainName(name) === plainName(issuer.href))) return null
  const both = `OIDC_ISSUER vale «${issuer.origin}${issuer.pathname}» y el emisor que contesta ahí se llama «${name}».`
  if (name.includes('{')) return `${both} Pon el de tu inquilino: con este entraría cualquiera.`
  const isInside = issuer.protocol === 'https:' && URL.parse(name)?.protocol !== 'https:'
  return isInside ? `${both} Configura en el emisor su nombre público.` : `${both} Pon en OIDC_ISSUER su nombre.`
}

async function discovered(issuer: URL, { clientId, fetch, timeout }: DiscoveryOptions): Promise<oidc.ServerMetadata> {
  const fetchDescription: oidc.CustomFetch = async (url, init) => {
    const answer = await fetch(url, init)
    const location = answer.headers.get('location')
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}${location === null ? '' : `, ${location}`}`)
    return answer
  }
  const found = await oidc.discovery(issuer, clientId, undefined, oidc.None(), {
    [oidc.customFetch]: fetchDescription,
    timeout,
    execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
  })
  return JSON.parse(JSON.stringify(found.serverMetadata())) as oidc.ServerMetadata
}

/** The first fault of the metadata, in Spanish; null if there is none. */
function fault(server: oidc.ServerMetadata, { protocol }: URL): string | null {
  const { id_token_signing_alg_values_supported: signed, token_endpoint_auth_methods_supported: methods } = server
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (!server[name]) return `no dice su «${name}»`
    const found = URL.parse(server[name])?.protocol
    if (found !== 'https:' && found !== protocol)
      return `su «${name}» es «${server[name]}» y tiene que empezar por https://`
  }
  if (server['require_pushed_authorization_requests'] === true)
    return 'exige peticiones por delante (PAR), que Hilo no hace'
  if (server.response_types_supported && !server.response_types_supported.includes('code'))
    return 'no da códigos («response_types_supported» sin «code»)'
  if (signed && !signed.some((one) => algorithms.includes(one)))
    return `solo firma con ${signed.join(', ')} y hace falta una de ${algorithms.join(', ')}`
  if (methods && !methods.some((one) => one === 'client_secret_basic' || one === 'client_secret_post'))
    return `no admite la clave del cliente por «client_secret_basic» ni «client_secret_post», solo por ${methods.join(', ')}`
  return null
}

/**
 * The issuer's metadata, with only the accepted signature algorithms. A name that differs from the configured one by a final slash
 * is used instead of it.
 * @throws {UnusableIssuer}
 */
export async function readMetadata(issuer: URL, options: DiscoveryOptions): Promise<oidc.ServerMetadata> {
  const named = (name: string): string => {
    const sentence = misnamed(issuer, name)
    if (sentence !== null) throw new UnusableIssuer(sentence)
    return name
  }
  const server = await discovered(issuer, options).catch((error: unknown) => {
    const name = nameFound(error)
    if (name === null) throw error
    return discovered(new URL(named(name)), options)
  })
  named(server.issuer)
  const wrong = fault(server, issuer)
  if (wrong !== null) throw new UnusableIssuer(`Con el emisor «${server.issuer}» no se puede entrar: ${wrong}.`)
  const signed = server.id_token_signing_alg_values_supported ?? ['RS256']
  return { ...server, id_token_signing_alg_values_supported: signed.filter((alg) => algorithms.includes(alg)) }
}
