import { Problem } from '@hilo/domain/problem.ts'
import * as oidc from 'openid-client'
import type { Log } from '../log.ts'
import { SigningKeys, withEachKey, type KeySet, type Redeem } from './signing-keys.ts'
import { patient } from '../kernel/patience.ts'
import { clientAuth, secretMethods, type SecretMethod } from './client-secret.ts'
import { refusalDetails, refused } from './issuer-answers.ts'
import { causes, ClientUnknown, failsByKey, isClientUnknown, isSetupFault, reason } from './issuer-failure.ts'
import { readMetadata, UnusableIssuer } from './issuer-metadata.ts'

const timeoutS = patient(10)
const metadataLifeMs = 3_600_000

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

/** OpenID Connect client, the same for the embedded issuer and a foreign one. */
export class IssuerClient {
  readonly #options: IssuerOptions
  readonly #keys = new SigningKeys(() => this.#fetchKeys())
  #known: { value: Promise<Known>; until: number } | null = null
  /** Client authentication method that the issuer last accepted. */
  #method: SecretMethod | null = null

  constructor(options: IssuerOptions) {
    this.#options = options
  }

  /** Reads the issuer's metadata. @throws {UnusableIssuer}; Problem UNAVAILABLE if the issuer cannot be reached. */
  async check(): Promise<void> {
    try {
      await this.#read()
    } catch (error) {
      throw error instanceof UnusableIssuer ? error : this.#unavailable(error)
    }
  }

  /** Address for signing in. @throws Problem UNAVAILABLE if the issuer cannot be reached, LOGIN_REFUSED if it is unusable. */
  async loginUrl(kind: ClientKind, parameters: Record<string, string>): Promise<string> {
    return oidc.buildAuthorizationUrl(await this.#configuration(kind), {
      scope: 'openid',
      ui_locales: 'es',
      ...parameters,
    }).href
  }

  /** Address that ends the issuer's session as well; null if it has none. `state` comes back with the person. */
  async logoutUrl(kind: ClientKind, asked: { after: string; idToken: string | null; state?: string }) {
    const { after, idToken, state } = asked
    const configuration = await this.#configuration(kind)
    if (!configuration.serverMetadata().end_session_endpoint) return null
    return oidc.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: after,
      ...(state !== undefined && { state }),
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
      const tokens = await this.#recognized(server, answer)
      const claims = tokens.claims()
      if (!claims?.sub || claims.sub.length > 255 || !tokens.id_token) throw new Error('no id token, or of nobody')
      return { iss: claims.iss, sub: claims.sub, idToken: tokens.id_token }
    } catch (error) {
      if (causes(error).some((cause) => cause instanceof Unreachable)) throw this.#unavailable(error)
      this.#options.log.warn('sign-in refused', { reason: reason(error) })
      throw isSetupFault(error) ? refused('setup') : new Problem('LOGIN_REFUSED')
    }
  }

  /** Redeems the code by each client authentication method in turn, until the issuer recognizes the client. */
  async #recognized(server: oidc.ServerMetadata, answer: Answer): Promise<Tokens> {
    const isPublic = this.#options.clients[answer.kind].secret === undefined
    const all = secretMethods(server)
    const methods = isPublic ? all.slice(0, 1) : [...new Set([this.#method ?? all, all].flat())]
    for (const [index, method] of methods.entries()) {
      const fetching = this.#fetchingOnce()
      try {
        const tokens = await this.#verified(this.#redeeming(server, answer, { method, fetch: fetching.fetch }))
        if (!isPublic) this.#method = method
        return tokens
      } catch (error) {
        // Auth0 answers 401 with the error `access_denied`.
        const isUnknown = isClientUnknown(error) || fetching.status() === 401
        // The issuer recognized the client but refused the code, which the attempt before may have used up.
        if (!isUnknown && !isPublic && fetching.status() > 0) this.#method = method
        if (!isUnknown) throw error
        if (index === methods.length - 1) throw new ClientUnknown('no method', { cause: error })
        this.#options.log.warn('the issuer does not know our client', { method, reason: reason(error) })
      }
    }
    throw new Error('no method')
  }

  #redeeming(
    server: oidc.ServerMetadata,
    answer: Answer,
    how: { method: SecretMethod; fetch: oidc.CustomFetch },
  ): Redeem<Tokens> {
    const url = new URL(answer.redirectUri)
    url.search = new URLSearchParams({
      code: answer.code,
      state: answer.state,
      ...(answer.iss !== undefined && { iss: answer.iss }),
    }).toString()
    return async (keys) => {
      // One configuration per set of keys: the library caches keys by configuration and would not refetch for a minute.
      const configuration = this.#clientOf(server, this.#options.clients[answer.kind], how)
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
  async #verified(redeem: Redeem<Tokens>): Promise<Tokens> {
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
  #fetchingOnce(): { fetch: oidc.CustomFetch; status(): number } {
    let cached: { body: string; init: ResponseInit } | null = null
    const fetch: oidc.CustomFetch = async (url, options) => {
      if (cached === null) {
        const response = await this.#fetch(url, options)
        const { status, statusText, headers } = response
        cached = { body: await response.text(), init: { status, statusText, headers } }
      }
      const bodiless = [204, 205, 304].includes(cached.init.status ?? 200)
      return new Response(bodiless ? null : cached.body, cached.init)
    }
    return { fetch, status: () => cached?.init.status ?? 0 }
  }

  async #configuration(kind: ClientKind): Promise<oidc.Configuration> {
    return (await this.#metadata()).clients[kind]
  }

  async #metadata(): Promise<Known> {
    try {
      return await this.#read()
    } catch (error) {
      if (!(error instanceof UnusableIssuer)) throw this.#unavailable(error)
      this.#options.log.error(error.message)
      throw refused('setup')
    }
  }

  /** The issuer's metadata: fetched on first use and hourly; failures are not cached. */
  #read(): Promise<Known> {
    if (!this.#known || this.#known.until < performance.now()) {
      const value = this.#discover()
      this.#known = { value, until: performance.now() + metadataLifeMs }
      value.catch(() => {
        this.#known = null
      })
    }
    return this.#known.value
  }

  async #discover(): Promise<Known> {
    const { issuer, clients } = this.#options
    const server = await readMetadata(issuer, { clientId: clients.web.id, fetch: this.#fetch, timeout: timeoutS })
    return {
      server,
      clients: { web: this.#clientOf(server, clients.web), native: this.#clientOf(server, clients.native) },
    }
  }

  /** @param how to call the token endpoint; omitted where only addresses are built */
  #clientOf(
    server: oidc.ServerMetadata,
    { id, secret }: ClientIdentity,
    how?: { method: SecretMethod; fetch: oidc.CustomFetch },
  ): oidc.Configuration {
    const configuration = new oidc.Configuration(server, id, {}, how ? clientAuth(how.method, secret) : oidc.None())
    configuration[oidc.customFetch] = how?.fetch ?? this.#fetch
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
    const isEmbedded = this.#options.fetch !== undefined
    return new Problem('UNAVAILABLE', { retryAfter: 5, ...(!isEmbedded && { details: refusalDetails('down') }) })
  }
}

const overNetwork: oidc.CustomFetch = (url, { signal, body, ...options }) =>
  fetch(url, { ...options, ...(signal && { signal }), ...(body != null && { body }) })
