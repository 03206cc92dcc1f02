import { Problem } from '@hilo/domain/problem.ts'
import { safeReturnTo } from '@hilo/domain/return-to.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import {
  attemptLifeS,
  provesChallenge,
  randomToken,
  sameBrowser,
  saveAttempt,
  sha256,
  sweep,
  takeAttempt,
} from './attempts.ts'
import { IssuerClient } from './client.ts'
import { embeddedIssuer, nativeClientId, webClientId } from './embedded.ts'
import { fetchThrough } from './in-process.ts'
import { refused, refusedBy, withoutAddresses } from './issuer-answers.ts'
import { UnusableIssuer } from './issuer-metadata.ts'
import { issuerKeys, type IssuerKeys } from './keys.ts'
import { KnownDevices, type DeviceCookie } from './known-device.ts'
import { mountIssuer } from './mount.ts'
import { candidateOf } from './person-with.ts'
import { addressSubject, limited, signupsByAddress, signupsByPerson, startsByAddress } from './rate-limit.ts'
import { redirects, type Redirects } from './redirects.ts'
import { createSession, endSession, idTokenOf, type NewSession } from './sessions.ts'
import type { Visitor } from './visitor.ts'

/** Lifetime of the cookie that binds a sign-in to one browser, seconds. */
export const browserCookieS = attemptLifeS
const sweepEveryMs = 300_000
/** Longest return path that fits into the state beside its random part. */
const mostReturnTo = 300

interface LoginStart {
  /** A path of this site, or undefined. */
  returnTo: string | undefined
  /** From the application, which sends its verifier only at the end. */
  native: boolean
  /** A known redirect address; the default without it. */
  redirect: string | undefined
  /** S256: the application's own; a web client may add one to the server's. */
  codeChallenge: string | undefined
  browserCookie: string | undefined
  address: string
}
/** The authorization response: a code, or an error. */
type LoginAnswer = { code: string } | { error: string; description: string | undefined }
interface LoginEnd {
  answer: LoginAnswer
  state: string
  iss: string | undefined
  codeVerifier: string | undefined
  browserCookie: string | undefined
  /** Invitation for the first sign-in at a foreign issuer. */
  invitationToken: string | undefined
  /** The browser's previous session, which ends. */
  previousToken: string | null
  visitor: Visitor
}

/** Signing in and out, at the embedded issuer or a foreign one. */
export interface Auth {
  /** Serves the embedded issuer below `/oidc`; no effect if another issuer is configured. */
  mountIssuer(app: FastifyInstance): Promise<void>
  /**
   * Reads the metadata of a foreign issuer at the start; logs a warning if the issuer does not answer.
   * @throws {Error} with a Spanish sentence if the issuer's name or metadata make every sign-in fail
   */
  checkIssuer(): Promise<void>
  /** @throws Problem RATE_LIMITED, VALIDATION, UNAVAILABLE, LOGIN_REFUSED */
  startLogin(start: LoginStart): Promise<{ url: string; browserCookie?: string }>
  /** @throws Problem RATE_LIMITED, LOGIN_EXPIRED, LOGIN_REFUSED, ACCOUNT_NOT_LINKED, ACCOUNT_DISABLED, UNAVAILABLE */
  completeLogin(end: LoginEnd): Promise<NewSession>
  /** Address that ends the issuer's session as well; at least the login page. */
  logoutUrl(sessionToken: string | null): Promise<string>
  endSession(token: string, visitor: Visitor): Promise<void>
  /** Device cookie after the person has proved the address; null with a foreign issuer. */
  markDevice(email: string): Promise<DeviceCookie | null>
}

class OpenAuth implements Auth {
  readonly #config: Config
  readonly #db: Database
  readonly #log: Log
  readonly #redirects: Redirects
  /** Keys of the embedded issuer; null if another one is configured. */
  readonly #keys: IssuerKeys | null
  readonly #devices: KnownDevices | null
  readonly #client: IssuerClient
  #app: FastifyInstance | null = null
  #sweptAt = 0

