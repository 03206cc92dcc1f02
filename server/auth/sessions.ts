import type { AccountType } from '@hilo/domain/account.ts'
import { inTransaction } from '../db/transaction.ts'
import { vnoStatus } from '@hilo/domain/status.ts'
import { auditStatement } from '../kernel/sql/audit.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { enteringAccounts } from '../kernel/sql/states.ts'
import type pg from 'pg'
import { retrying } from '../kernel/sql/scope.ts'
import { randomToken, sha256 } from './attempts.ts'
import type { Person } from './client.ts'
import { acceptToken, useOwnLink } from './invitation.ts'
import { shutOut } from './entry-refusal.ts'
import type { Visitor } from './visitor.ts'

export interface NewSession {
  token: string
  sessionId: number
  /** Absolute lifetime, seconds. */
  lifeS: number
}

/** Idle timeout and maximum lifetime of a session. */
const limits = {
  web: { idle: '30 minutes', lifeS: 12 * 3600 },
  native: { idle: '30 days', lifeS: 90 * 86_400 },
} as const

/**
 * Subquery for the account with which a person enters: administrator of an operator before neutral operator before technician.
 * @param userId SQL expression
 */
export const enteringAccountOf = (userId: string): string => `
  select type, id, vno_id, role_id, contractor_id from (
    select 1 as rank, 'va' as type, a.id, a.vno_id, a.role_id, null::bigint as contractor_id
      from vno_admin_account a join vno v on v.id = a.vno_id
     where a.user_id = ${userId} and a.status in (${enteringAccounts}) and v.status = ${vnoStatus.is.enabled}
    union all
    select 2, 'ad', a.id, null, a.role_id, null
      from admin_account a where a.user_id = ${userId} and a.status in (${enteringAccounts})
    union all
    select 3, 'te', a.id, a.vno_id, a.role_id, a.contractor_id from technical_account a join vno v on v.id = a.vno_id
     where a.user_id = ${userId} and a.status in (${enteringAccounts}) and v.status = ${vnoStatus.is.enabled}) accounts
  order by rank limit 1`
const accountOf = `select type, id, vno_id as "vnoId" from (${enteringAccountOf('$1')}) account`

interface Account {
  type: AccountType
  id: number
  vnoId: number | null
}

/** Null if no account may enter. */
export async function accountFor(client: pg.ClientBase, userId: number): Promise<Account | null> {
  return (await client.query<Account>(accountOf, [userId])).rows[0] ?? null
}

/** A transaction of sign-in, sign-up or reset, in the scope of all operators: there is no session yet, its statements limit what is read. */
export const withoutSession = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(pool, "select set_config('app.scope', 'all', true)", work)

/** The person of an identity. The embedded issuer's subject is the person's id. */
async function userOf(client: pg.PoolClient, person: Person, embedded: boolean): Promise<number | null> {
  const found = await client.query<{ user_id: number }>(
    'select user_id from user_identity where iss = $1 and sub = $2',
    [person.iss, person.sub],
  )
  if (found.rows[0]) return found.rows[0].user_id
  if (!embedded || !/^[1-9]\d{0,15}$/.test(person.sub)) return null
  const linked = await client.query<{ user_id: number }>(
    `insert into user_identity (user_id, iss, sub) select id, $1, $2::text from app_user where id = $2::text::bigint
     on conflict (iss, sub) do update set user_id = excluded.user_id returning user_id`,
    [person.iss, person.sub],
  )
  return linked.rows[0]?.user_id ?? null
}

/** Audit entry of a session's start or end. */
async function audit(
  client: pg.PoolClient,
  call: string,
  session: { id: number; userId: number; account: Account },
  visitor: Visitor,
): Promise<void> {
  const { text, values } = auditStatement({
    actorId: session.userId,
    accountType: session.account.type,
    vnoId: session.account.vnoId,
    call,
    entity: 'session',
    entityId: session.id,
    channel: visitor.native?.platform ?? 'web',
    device: visitor.native?.installId ?? visitor.userAgent.slice(0, 300),
    address: visitor.address,
    requestId: visitor.requestId,
  })
  await client.query(text, [...values])
}

interface Opening {
  /** The browser's previous session, which ends. */
  previousToken: string | null
  idToken: string | null
  /** Call named in the audit. */
  call: 'account/oauth_login_complete' | 'account/signup'
}

/**
 * Opens a session in the running transaction, with its audit entry.
 * @throws Problem ACCOUNT_DISABLED if no account may enter.
 */
