import { Problem } from '@hilo/domain/problem.ts'
import * as oidc from 'openid-client'
import type { Log } from '../log.ts'
import { SigningKeys, type KeySet } from './signing-keys.ts'
import { patient } from '../kernel/patience.ts'

/** Accepted id token signatures, whatever an issuer offers. */
const algorithms: readonly string[] = ['ES256', 'ES384', 'PS256', 'PS384', 'RS256', 'RS384', 'EdDSA', 'Ed25519']
const timeoutS = patient(10)
const metadataLifeMs = 3_600_000
const mostKeysTried = 8
/** openid-client's code for a missing or wrong key. */
const keySelection = 'OAUTH_KEY_SELECTION_FAILED'
const wrongSignature = 'JWT signature verification failed'

type ClientKind = 'web' | 'native'
interface ClientIdentity {
  id: string
  /** Absent for a public client. */
  secret?: string
}
interface IssuerOptions {
  issuer: URL
  clients: Record<ClientKind, ClientIdentity>
  /** How the issuer is reached: the network, or in process for the embedded one. */
  fetch?: oidc.CustomFetch
  log: Log
}

/** The issuer's answer, and the values it must match. */
interface Answer {
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

/** The issuer did not answer, or with a server error. */
class Unreachable extends Error {}

interface Known {
  server: oidc.ServerMetadata
  clients: Record<ClientKind, oidc.Configuration>
}
type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>
/** Redeems one code with one set of keys; the token endpoint is called the first time only. */
type Redeem = (keys: KeySet) => Promise<Tokens>

/** OpenID Connect client, the same for the embedded issuer and a foreign one. */
export class IssuerClient {
  readonly #options: IssuerOptions
  readonly #keys = new SigningKeys(() => this.#fetchKeys())
  #known: { value: Promise<Known>; until: number } | null = null

  constructor(options: IssuerOptions) {
    this.#options = options
  }

  /** Address for signing in. @throws Problem UNAVAILABLE if the issuer cannot be reached. */
  async loginUrl(kind: ClientKind, parameters: Record<string, string>): Promise<string> {
    return oidc.buildAuthorizationUrl(await this.#configuration(kind), {
      scope: 'openid',
      ui_locales: 'es',
      ...parameters,
    }).href
  }

