/** Password reset. Unknown addresses are treated like known ones. */
import { randomInt } from 'node:crypto'
import type { Input } from '@hilo/contract/index.ts'
import { ownWords } from '@hilo/domain/password.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { enteringAccounts } from '../kernel/sql/states.ts'
import type pg from 'pg'
import { auditStatement } from '../kernel/sql/audit.ts'
import { transactionSql } from '../kernel/sql/scope.ts'
import { mail } from '../mail/mail.ts'
import { randomToken, sha256 } from './attempts.ts'
import { keepAnswer, named, once, type Named } from './idempotency.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  addressSubject,
  codesByAddress,
  codesByPlace,
  limited,
  placeSubject,
  resetsByAddress,
  resetsByPerson,
  resetsByPlace,
} from './rate-limit.ts'
import { withoutSession } from './sessions.ts'
import type { Visitor } from './visitor.ts'
import { checkNewPassword } from './signup.ts'

const digits = 8
const mostTries = 5
/** Lifetime of a code, and of the permit it is exchanged for, minutes. */
const lifeMinutes = 10

export const resetTask = 'account.reset'

/**
 * Requests a code; the job decides whether one is sent, so that the answer cannot depend on it.
 * @throws Problem RATE_LIMITED, REQUEST_ID_REUSED, UNAVAILABLE
 */
export async function requestReset(
  pool: pg.Pool,
  { email, client_request_id }: Input<'account/password/request_reset'>,
  address: string,
): Promise<void> {
  await limited(
    pool,
    [resetsByPlace, placeSubject(email, address)],
    [resetsByAddress, addressSubject(address)],
    [resetsByPerson, email],
  )
  const request = await named('account/password/request_reset', client_request_id, [email])
  await once(pool, request, () =>
    withoutSession(pool, async (client) => {
      await client.query('select app_add_job($1, $2)', [
        resetTask,
        JSON.stringify({ email, requester: requesterOf(address) }),
      ])
      await keepAnswer(client, request, {})
    }),
  )
}

/** Hash of the place that requested a code. */
const requesterOf = (address: string) => sha256(`reset ${addressSubject(address)}`).toString('hex')

const personOf = `select u.id, u.name, coalesce(va.vno_id, te.vno_id) as vno_id from app_user u
  left join vno_admin_account va on va.user_id = u.id and va.status in (${enteringAccounts})
  left join technical_account te on te.user_id = u.id and te.status in (${enteringAccounts})
  left join admin_account ad on ad.user_id = u.id and ad.status in (${enteringAccounts})
  where u.email = $1 and coalesce(va.id, te.id, ad.id) is not null`

const keepCode = `insert into password_reset (address_hash, user_id, code_hash, expires_at, requester)
  values ($1, $2, $3, app_now() + make_interval(mins => $4), decode($5, 'hex'))
  on conflict (address_hash, requester) do update set user_id = excluded.user_id, code_hash = excluded.code_hash, tries = 0,
    other_tries = 0, expires_at = excluded.expires_at, token_hash = null`

/** Stores a new code for an address and the requesting place, replacing the former one, and mails it to an active account. */
export async function sendCode(pool: pg.Pool, payload: unknown): Promise<void> {
  const { email, requester = '' } = payload as { email: string; requester?: string }
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const hash = await hashPassword(code)
  await withoutSession(pool, async (client) => {
    const [person] = (await client.query<{ id: number; name: string; vno_id: number | null }>(personOf, [email])).rows
    await client.query(keepCode, [sha256(email), person?.id ?? null, hash, lifeMinutes, requester])
    if (!person) return
    const values = { name: person.name, code, minutes: String(lifeMinutes) }
    await mail(transactionSql(client), { vnoId: person.vno_id, to: email, kind: 'password_reset', values })
  })
}

/**
 * Counts a try before comparing: at most five concurrent tries are compared. The code requested from the same place comes
 * first; a person who changed network tries the newest, with a separate count, so that an attacker cannot use up the first
 * place's tries.
 */
const takeTry = `with chosen as (
    select address_hash, requester, requester = decode($3, 'hex') as own from password_reset
     where address_hash = $1 and code_hash is not null and expires_at > app_now()
       and case when requester = decode($3, 'hex') then tries else other_tries end < $2
     order by own desc, expires_at desc limit 1)
  update password_reset r set tries = r.tries + chosen.own::int, other_tries = r.other_tries + (not chosen.own)::int
    from chosen where r.address_hash = chosen.address_hash and r.requester = chosen.requester
     and case when chosen.own then r.tries else r.other_tries end < $2 returning r.code_hash`
const exchange = `update password_reset set token_hash = $3, code_hash = null, expires_at = app_now() + make_interval(mins => $4)
  where address_hash = $1 and code_hash = $2 and user_id is not null
  returning wire_time(expires_at) as expires_at`

interface Exchange {
  email: string
  code: string
  token: string
  requester: string
}

