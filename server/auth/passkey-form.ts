import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors } from 'oidc-provider'
import type Provider from 'oidc-provider'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { interactionPath, manageParameter, type PasskeyStep } from './embedded.ts'
import { endOthers, noteFactor, type Doer } from './factor-notes.ts'
import { newNonce, pagePolicy } from './headers.ts'
import { endStep, keepChallenge, readStep, startStep, takeChallenge, type LoginStep } from './login-step.ts'
import { formTargets, isOurPage, readForm, send, type Interaction, type Visit } from './page-form.ts'
import { codesPage, newPasskeyPage, passkeyPage, type PasskeyFault } from './pages/passkey-page.ts'
import { passkeySite, type PasskeySite } from './passkey-site.ts'
import {
  addPasskey,
  askNewPasskey,
  askPasskey,
  checkPasskey,
  hasPasskey,
  mostName,
  parseCredential,
} from './passkeys.ts'
import { addressSubject, giveBack, secondFactorByAddress, secondFactorByPerson, take } from './rate-limit.ts'
import { codesLeft, renewCodes, useCode } from './recovery-codes.ts'
import { accountFor, withoutSession } from './sessions.ts'

/** Size of an authenticator's answer, with optional certificates. */
const mostBodyBytes = 24_576

/** A visit to a page after the password. */
interface At {
  req: IncomingMessage
  res: ServerResponse
  visit: Visit & { step: PasskeyStep }
  interaction: Interaction
  site: PasskeySite
}
/** Proof so far: password, passkey or both. */
type Passed = { userId: number; amr: string[] }
type Judged = { passed: Passed; recovered: boolean } | { fault: PasskeyFault; waitS?: number }
interface Owner {
  id: number
  name: string
  email: string
  has: number
  due: boolean
}

const ownerOf = `select u.id, u.name, coalesce(u.email, u.name) as email,
  (select count(*)::int from passkey where user_id = u.id) as has from app_user u where u.id = $1`

/** True if the person must have a passkey and has none. */
async function isDue(client: pg.ClientBase, userId: number): Promise<boolean> {
  const account = await accountFor(client, userId)
  if (!account) return false
  const values = [userId, account.type, account.vnoId]
  return (await client.query<{ due: boolean }>('select passkey_due($1, $2, $3) as due', values)).rows[0]?.due ?? false
}

function see(res: ServerResponse, location: string): void {
  res.writeHead(303, { location }).end()
}

const isPassed = (step: LoginStep | null): step is Passed => step !== null && step.userId !== null && step.amr !== null
const doer = ({ req, visit }: At): Doer => ({
  channel: 'web',
  address: visit.address,
  device: (req.headers['user-agent'] ?? '').slice(0, 300),
  requestId: visit.requestId,
})

/** Steps of a sign-in after the password: use or register a passkey. The interaction is completed after them. */
export class PasskeyForm {
  readonly #pool: pg.Pool
  readonly #config: Config
  readonly #provider: Provider
  readonly #site: PasskeySite | null

  constructor({ pool, config, provider }: { pool: pg.Pool; config: Config; provider: Provider }) {
    this.#pool = pool
    this.#config = config
    this.#provider = provider
    this.#site = passkeySite(config)
  }

  /** Continues after a right password. */
  async afterPassword(
    req: IncomingMessage,
    res: ServerResponse,
    interaction: Interaction,
    userId: number,
  ): Promise<void> {
    const { uid } = interaction
    const first = ['pwd']
    const next = await withoutSession(this.#pool, async (client) => {
      if (this.#site === null) return null
      const asks = await hasPasskey(client, userId)
      const makes = !asks && (manageParameter in interaction.params || (await isDue(client, userId)))
      if (asks || makes) await startStep(client, uid, { userId, amr: asks ? null : first })
      return asks ? 'llave' : makes ? 'llave-nueva' : null
    })
    if (next === null) await this.#finish(req, res, uid, { userId, amr: first })
    else see(res, interactionPath(uid, next))
  }