export async function openSession(
  client: pg.PoolClient,
  userId: number,
  visitor: Visitor,
  { previousToken, idToken, call }: Opening,
): Promise<NewSession> {
  const account = await accountFor(client, userId)
  if (!account) throw await shutOut(client, userId)
  if (previousToken !== null)
    await client.query('update session set revoked_at = now() where token_hash = $1 and revoked_at is null', [
      sha256(previousToken),
    ])
  const token = randomToken()
  const limit = visitor.native ? limits.native : limits.web
  const { rows } = await client.query<{ id: number }>(
    `insert into session (token_hash, user_id, account_type, account_id, channel, install_id, user_agent, address,
       id_token, idle_limit, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::interval, now() + make_interval(secs => $11)) returning id`,
    [
      sha256(token),
      userId,
      account.type,
      account.id,
      visitor.native?.platform ?? 'web',
      visitor.native?.installId ?? null,
      visitor.userAgent.slice(0, 300),
      visitor.address,
      idToken,
      limit.idle,
      limit.lifeS,
    ],
  )
  const session = rows[0]
  if (!session) throw new Error('no session row')
  await client.query('update app_user set last_login_at = now() where id = $1', [userId])
  await audit(client, call, { id: session.id, userId, account }, visitor)
  return { token, sessionId: session.id, lifeS: limit.lifeS }
}

/**
 * Opens a session for an identity that an issuer vouches for; ends the browser's previous one. An unlinked identity is linked
 * by its bearer's invitation or code.
 * @throws Problem ACCOUNT_NOT_LINKED for an unlinked identity, ACCOUNT_DISABLED if no account may enter;
 * INVITATION_EXPIRED, INVITATION_USED; ALREADY_EXISTS, also for a linked identity with a code that links another person
 */
export function createSession(
  pool: pg.Pool,
  person: Person,
  visitor: Visitor,
  options: { embedded: boolean; previousToken: string | null; invitationToken: string | undefined },
): Promise<NewSession> {
  const { embedded, previousToken, invitationToken } = options
  return retrying(() =>
    withoutSession(pool, async (client) => {
      let userId = await userOf(client, person, embedded)
      if (invitationToken !== undefined) {
        if (userId === null) userId = await acceptToken(client, { token: invitationToken, identity: person }, visitor)
        else await useOwnLink(client, invitationToken, userId)
      }
      if (userId === null) throw new Problem('ACCOUNT_NOT_LINKED')
      return await openSession(client, userId, visitor, {
        previousToken,
        idToken: person.idToken,
        call: 'account/oauth_login_complete',
      })
    }),
  )
}

/** Ends a session, with its audit entry; the browser of a web session gets no more push notices. No effect on one that has ended. */
export function endSession(pool: pg.Pool, token: string, visitor: Visitor): Promise<void> {
  return retrying(() =>
    withoutSession(pool, async (client) => {
      const { rows } = await client.query<{ id: number; user_id: number; type: Account['type']; account_id: number }>(
        `with ended as (
           update session set revoked_at = now(), id_token = null where token_hash = $1 and revoked_at is null
           returning id, user_id, account_type as type, account_id, channel, install_id),
         silent as (
           update device d set push_token = null, version = d.version + 1, updated_at = now() from ended e
           where e.channel = 'web' and d.user_id = e.user_id and d.install_id = e.install_id and d.push_token is not null)
         select id, user_id, type, account_id from ended`,
        [sha256(token)],
      )
      const ended = rows[0]
      if (!ended) return
      const { rows: accounts } = await client.query<Account>(
        `select $2::text as type, $1::bigint as id, coalesce(
           (select vno_id from vno_admin_account where $2 = 'va' and id = $1),
           (select vno_id from technical_account where $2 = 'te' and id = $1)) as "vnoId"`,
        [ended.account_id, ended.type],
      )
      if (accounts[0])
        await audit(client, 'account/logout', { id: ended.id, userId: ended.user_id, account: accounts[0] }, visitor)
    }),
  )
}

/** The id token of an open session; null if there is none. */
export async function idTokenOf(pool: pg.Pool, token: string): Promise<string | null> {
  const text = 'select id_token from session where token_hash = $1'
  const { rows } = await withoutSession(pool, (client) =>
    client.query<{ id_token: string | null }>(text, [sha256(token)]),
  )
  return rows[0]?.id_token ?? null
}
