import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '@hilo/domain/problem.ts'
import { errors } from 'oidc-provider'
import type Provider from 'oidc-provider'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { bringsSession } from './cookies.ts'
import { demonstrationPassword, presentAccounts } from './demonstration.ts'
import { interactionPath } from './embedded.ts'
import { newNonce, pagePolicy } from './headers.ts'
import { workQueue } from '../work-queue.ts'
import { errorPage } from './pages/error-page.ts'
import { loginPage, type LoginFault } from './pages/login-page.ts'
import { formTargets, isOurPage, readForm, send, type Interaction, type Visit } from './page-form.ts'
import { PasskeyForm } from './passkey-form.ts'
import { passkeySite } from './passkey-site.ts'
import type { KnownDevices } from './known-device.ts'
import { verifyPassword } from './passwords.ts'
import { candidateOf, type Candidate } from './person-with.ts'
import {
  addressSubject,
  giveBack,
  passwordsByAddress,
  passwordsByDevice,
  passwordsByPerson,
  passwordsByPlace,
  placeSubject,
  spent,
  startsByAddress,
  take,
  takeEach,
  type Counted,
} from './rate-limit.ts'

/**
 * An attempt in progress counts as failed until it succeeds: limited concurrency, so that many valid sign-ins at once are not
 * throttled.
 */
const entering = workQueue(4, 100)

interface Typed {
  email: string
  password: string
}
interface Refusal {
  status: 422 | 429 | 503
  fault: LoginFault
  waitS?: number
}
/** The issuer's page: asks for address and password and completes the interaction. */
export class LoginForm {
  readonly #pool: pg.Pool
  readonly #config: Config
  readonly #log: Log
  readonly #provider: Provider
  readonly #passkeys: PasskeyForm
  readonly #devices: KnownDevices

  constructor(deps: { pool: pg.Pool; config: Config; log: Log; provider: Provider; devices: KnownDevices }) {
    this.#pool = deps.pool
    this.#config = deps.config
    this.#log = deps.log
    this.#provider = deps.provider
    this.#passkeys = new PasskeyForm(deps)
    this.#devices = deps.devices
  }