  /** Address that ends the issuer's session as well; null if it has none. */
  async logoutUrl(kind: ClientKind, afterLogout: string, idToken: string | null): Promise<string | null> {
    const configuration = await this.#configuration(kind)
    if (!configuration.serverMetadata().end_session_endpoint) return null
    return oidc.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: afterLogout,
      ...(idToken && { id_token_hint: idToken }),
    }).href
  }

  /**
   * Redeems the code and verifies the answer: state, iss, PKCE, and of the id token signature, algorithm, iss, aud, nonce, exp
   * and nbf.
   * @throws Problem LOGIN_REFUSED, or UNAVAILABLE if the issuer cannot be reached.
   */
  async redeem(answer: Answer): Promise<Person> {
    const { server } = await this.#metadata()
    try {
      const tokens = await this.#verified(this.#redeeming(server, answer))
      const claims = tokens.claims()
      if (!claims?.sub || claims.sub.length > 255 || !tokens.id_token) throw new Error('no id token, or of nobody')
      return { iss: claims.iss, sub: claims.sub, idToken: tokens.id_token }
    } catch (error) {
      if (causes(error).some((cause) => cause instanceof Unreachable)) throw this.#unavailable(error)
      this.#options.log.warn('sign-in refused', { reason: reason(error) })
      throw new Problem('LOGIN_REFUSED')
    }
  }

  #redeeming(server: oidc.ServerMetadata, answer: Answer): Redeem {
    const url = new URL(answer.redirectUri)
    url.search = new URLSearchParams({
      code: answer.code,
      state: answer.state,
      ...(answer.iss !== undefined && { iss: answer.iss }),
    }).toString()
    const fetch = this.#fetchingOnce()
    return async (keys) => {
      // One configuration per set of keys: the library caches keys by configuration and would not refetch for a minute.
      const configuration = this.#clientOf(server, this.#options.clients[answer.kind], fetch)
      // Without it the library accepts unsigned tokens from the token endpoint.
      oidc.enableNonRepudiationChecks(configuration)
      oidc.setJwksCache(configuration, { jwks: keys, uat: Math.floor(Date.now() / 1000) })
      return await oidc.authorizationCodeGrant(configuration, url, {
        expectedState: answer.state,
        expectedNonce: answer.nonce,
        pkceCodeVerifier: answer.codeVerifier,
        idTokenExpected: true,
      })
    }
  }

  /** Tokens verified with the cached keys, or after a key rotation with the current ones. */
  async #verified(redeem: Redeem): Promise<Tokens> {
    const keys = await this.#keys.current()
    try {
      return await withEachKey(redeem, keys)
    } catch (error) {
      const newer = failsByKey(error) ? await this.#keys.newerThan(keys) : null
      if (newer === null) throw error
      return await withEachKey(redeem, newer)
    }
  }

  async #fetchKeys(): Promise<KeySet> {
    const { server } = await this.#metadata()
    const address = server.jwks_uri ?? ''
    if (this.#options.issuer.protocol === 'https:' && !address.startsWith('https:'))
      throw new Unreachable('the issuer names no https address of its keys')
    const response = await this.#fetch(address, {
      method: 'GET',
      headers: { accept: 'application/json, application/jwk-set+json' },
      body: undefined,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutS * 1000),
    })
    if (response.status !== 200) throw new Unreachable(`the issuer's keys: ${response.status}`)
    const found = (await response.json().catch(() => null)) as { keys?: unknown } | null
    const keys: unknown[] = Array.isArray(found?.keys) ? found.keys : []
    return { keys: keys.filter((key): key is KeySet['keys'][number] => typeof key === 'object' && key !== null) }
  }

  /** A code can be redeemed once: the issuer's answer is read once and replayed. */
  #fetchingOnce(): oidc.CustomFetch {
    let cached: { body: string; init: ResponseInit } | null = null
    return async (url, options) => {
      if (cached === null) {
        const response = await this.#fetch(url, options)
        const { status, statusText, headers } = response
        cached = { body: await response.text(), init: { status, statusText, headers } }
      }
      const bodiless = [204, 205, 304].includes(cached.init.status ?? 200)
      return new Response(bodiless ? null : cached.body, cached.init)
    }
  }

  async #configuration(kind: ClientKind): Promise<oidc.Configuration> {
    return (await this.#metadata()).clients[kind]
  }

  /** The issuer's metadata: fetched on first use and hourly; failures are not cached. */
  async #metadata(): Promise<Known> {
    if (!this.#known || this.#known.until < performance.now()) {
      const value = this.#discover()
      this.#known = { value, until: performance.now() + metadataLifeMs }
      value.catch(() => {
        this.#known = null
      })
    }
    try {
      return await this.#known.value
    } catch (error) {
      throw this.#unavailable(error)
    }
  }

  async #discover(): Promise<Known> {
    const { issuer, clients } = this.#options
    const found = await oidc.discovery(issuer, clients.web.id, undefined, oidc.None(), {
      [oidc.customFetch]: this.#fetch,
      timeout: timeoutS,
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    })
    const server = found.serverMetadata()
    const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
    const described: oidc.ServerMetadata = {
      ...(JSON.parse(JSON.stringify(server)) as oidc.ServerMetadata),
      id_token_signing_alg_values_supported: offered.filter((alg) => algorithms.includes(alg)),
    }
    return {
      server: described,
      clients: { web: this.#clientOf(described, clients.web), native: this.#clientOf(described, clients.native) },
    }
  }

  #clientOf(
    server: oidc.ServerMetadata,
    { id, secret }: ClientIdentity,
    fetch: oidc.CustomFetch = this.#fetch,
  ): oidc.Configuration {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const withSecret = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    const configuration = new oidc.Configuration(
      server,
      id,
      {},
      secret === undefined ? oidc.None() : withSecret(secret),
    )
    configuration[oidc.customFetch] = fetch
    configuration.timeout = timeoutS
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

/** Without a `kid` every key of the right kind is tried alone. */
async function withEachKey(redeem: Redeem, keys: KeySet): Promise<Tokens> {
  try {
    return await redeem(keys)
  } catch (error) {
    let last = error
    for (const key of ambiguous(error)) {
      try {
        return await redeem({ keys: [key] })
      } catch (refused) {
        if (!failsByKey(refused)) throw refused
        last = refused
      }
    }
    throw last
  }
}

/** The keys that the library found ambiguous. */
function ambiguous(error: unknown): KeySet['keys'] {
  return causes(error).flatMap((one) => {
    const choice = codeOf(one) === keySelection && one instanceof Error ? one.cause : undefined
    return ((choice as { candidates?: KeySet['keys'] } | undefined)?.candidates ?? []).slice(0, mostKeysTried)
  })
}

/** True if no key fits the token, or the fitting one did not sign it, as after a key rotation. */
function failsByKey(error: unknown): boolean {
  return causes(error).some(
    (one) => codeOf(one) === keySelection || (one instanceof Error && one.message === wrongSignature),
  )
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

function causes(error: unknown): unknown[] {
  const found: unknown[] = []
  for (let one = error; one instanceof Error && found.length < 8; one = one.cause) found.push(one)
  return found
}

/** The failure for the log: messages and codes, never a token. */
function reason(error: unknown): string {
  return causes(error)
    .map((one) => (one instanceof Error ? `${one.message}${'code' in one ? ` (${String(one.code)})` : ''}` : ''))
    .join(' < ')
}