  /** @throws {errors.OIDCProviderError} if there is no such page, or its form came from another site */
  async answer(
    req: IncomingMessage,
    res: ServerResponse,
    visit: Visit & { step: PasskeyStep },
    interaction: Interaction,
  ): Promise<void> {
    if (this.#site === null) throw new errors.SessionNotFound('no passkeys here')
    const at: At = { req, res, visit, interaction, site: this.#site }
    const asks = visit.step === 'llave'
    if (req.method !== 'POST') return await (asks ? this.#showAsk(at) : this.#showNew(at))
    const form = isOurPage(req.headers, this.#config) ? await readForm(req, mostBodyBytes) : null
    if (!form) throw new errors.InvalidRequest('no form of ours')
    if (form.get('act') === 'cancel') {
      await withoutSession(this.#pool, (client) => endStep(client, visit.uid))
      return see(res, interactionPath(visit.uid))
    }
    await (asks ? this.#takeAnswer(at, form) : this.#takeNew(at, form))
  }

  async #showAsk(at: At, refused: { fault?: PasskeyFault; waitS?: number } = {}): Promise<void> {
    const { uid } = at.visit
    const shown = await withoutSession(this.#pool, async (client) => {
      const step = await readStep(client, uid)
      if (step === null) await startStep(client, uid, { userId: null, amr: null })
      const userId = step?.userId ?? null
      const options = await askPasskey(client, at.site, userId)
      await keepChallenge(client, uid, options.challenge)
      return { options, known: userId !== null }
    })
    if (refused.waitS !== undefined) at.res.setHeader('retry-after', String(refused.waitS))
    this.#send(at, statusOf(refused.fault), (page) => passkeyPage({ ...page, ...shown, ...refused }))
  }

  async #takeAnswer(at: At, form: URLSearchParams): Promise<void> {
    const judged = await this.#judge(at, form)
    if ('fault' in judged) return await this.#showAsk(at, judged)
    // After a recovery code the person probably wants a new passkey.
    if (judged.recovered || manageParameter in at.interaction.params)
      return see(at.res, interactionPath(at.visit.uid, 'llave-nueva'))
    await this.#finish(at.req, at.res, at.visit.uid, judged.passed)
  }

  /** Counted before verifying, which limits concurrent tries. */
  async #judge(at: At, form: URLSearchParams): Promise<Judged> {
    const { uid, address } = at.visit
    const step = await withoutSession(this.#pool, (client) => readStep(client, uid))
    if (step === null) return { fault: 'expired' }
    const counted = [
      ...(step.userId === null ? [] : [[secondFactorByPerson, String(step.userId)] as const]),
      [secondFactorByAddress, addressSubject(address)] as const,
    ]
    const waits = await Promise.all(counted.map(([limit, subject]) => take(this.#pool, limit, subject)))
    const waitS = Math.max(...waits)
    if (waitS > 0) return { fault: 'limited', waitS }
    const judged = await withoutSession(this.#pool, (client) =>
      form.get('act') === 'code'
        ? this.#judgeCode(client, at, step, form.get('code') ?? '')
        : this.#judgePasskey(client, at, step, form.get('response') ?? ''),
    )
    if ('passed' in judged) await Promise.all(counted.map(([limit, subject]) => giveBack(this.#pool, limit, subject)))
    return judged
  }

  async #judgePasskey(client: pg.ClientBase, at: At, step: LoginStep, response: string): Promise<Judged> {
    const challenge = await takeChallenge(client, at.visit.uid)
    if (challenge === null) return { fault: 'expired' }
    const credential = parseCredential<Parameters<typeof checkPasskey>[2]['credential']>(response)
    if (credential === null) return { fault: 'unproven' }
    const checked = await checkPasskey(client, at.site, { challenge, userId: step.userId, credential })
    if ('copy' in checked && checked.copy) {
      const { passkey: entityId, ...after } = checked.copy
      const call = 'fault' in checked ? 'account/passkeys/copy_refused' : 'account/passkeys/copy_used'
      const owner = 'fault' in checked ? checked.owner : checked.userId
      await noteFactor(client, owner, doer(at), { call, entityId, after })
    }
    if ('fault' in checked) return { fault: checked.fault }
    const { userId } = checked
    const passed = { userId, amr: step.userId === null ? ['hwk', 'user'] : ['pwd', 'hwk', 'mfa'] }
    await startStep(client, at.visit.uid, passed)
    return { passed, recovered: false }
  }

  async #judgeCode(client: pg.ClientBase, at: At, { userId }: LoginStep, code: string): Promise<Judged> {
    if (userId === null || !(await useCode(client, userId, code))) return { fault: 'code' }
    const left = await codesLeft(client, userId)
    const values = { count: String(left) }
    const change = { call: 'account/recovery_codes/use', after: { left }, kind: 'recovery_used', values } as const
    await noteFactor(client, userId, doer(at), change)
    const passed = { userId, amr: ['pwd', 'otp', 'mfa'] }
    await startStep(client, at.visit.uid, passed)
    return { passed, recovered: true }
  }

  async #showNew(at: At, refused: { fault?: PasskeyFault; name?: string } = {}): Promise<void> {
    const { uid } = at.visit
    const shown = await withoutSession(this.#pool, async (client) => {
      const step = await readStep(client, uid)
      const owner = isPassed(step) ? await this.#owner(client, step.userId) : null
      if (owner === null) return null
      const options = await askNewPasskey(client, at.site, owner)
      await keepChallenge(client, uid, options.challenge)
      return { ...owner, options }
    })
    if (shown === null) return see(at.res, interactionPath(uid))
    const { name = deviceName(at.req), fault } = refused
    this.#send(at, statusOf(fault), (page) => newPasskeyPage({ ...page, ...shown, name, fault }))
  }

  async #owner(client: pg.ClientBase, userId: number): Promise<Owner | null> {
    const [owner] = (await client.query<Omit<Owner, 'due'>>(ownerOf, [userId])).rows
    return owner ? { ...owner, due: await isDue(client, userId) } : null
  }

  async #takeNew(at: At, form: URLSearchParams): Promise<void> {
    const { uid } = at.visit
    const act = form.get('act')
    const name = (form.get('name') ?? '').replace(/\p{C}/gu, '').trim().slice(0, mostName)
    const done = await withoutSession(this.#pool, async (client) => {
      const step = await readStep(client, uid)
      if (!isPassed(step)) return 'again' as const
      const owner = await this.#owner(client, step.userId)
      if (owner === null) return 'again' as const
      if (act === 'later') return owner.due ? { fault: 'due' as const } : { passed: step }
      if (act === 'codes') return owner.has > 0 ? { codes: await this.#renew(client, at, step.userId) } : 'again'
      if (name === '') return { fault: 'name' as const }
      return await this.#make(client, at, step, { name, response: form.get('response') ?? '' })
    })
    if (done === 'again') see(at.res, interactionPath(uid))
    else if ('fault' in done) await this.#showNew(at, { ...done, name })
    else if (done.codes) this.#send(at, 200, (page) => codesPage({ ...page, codes: done.codes }))
    else await this.#finish(at.req, at.res, uid, done.passed)
  }

  async #renew(client: pg.ClientBase, at: At, userId: number): Promise<string[]> {
    const change = { call: 'account/recovery_codes/renew', after: { renewed: true }, kind: 'recovery_renewed' } as const
    await noteFactor(client, userId, doer(at), change)
    return await renewCodes(client, userId)
  }

  async #make(client: pg.ClientBase, at: At, step: Passed, { name, response }: { name: string; response: string }) {
    const { userId } = step
    const challenge = await takeChallenge(client, at.visit.uid)
    if (challenge === null) return { fault: 'expired' as const }
    const credential = parseCredential<Parameters<typeof addPasskey>[2]['credential']>(response)
    const id = credential && (await addPasskey(client, at.site, { challenge, userId, name, credential }))
    if (id === null) return { fault: 'not_made' as const }
    await endOthers(client, userId, at.visit.uid)
    const change = { call: 'account/passkeys/add', entityId: id, after: { name }, kind: 'passkey_added' } as const
    await noteFactor(client, userId, doer(at), { ...change, values: { passkey: name } })
    const first = (await codesLeft(client, userId)) === 0
    return first ? { codes: await renewCodes(client, userId) } : { passed: step }
  }

  /** Completes the interaction with the provider. */
  async #finish(req: IncomingMessage, res: ServerResponse, uid: string, { userId, amr }: Passed): Promise<void> {
    if (this.#site !== null) await withoutSession(this.#pool, (client) => endStep(client, uid))
    const login = { accountId: String(userId), remember: false, amr }
    await this.#provider.interactionFinished(req, res, { login }, { mergeWithLastSubmission: false })
  }

  #send({ res, interaction }: At, status: number, make: (page: { nonce: string; version: string }) => string): void {
    const nonce = newNonce()
    res.setHeader('content-security-policy', pagePolicy(nonce, formTargets(interaction)))
    send(res, status, make({ nonce, version: this.#config.version }))
  }
}

const statusOf = (fault: PasskeyFault | undefined) => (fault === undefined ? 200 : fault === 'limited' ? 429 : 422)

/** Name of the person's operating system, the default name of a passkey. */
function deviceName({ headers }: IncomingMessage): string {
  const agent = headers['user-agent'] ?? ''
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'].find((one) =>
    agent.includes(one),
  )
  return known === 'Macintosh' ? 'Mac' : (known ?? '')
}
