/** The sign-up link for one address: generated, mailed, and stored as a hash only. */
import { invitationDays, invitationMoves } from '@hilo/domain/invitation.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { invitationStatus, type invitationKinds } from '@hilo/domain/status.ts'
import { createHash, randomBytes } from 'node:crypto'
import { addressSubject, takeIn, type Limit } from '../auth/rate-limit.ts'
import { authorOf } from '../kernel/sql/author.ts'
import type { WriteContext } from '../kernel/handler.ts'
import { mail } from '../mail/mail.ts'
import { accountTables, unlessTaken, type AccountType } from './account-row.ts'

export interface Invitation {
  /** Null for the neutral operator. */
  vnoId: number | null
  kind: (typeof invitationKinds)[number]
  email: string
  name: string | null
  roleId: number
  contractorId: number | null
  zones: readonly string[]
  /** The pending account; null if signing up creates it. */
  accountId: number | null
}

/** Links per hour sent by hand, per person and per client address, which many may share. */
const byPerson: Limit = { name: 'invite-person', most: 120, windowS: 3600 }
const byAddress: Limit = { name: 'invite-address', most: 600, windowS: 3600 }

/** @throws Problem RATE_LIMITED */
export async function countSending({ sql, principal, address }: WriteContext): Promise<void> {
  const waits = [
    await takeIn(sql, byPerson, String(principal.user.id)),
    await takeIn(sql, byAddress, addressSubject(address)),
  ]
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0) throw new Problem('RATE_LIMITED', { retryAfter })
}

/** A new token of 256 random bits, with the hash that identifies it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: createHash('sha256').update(token).digest() }
}

const operatorName = `select coalesce((select name from vno where id = $1), 'Hilo') as name`

/** The same mail for every address, with or without an account. */
export async function sendLink(
  { sql, config, principal }: WriteContext,
  { vnoId, email }: Pick<Invitation, 'vnoId' | 'email'>,
  token: string,
): Promise<void> {
  const link = new URL('/signup', config.publicUrl)
  link.searchParams.set('token', token)
  const [operator] = await sql.rows<{ name: string }>(operatorName, [vnoId])
  await mail(sql, {
    vnoId,
    to: email,
    kind: 'invitation',
    values: {
      operator: operator?.name ?? '',
      by: principal.user.name,
      link: link.href,
      days: String(invitationDays),
    },
  })
}

const { created } = invitationStatus.is
const { expire, withdraw: withdrawing } = invitationMoves

/** Hourly upkeep: expires unanswered invitations. */
export const endInvitations = `
  with past as (update invitation set state = ${expire.to}, version = version + 1, updated_at = app_now()
    where state = ${created} and expires_at <= app_now() returning id, version, vno_id)
  select changed('invitations', id, version, vno_id) from past`

const endPast = `update invitation set state = ${expire.to}, version = version + 1, updated_at = app_now()
  where coalesce(vno_id, 0) = coalesce($1, 0) and email = $2 and state = ${created} and expires_at <= app_now()`
const insert = `
  insert into invitation (vno_id, token_hash, kind, email, name, role_id, contractor_id, zones, account_id, expires_at, last_sent_at,
    created_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, app_now() + make_interval(days => $10), app_now(), $11, app_now(), app_now())
  returning id`

/**
 * Invites an address and mails the link. No lookup discloses whether the address has an account.
 * @throws Problem ALREADY_EXISTS: the operator has an open invitation to that address
 */
export async function invite(context: WriteContext, asked: Invitation): Promise<number> {
  const { sql, principal } = context
  const { vnoId, kind, email, name, roleId, contractorId, zones, accountId } = asked
  const { token, hash } = newToken()
  await sql.rows(endPast, [vnoId, email])
  const values = [vnoId, hash, kind, email, name, roleId, contractorId, zones, accountId, invitationDays]
  const insertion = sql.rows<{ id: number }>(insert, [...values, authorOf(principal)])
  const [made] = await unlessTaken(insertion, { invitation_open: 'email' })
  if (!made) throw new Error('an invitation without its number')
  await sql.rows(`select changed('invitations', $1, 1, $2)`, [made.id, vnoId])
  await sendLink(context, asked, token)
  return made.id
}

/** Open invitations of accounts of one type; `i` the invitation. */
const waitingFor: Readonly<Record<AccountType, string>> = {
  va: `i.kind = 'admin' and i.vno_id is not null and i.state = ${created}`,
  te: `i.kind = 'technician' and i.state = ${created}`,
  ad: `i.kind = 'admin' and i.vno_id is null and i.state = ${created}`,
}
const follow = (type: AccountType) => `
  update invitation i set role_id = a.role_id, name = u.name, version = i.version + 1, updated_at = app_now()
    ${type === 'te' ? ', contractor_id = a.contractor_id, zones = a.zones' : ''}
    from ${accountTables[type]} a join app_user u on u.id = a.user_id
   where a.id = $1 and i.account_id = a.id and ${waitingFor[type]} returning i.id, i.version, i.vno_id`
const withdraw = (type: AccountType) => `
  update invitation i set state = ${withdrawing.to}, disabled_by = $2, reason = $3, email = format('invitacion-%s@baja.invalid', i.id), name = null,
    version = version + 1, updated_at = app_now()
   where i.account_id = $1 and ${waitingFor[type]} returning i.id, i.version, i.vno_id`

async function told({ sql }: WriteContext, moved: Promise<{ id: number; version: number; vno_id: number | null }[]>) {
  for (const { id, version, vno_id } of await moved)
    await sql.rows(`select changed('invitations', $1, $2, $3)`, [id, version, vno_id])
}

/** Changes of a pending account also apply to its invitation. */
export async function followAccount(context: WriteContext, type: AccountType, { id }: { id: number }): Promise<void> {
  await told(context, context.sql.rows(follow(type), [id]))
}

/** Ends the open link of an account's person, and erases its personal data. */
export async function withdrawFor(
  context: WriteContext,
  type: AccountType,
  { id }: { id: number },
  reason: string | null,
): Promise<void> {
  await told(context, context.sql.rows(withdraw(type), [id, context.principal.user.id, reason]))
}
