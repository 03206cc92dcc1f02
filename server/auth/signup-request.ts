/** Sign-up by an operator's code: a mailed link proves the address before any person, account or password exists. */
import { vnoStatus } from '@hilo/domain/status.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { transactionSql } from '../kernel/sql/scope.ts'
import { mail } from '../mail/mail.ts'
import { randomToken, sha256 } from './attempts.ts'
import { keepAnswer, named, once } from './idempotency.ts'
import {
  addressSubject,
  limited,
  placeSubject,
  signupsByAddress,
  signupsByPerson,
  signupsByPlace,
} from './rate-limit.ts'
import { withoutSession } from './sessions.ts'

export const signupTask = 'account.signup'
/** Lifetime of the mailed link, hours. */
const lifeHours = 24

interface SignUpRequest {
  email: string
  vnoCode: string
  type: 'va' | 'te'
  clientRequestId: string | undefined
}
interface Payload {
  email: string
  vno_id: number
  type: 'va' | 'te'
}

const findVno = `select id from vno where external_id = $1 and status = ${vnoStatus.is.enabled} and deleted_at is null`

/**
 * Requests the link. The job looks up the address, so that neither the answer nor its time depends on it.
 * @throws Problem RATE_LIMITED, VALIDATION, REQUEST_ID_REUSED, UNAVAILABLE
 */
export async function requestSignup(
  pool: pg.Pool,
  { email, vnoCode, type, clientRequestId }: SignUpRequest,
  address: string,
): Promise<void> {
  await limited(
    pool,
    [signupsByPlace, placeSubject(email, address)],
    [signupsByAddress, addressSubject(address)],
    [signupsByPerson, email],
  )
  const [vno] = await withoutSession(
    pool,
    async (client) => (await client.query<{ id: number }>(findVno, [vnoCode])).rows,
  )
  if (!vno) {
    const details = [{ field: 'vno_code', code: 'value', message: 'validation.vno_code' }]
    throw new Problem('VALIDATION', { details })
  }
  const request = await named('account/signup', clientRequestId, [email, vnoCode, type])
  const payload: Payload = { email, vno_id: vno.id, type }
  await once(pool, request, () =>
    withoutSession(pool, async (client) => {
      await client.query('select app_add_job($1, $2)', [signupTask, JSON.stringify(payload)])
      await keepAnswer(client, request, {})
    }),
  )
}

const facts = `select v.name, exists (select from app_user where email = $2) as known from vno v where v.id = $1`
const keepRequest = `insert into signup_request (token_hash, email, vno_id, account_type, expires_at)
  values ($1, $2, $3, $4, app_now() + make_interval(hours => $5))`

/** Mails the link to the address, or a notice of the request to an existing account. */
export async function sendConfirmation(pool: pg.Pool, { publicUrl }: Pick<Config, 'publicUrl'>, payload: unknown) {
  const { email, vno_id: vnoId, type } = payload as Payload
  const token = randomToken()
  const link = new URL('/signup', publicUrl)
  link.searchParams.set('token', token)
  await withoutSession(pool, async (client) => {
    const [vno] = (await client.query<{ name: string; known: boolean }>(facts, [vnoId, email])).rows
    if (!vno) return
    const sql = transactionSql(client)
    if (vno.known) return await mail(sql, { vnoId, to: email, kind: 'signup_known', values: {} })
    await client.query(keepRequest, [sha256(token), email, vnoId, type, lifeHours])
    const values = { vno: vno.name, link: link.href, hours: String(lifeHours) }
    await mail(sql, { vnoId, to: email, kind: 'signup_confirm', values })
  })
}

export interface Confirmed {
  vno_id: number
  vno_name: string
  account_type: 'va' | 'te'
}

const lockRequest = `select r.vno_id, v.name as vno_name, r.account_type, r.email, r.used_at is not null as used,
    r.expires_at > app_now() and v.status = ${vnoStatus.is.enabled} and v.deleted_at is null as open
  from signup_request r join vno v on v.id = r.vno_id where r.token_hash = $1 for update of r`

/**
 * Uses a link, in the transaction that makes the account; null if the token is of another kind.
 * @throws Problem INVITATION_EXPIRED, INVITATION_USED, VALIDATION if it was sent to another address
 */
export async function useConfirmation(client: pg.ClientBase, token: string, email: string): Promise<Confirmed | null> {
  const hash = sha256(token)
  const [found] = (await client.query<Confirmed & { email: string; used: boolean; open: boolean }>(lockRequest, [hash]))
    .rows
  if (!found) return null
  if (!found.open || found.used) throw new Problem(found.used ? 'INVITATION_USED' : 'INVITATION_EXPIRED')
  if (found.email !== email) {
    const details = [{ field: 'email', code: 'value', message: 'validation.other_address' }]
    throw new Problem('VALIDATION', { details })
  }
  await client.query('update signup_request set used_at = app_now() where token_hash = $1', [hash])
  return found
}