async function exchanged(pool: pg.Pool, { email, code, token, requester }: Exchange, request: Named | null) {
  const [attempt] = (await pool.query<{ code_hash: string }>(takeTry, [sha256(email), mostTries, requester])).rows
  const right = await verifyPassword(code, attempt?.code_hash ?? null)
  if (!right) throw new Problem('RESET_CODE_INVALID')
  const values = [sha256(email), attempt?.code_hash, sha256(token), lifeMinutes]
  return await withoutSession(pool, async (client) => {
    const [granted] = (await client.query<{ expires_at: string }>(exchange, values)).rows
    if (!granted) throw new Problem('RESET_CODE_INVALID')
    await keepAnswer(client, request, granted)
    return granted
  })
}

/**
 * Exchanges the code sent to an address for a permit.
 * @throws Problem RESET_CODE_INVALID, RATE_LIMITED, REQUEST_ID_REUSED, UNAVAILABLE
 */
export async function exchangeCode(
  pool: pg.Pool,
  { email, code, client_request_id }: Input<'account/password/verify_code'>,
  address: string,
) {
  await limited(pool, [codesByPlace, placeSubject(email, address)], [codesByAddress, addressSubject(address)])
  const request = await named('account/password/verify_code', client_request_id, [email, code])
  // Derived from the request, so that a repetition gets it without storing it.
  const token = request?.secret.toString('base64url') ?? randomToken()
  const { expires_at } = await once(pool, request, () =>
    exchanged(pool, { email, code, token, requester: requesterOf(address) }, request),
  )
  return { reset_token: token, expires_at }
}

interface Owner {
  id: number
  name: string
  email: string
  vno_id: number | null
  type: string
}

const ownerOf = `select u.id, u.name, u.email, coalesce(va.vno_id, te.vno_id) as vno_id,
    case when va.id is not null then 'va' when ad.id is not null then 'ad' else 'te' end as type
  from password_reset r join app_user u on u.id = r.user_id
  left join vno_admin_account va on va.user_id = u.id left join technical_account te on te.user_id = u.id
  left join admin_account ad on ad.user_id = u.id
  where r.token_hash = $1 and r.expires_at > app_now()`

async function setPassword(client: pg.PoolClient, owner: Owner, hash: string, visitor: Visitor): Promise<void> {
  const { id, vno_id: vnoId, name, email, type } = owner
  await client.query(
    'update app_user set password_hash = $2, version = version + 1, updated_at = now() where id = $1',
    [id, hash],
  )
  await client.query(
    'update session set revoked_at = now(), id_token = null where user_id = $1 and revoked_at is null',
    [id],
  )
  const { text, values } = auditStatement({
    actorId: id,
    accountType: type,
    vnoId,
    call: 'account/password/reset',
    entity: 'app_user',
    entityId: id,
    after: { changed: ['pwd'] },
    channel: visitor.native?.platform ?? 'web',
    device: visitor.native?.installId ?? visitor.userAgent,
    address: visitor.address,
    requestId: visitor.requestId,
  })
  await client.query(text, [...values])
  await mail(transactionSql(client), { vnoId, to: email, kind: 'password_changed', values: { name } })
}

interface Done {
  /** The person's address; not returned to a repeated request. */
  email?: string
}
interface Taking {
  token: string
  password: string
  request: Named | null
}

async function takeReset(pool: pg.Pool, { token, password, request }: Taking, visitor: Visitor): Promise<Done> {
  const hashed = sha256(token)
  const { rows } = await withoutSession(pool, (client) => client.query<Owner>(ownerOf, [hashed]))
  const [owner] = rows
  if (!owner) throw new Problem('RESET_CODE_INVALID')
  checkNewPassword(password, ownWords(owner.name, owner.email))
  const hash = await hashPassword(password)
  return await withoutSession(pool, async (client) => {
    // Of two concurrent uses one succeeds.
    const { rowCount } = await client.query(
      'delete from password_reset where token_hash = $1 and user_id = $2 and expires_at > app_now()',
      [hashed, owner.id],
    )
    if (rowCount !== 1) throw new Problem('RESET_CODE_INVALID')
    await setPassword(client, owner, hash, visitor)
    // Voids every other code and permit of the person.
    await client.query('delete from password_reset where user_id = $1', [owner.id])
    await keepAnswer(client, request, {})
    return { email: owner.email }
  })
}

/**
 * Sets a new password with a permit; ends every session of the person.
 * @returns the person
 * @throws Problem RESET_CODE_INVALID, VALIDATION, RATE_LIMITED, REQUEST_ID_REUSED, UNAVAILABLE
 */
export async function resetPassword(
  pool: pg.Pool,
  { reset_token: token, pwd: password, client_request_id }: Input<'account/password/reset'>,
  visitor: Visitor,
): Promise<Done> {
  const { address } = visitor
  await limited(pool, [codesByPlace, placeSubject(token, address)], [codesByAddress, addressSubject(address)])
  const request = await named('account/password/reset', client_request_id, [token, password])
  return await once(pool, request, () => takeReset(pool, { token, password, request }, visitor))
}