  constructor(deps: { config: Config; db: Database; log: Log; keys: IssuerKeys | null }) {
    const { config, log } = deps
    this.#config = config
    this.#db = deps.db
    this.#log = log
    this.#redirects = redirects(config.publicUrl)
    this.#keys = deps.keys
    this.#devices = deps.keys && new KnownDevices(config, deps.keys)
    const foreign = config.issuer && { id: config.issuer.clientId, secret: config.issuer.clientSecret }
    this.#client = foreign
      ? new IssuerClient({ issuer: new URL(config.issuer?.url ?? ''), clients: { web: foreign, native: foreign }, log })
      : new IssuerClient({
          issuer: new URL(embeddedIssuer(config.publicUrl)),
          clients: { web: { id: webClientId, secret: deps.keys?.clientSecret ?? '' }, native: { id: nativeClientId } },
          fetch: fetchThrough(() => this.#app, config.publicUrl),
          log,
        })
  }

  async mountIssuer(app: FastifyInstance): Promise<void> {
    this.#app = app
    const parts = { config: this.#config, db: this.#db, log: this.#log }
    if (this.#keys && this.#devices) await mountIssuer(app, { ...parts, keys: this.#keys, devices: this.#devices })
  }

  async checkIssuer(): Promise<void> {
    if (this.#keys) return
    await this.#client.check().catch((error: unknown) => {
      if (error instanceof UnusableIssuer) throw new Error(error.message)
      if (!(error instanceof Problem)) throw error
      this.#log.warn('El emisor de OIDC_ISSUER no contesta con su descripción: hasta que lo haga nadie puede entrar.')
    })
  }

  async startLogin(start: LoginStart): Promise<{ url: string; browserCookie?: string }> {
    await limited(this.#db.app, [startsByAddress, addressSubject(start.address)])
    this.#sweep()
    const { native } = start
    const redirectUri = this.#landing(start)
    const state = stateFor(start.returnTo)
    const nonce = randomToken()
    const verifier = native ? null : randomToken()
    // Two sign-ins in two tabs share the browser's cookie, so that neither breaks the other.
    const cookie = native
      ? null
      : /^[\w-]{43}$/.test(start.browserCookie ?? '')
        ? (start.browserCookie ?? null)
        : randomToken()
    const challenge = verifier === null ? (start.codeChallenge ?? '') : sha256(verifier).toString('base64url')
    const url = await this.#client.loginUrl(native ? 'native' : 'web', {
      redirect_uri: redirectUri,
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    await saveAttempt(this.#db.app, state, {
      nonce,
      codeVerifier: verifier,
      codeChallenge: start.codeChallenge ?? null,
      browserHash: cookie === null ? null : sha256(cookie),
      redirectUri,
    })
    return { url, ...(cookie !== null && { browserCookie: cookie }) }
  }

  async completeLogin(end: LoginEnd): Promise<NewSession> {
    if (end.invitationToken !== undefined) {
      const { visitor, invitationToken } = end
      await limited(
        this.#db.app,
        [signupsByAddress, addressSubject(visitor.address)],
        [signupsByPerson, invitationToken],
      )
    }
    const attempt = await takeAttempt(this.#db.app, end.state)
    if (!attempt) throw new Problem('LOGIN_EXPIRED')
    const native = attempt.codeVerifier === null
    // An attempt of the application completes only there: a page cannot be made to complete another person's.
    if (native !== (end.visitor.native !== null)) throw new Problem('LOGIN_EXPIRED')
    if (!native && !sameBrowser(attempt, end.browserCookie)) throw new Problem('LOGIN_EXPIRED')
    if ('error' in end.answer) throw this.#refusal(end.answer)
    const challenged = native || attempt.codeChallenge !== null
    if (challenged && !provesChallenge(attempt, end.codeVerifier)) throw new Problem('LOGIN_REFUSED')
    const person = await this.#client.redeem({
      kind: native ? 'native' : 'web',
      redirectUri: attempt.redirectUri,
      code: end.answer.code,
      state: end.state,
      ...this.#answerer(end.iss),
      nonce: attempt.nonce,
      codeVerifier: attempt.codeVerifier ?? end.codeVerifier ?? '',
    })
    const { previousToken, invitationToken } = end
    const options = { embedded: this.#keys !== null, previousToken, invitationToken }
    return createSession(this.#db.app, person, end.visitor, options)
  }

  #refusal({ error, description = '' }: Extract<LoginAnswer, { error: string }>): Problem {
    this.#log.warn('the issuer refused a sign-in', { error, description: withoutAddresses(description) })
    if (this.#keys) return error === 'access_denied' ? refused('cancelled') : new Problem('LOGIN_REFUSED')
    return refusedBy(error)
  }

  #landing({ native, redirect }: LoginStart): string {
    const known = native ? this.#redirects.native : [this.#redirects.web]
    const found = redirect === undefined ? known[0] : known.find((one) => one === redirect)
    if (found === undefined)
      throw new Problem('VALIDATION', { details: [{ field: 'redirect', code: 'value', message: 'validation.value' }] })
    return found
  }

  /** Without `iss` the only configured issuer is meant; a foreign one sends it if it can. */
  #answerer(iss: string | undefined): { iss?: string } {
    const known = iss ?? (this.#keys ? embeddedIssuer(this.#config.publicUrl) : undefined)
    return known === undefined ? {} : { iss: known }
  }

  async logoutUrl(sessionToken: string | null): Promise<string> {
    const { afterLogout } = this.#redirects
    const idToken = sessionToken === null ? null : await idTokenOf(this.#db.app, sessionToken)
    try {
      // Glewlwyd redirects to `post_logout_redirect_uri` only if the request has a `state`; the login page removes it.
      const asked = { after: afterLogout, idToken, ...(!this.#keys && { state: 'fin' }) }
      return (await this.#client.logoutUrl('web', asked)) ?? afterLogout
    } catch (error) {
      // An unreachable issuer must not stop a sign-out.
      if (error instanceof Problem) return afterLogout
      throw error
    }
  }

  endSession(token: string, visitor: Visitor): Promise<void> {
    return endSession(this.#db.app, token, visitor)
  }

  async markDevice(email: string): Promise<DeviceCookie | null> {
    const account = this.#devices && (await candidateOf(this.#db.app, email))
    return account && (this.#devices?.mark(account) ?? null)
  }

  /** Deletes expired rows now and then, during sign-ins. */
  #sweep(): void {
    if (performance.now() - this.#sweptAt < sweepEveryMs) return
    this.#sweptAt = performance.now()
    sweep(this.#db.app).catch((error: unknown) => this.#log.warn('old sign-ins were not removed', { error }))
  }
}

/** Random, then a dot and the return path, so that the path is protected by the state. */
function stateFor(returnTo: string | undefined): string {
  const way = safeReturnTo(returnTo)
  return way === null || way.length > mostReturnTo
    ? randomToken()
    : `${randomToken()}.${Buffer.from(way).toString('base64url')}`
}

/** Opens the embedded issuer (generates its keys on the first start) or the client of the configured one. */
export async function openAuth(deps: { config: Config; db: Database; log: Log }): Promise<Auth> {
  return new OpenAuth({ ...deps, keys: deps.config.issuer ? null : await issuerKeys(deps.db.owner) })
}