  /** Shows the page (GET) or handles the form (POST). */
  async answer(req: IncomingMessage, res: ServerResponse, visit: Visit): Promise<void> {
    try {
      const interaction = await this.#provider.interactionDetails(req, res)
      if (interaction.uid !== visit.uid || interaction.prompt.name !== 'login')
        throw new errors.SessionNotFound('another interaction')
      if (visit.step !== undefined) await this.#passkeys.answer(req, res, { ...visit, step: visit.step }, interaction)
      else if (req.method === 'POST') await this.#submit(req, res, visit, interaction)
      else await this.#show(req, res, interaction)
    } catch (error) {
      const known = error instanceof errors.OIDCProviderError
      if (!known) this.#log.error('login page failed', { error })
      // After signing in, the browser's back button leads here: redirects.
      else if (req.method === 'GET' && bringsSession(req.headers.cookie, this.#config)) return home(res)
      this.#fail(res, known ? 400 : 500, known ? 'session_expired' : 'server_error')
    }
  }

  /** False, with the answer sent, if too many sign-ins were started from this address: each stores a row. */
  async admits(res: ServerResponse, address: string): Promise<boolean> {
    try {
      const waitS = await take(this.#pool, startsByAddress, addressSubject(address))
      if (waitS === 0) return true
      res.setHeader('retry-after', String(waitS))
      this.#fail(res, 429, 'limited')
    } catch (error) {
      this.#log.error('sign-in could not begin', { error })
      this.#fail(res, 503, 'server_error')
    }
    return false
  }

  async #show(req: IncomingMessage, res: ServerResponse, interaction: Interaction): Promise<void> {
    const wanted = new URL(req.url ?? '/', 'http://page').searchParams.get('cuenta')
    const account = (await presentAccounts(this.#config, this.#pool)).find(({ email }) => email === wanted)
    await this.#page(res, interaction, 200, {
      email: account?.email ?? '',
      ...(account && { password: demonstrationPassword }),
    })
  }

  async #submit(req: IncomingMessage, res: ServerResponse, visit: Visit, interaction: Interaction): Promise<void> {
    const form = isOurPage(req.headers, this.#config) ? await readForm(req) : null
    if (!form) return this.#fail(res, 400, 'invalid_request')
    const email = (form.get('email') ?? '')
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 254)
    const typed = { email: email.toLowerCase(), password: form.get('password') ?? '' }
    const checked = await this.#check(typed, visit.address, req.headers.cookie)
    if ('fault' in checked) {
      // The typed address is not logged: it may be a password in the wrong field.
      if (checked.fault !== 'empty') this.#log.warn('sign-in refused', { fault: checked.fault, address: visit.address })
      return this.#page(res, interaction, checked.status, { email, fault: checked.fault }, checked.waitS)
    }
    res.appendHeader('set-cookie', this.#devices.headerOf(checked))
    await this.#passkeys.afterPassword(req, res, interaction, checked.id)
  }

  /** The person, or the reason for refusing. Equal work for known and unknown addresses. */
  async #check({ email, password }: Typed, address: string, cookies: string | undefined): Promise<Candidate | Refusal> {
    if (email === '' || password === '') return { status: 422, fault: 'empty' }
    const candidate = await candidateOf(this.#pool, email)
    const counted = limitsOf(email, address, this.#devices.deviceOf(cookies, candidate))
    const limited = (waitS: number) => ({ status: 429, fault: 'limited', waitS }) as const
    const used = await Promise.all(counted.map(([limit, subject]) => spent(this.#pool, limit, subject)))
    if (Math.max(...used) > 0) return limited(Math.max(...used))
    try {
      return await entering(async () => {
        const waitS = await takeEach(this.#pool, counted)
        if (waitS > 0) return limited(waitS)
        const right = await verifyPassword(password, candidate?.password_hash ?? null)
        if (!right || candidate === null) return { status: 422, fault: 'wrong' }
        await Promise.all(counted.map(([limit, subject]) => giveBack(this.#pool, limit, subject)))
        return candidate
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { status: 503, fault: 'busy', waitS: error.extra.retryAfter ?? 5 }
    }
  }

  async #page(
    res: ServerResponse,
    interaction: Interaction,
    status: number,
    shown: { email: string; password?: string; fault?: LoginFault },
    waitS?: number,
  ): Promise<void> {
    const nonce = newNonce()
    if (waitS !== undefined) res.setHeader('retry-after', String(waitS))
    res.setHeader('content-security-policy', pagePolicy(nonce, formTargets(interaction)))
    const { version } = this.#config
    const accounts = await presentAccounts(this.#config, this.#pool)
    const passkeys = passkeySite(this.#config) === null ? null : interactionPath(interaction.uid, 'llave')
    send(
      res,
      status,
      loginPage({ nonce, version, accounts, passkeys, ...shown, ...(waitS !== undefined && { waitS }) }),
    )
  }

  #fail(res: ServerResponse, status: number, code: string): void {
    const nonce = newNonce()
    res.setHeader('content-security-policy', pagePolicy(nonce))
    send(
      res,
      status,
      errorPage({ nonce, version: this.#config.version, code, again: `${this.#config.publicUrl.origin}/login` }),
    )
  }
}

/** Limits for a failed password: at a known device only the device's own, so that an attacker cannot use it up. */
function limitsOf(email: string, address: string, device: string | null): Counted[] {
  if (device !== null) return [[passwordsByDevice, `${email} ${device}`]]
  return [
    [passwordsByPlace, placeSubject(email, address)],
    [passwordsByAddress, addressSubject(address)],
    [passwordsByPerson, email],
  ]
}

/** Redirects to the start page, which leads to the person's area or to the login. */
function home(res: ServerResponse): void {
  res.writeHead(303, { location: '/' }).end()
}
