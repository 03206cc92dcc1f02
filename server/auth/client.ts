import { Problem } from '@hilo/domain/problem.ts'
import * as oidc from 'openid-client'
import type { Log } from '../log.ts'

/** Signatures that an id token may carry, whatever an issuer offers. */
const algorithms: readonly string[] = ['ES256', 'ES384', 'PS256', 'PS384', 'RS256', 'RS384', 'EdDSA', 'Ed25519']
const timeoutS = 10
const metadataLifeMs = 3_600_000

export type ClientKind = 'web' | 'native'
export interface ClientIdentity {
  id: string
  /** Absent for a public client. */
  secret?: string
}
export interface IssuerOptions {
  issuer: URL
  clients: Record<ClientKind, ClientIdentity>
  /** How the issuer is reached; the network unless it is the embedded one. */
  fetch?: oidc.CustomFetch
  log: Log
}

/** What came back from the issuer, and what it must agree with. */
export interface Answer {
  kind: ClientKind
  redirectUri: string
  code: string
  state: string
  iss?: string
  nonce: string
  codeVerifier: string
}
export interface Person {
  iss: string
  sub: string
  idToken: string
}

/** The issuer did not answer, or not as a working one does. */
class Unreachable extends Error {}

/** The client's side of OpenID Connect, the same for the embedded issuer and a foreign one. */
export class IssuerClient {
  readonly #options: IssuerOptions
  #known: { value: Promise<Record<ClientKind, oidc.Configuration>>; until: number } | null = null

  constructor(options: IssuerOptions) {
    this.#options = options
  }

  /** Where to send a person who wants to sign in. @throws Problem UNAVAILABLE when the issuer cannot be asked. */
  async loginUrl(kind: ClientKind, parameters: Record<string, string>): Promise<string> {
    return oidc.buildAuthorizationUrl(await this.#configuration(kind), {
      scope: 'openid',
      ui_locales: 'es',
      ...parameters,
    }).href
  }

  /** Where to go to end the issuer's session too; null when it offers no such address. */
  async logoutUrl(kind: ClientKind, afterLogout: string, idToken: string | null): Promise<string | null> {
    const configuration = await this.#configuration(kind)
    if (!configuration.serverMetadata().end_session_endpoint) return null
    return oidc.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: afterLogout,
      ...(idToken && { id_token_hint: idToken }),
    }).href
  }

  /**
   * Redeems the code and checks everything that the answer claims: state, iss, PKCE, and of the id token signature,
   * algorithm, iss, aud, nonce, exp and nbf.
   * @throws Problem LOGIN_REFUSED, or UNAVAILABLE when the issuer cannot be asked.
   */
  async redeem(answer: Answer): Promise<Person> {
    const configuration = await this.#configuration(answer.kind)
    const url = new URL(answer.redirectUri)
    url.search = new URLSearchParams({
      code: answer.code,
      state: answer.state,
      ...(answer.iss !== undefined && { iss: answer.iss }),
    }).toString()
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        expectedState: answer.state,
        expectedNonce: answer.nonce,
        pkceCodeVerifier: answer.codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims?.sub || claims.sub.length > 255 || !tokens.id_token) throw new Error('no id token, or of nobody')
      return { iss: claims.iss, sub: claims.sub, idToken: tokens.id_token }
    } catch (error) {
      if (causes(error).some((cause) => cause instanceof Unreachable)) throw this.#unavailable(error)
      this.#options.log.warn('sign-in refused', { reason: reason(error) })
      throw new Problem('LOGIN_REFUSED')
    }
  }

  /** The issuer's description: asked when first needed and each hour; a failure is forgotten, so the next one asks again. */
  async #configuration(kind: ClientKind): Promise<oidc.Configuration> {
    if (!this.#known || this.#known.until < performance.now()) {
      const value = this.#discover()
      this.#known = { value, until: performance.now() + metadataLifeMs }
      value.catch(() => {
        this.#known = null
      })
    }
    try {
      return (await this.#known.value)[kind]
    } catch (error) {
      throw this.#unavailable(error)
    }
  }

  async #discover(): Promise<Record<ClientKind, oidc.Configuration>> {
    const { issuer, clients } = this.#options
    const found = await oidc.discovery(issuer, clients.web.id, undefined, oidc.None(), {
      [oidc.customFetch]: this.#fetch,
      timeout: timeoutS,
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    })
    const server = found.serverMetadata()
    const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
    const plain: oidc.ServerMetadata = {
      ...(JSON.parse(JSON.stringify(server)) as oidc.ServerMetadata),
      id_token_signing_alg_values_supported: offered.filter((alg) => algorithms.includes(alg)),
    }
    return { web: this.#clientOf(plain, clients.web), native: this.#clientOf(plain, clients.native) }
  }

  #clientOf(server: oidc.ServerMetadata, { id, secret }: ClientIdentity): oidc.Configuration {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const withSecret = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    const configuration = new oidc.Configuration(
      server,
      id,
      {},
      secret === undefined ? oidc.None() : withSecret(secret),
    )
    configuration[oidc.customFetch] = this.#fetch
    configuration.timeout = timeoutS
    // Without it a token fetched straight from the issuer is believed unsigned.
    oidc.enableNonRepudiationChecks(configuration)
    if (this.#options.issuer.protocol === 'http:') oidc.allowInsecureRequests(configuration)
    return configuration
  }

  readonly #fetch: oidc.CustomFetch = async (url, options) => {
    let response: Response
    try {
      response = await (this.#options.fetch ?? overNetwork)(url, options)
    } catch (cause) {
      throw new Unreachable('the issuer does not answer', { cause })
    }
    if (response.status >= 500) throw new Unreachable(`the issuer answers ${response.status}`)
    return response
  }

  #unavailable(error: unknown): Problem {
    this.#options.log.warn('the issuer cannot be asked', { reason: reason(error) })
    return new Problem('UNAVAILABLE', { retryAfter: 5 })
  }
}

const overNetwork: oidc.CustomFetch = (url, { signal, body, ...options }) =>
  fetch(url, { ...options, ...(signal && { signal }), ...(body != null && { body }) })

function causes(error: unknown): unknown[] {
  const found: unknown[] = []
  for (let one = error; one instanceof Error && found.length < 8; one = one.cause) found.push(one)
  return found
}

/** What went wrong in words for the log: messages and codes, never a token. */
function reason(error: unknown): string {
  return causes(error)
    .map((one) => (one instanceof Error ? `${one.message}${'code' in one ? ` (${String(one.code)})` : ''}` : ''))
    .join(' < ')
}
