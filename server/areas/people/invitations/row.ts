/** One locked invitation, its moves and its links. */
import {
  invitationAfter,
  invitationDays,
  isOpen,
  waitToSend,
  type InvitationMove,
  type InvitationState,
} from '@hilo/domain/invitation.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { type invitationKinds, invitationStatus } from '@hilo/domain/status.ts'
import { ownVno } from '../../../kernel/list/viewer.ts'
import type { WriteContext } from '../../../kernel/handler.ts'
import { lockedRecord } from '../../shared/edit.ts'
import type { AccountType } from '../../../people/account-row.ts'
import { newToken, sendLink } from '../../../people/invite.ts'
import { invitations } from './list.ts'

type Kind = (typeof invitationKinds)[number]

export interface InvitationRow {
  id: number
  vno_id: number | null
  kind: Kind
  email: string
  role_id: number
  contractor_id: number | null
  account_id: number | null
  state: InvitationState
  version: number
  sent_count: number
  last_sent_at: Date
  expires_at: Date
  /** Business time, ms. */
  now: number
}

const columns = `id, vno_id, kind, email, role_id, contractor_id, account_id, state, version, sent_count, last_sent_at, expires_at,
  (extract(epoch from app_now()) * 1000)::float8 as now`
const byId = `select ${columns} from invitation where id = $1 and ($2::int is null or vno_id = $2) for update`
const openTo = `select ${columns} from invitation
  where coalesce(vno_id, 0) = coalesce($1, 0) and email = $2 and state = ${invitationStatus.is.created} and expires_at > app_now() for update`

/** @throws Problem NOT_FOUND, VERSION_CONFLICT */
export async function lockInvitation(
  context: WriteContext,
  id: number,
  version: number | undefined,
): Promise<InvitationRow> {
  const [found] = await context.sql.rows<InvitationRow>(byId, [id, ownVno(context.principal)])
  return await lockedRecord(context, invitations, { id, version }, found)
}

/** The operator's open invitation to an address, locked. */
export async function lockOpenTo(
  { sql }: WriteContext,
  vnoId: number | null,
  email: string,
): Promise<InvitationRow | null> {
  const [found] = await sql.rows<InvitationRow>(openTo, [vnoId, email])
  return found ?? null
}

/**
 * State after the move.
 * @throws Problem INVITATION_USED, INVITATION_EXPIRED
 */
export function movedBy(row: InvitationRow, move: InvitationMove): InvitationState {
  const after = invitationAfter(row.state, move)
  if (row.state === invitationStatus.is.used) throw new Problem('INVITATION_USED')
  if (after === null || !isOpen({ state: row.state, expires_at: row.expires_at.getTime() }, row.now))
    throw new Problem('INVITATION_EXPIRED')
  return after
}

/** Type of account that an invitation creates. */
export function typeOf({ kind, vno_id }: Pick<InvitationRow, 'kind' | 'vno_id'>): AccountType {
  if (kind === 'technician') return 'te'
  return vno_id === null ? 'ad' : 'va'
}

const adding = { va: 'adminVNO_create', te: 'technician_create', ad: 'admin_create' } as const

/** Inviting needs the privilege of adding as well. */
export function checkMayAdd({ principal }: WriteContext, type: AccountType): void {
  const technician = principal.account_type === 'te'
  if (technician || !allows(principal.privileges, adding[type])) throw new Problem('PRIVILEGE_DENIED')
}

const renew = `
  update invitation set token_hash = $2, email = $3, sent_count = sent_count + 1, last_sent_at = app_now(),
    expires_at = app_now() + make_interval(days => $4), version = version + 1, updated_at = app_now()
   where id = $1`

/**
 * Sends another link, to the same or a new address; the earlier one is void.
 * @throws Problem RATE_LIMITED: too soon, or too often until the invitation expires
 */
export async function sendAgain(context: WriteContext, row: InvitationRow, email: string = row.email): Promise<void> {
  const wait = waitToSend({ sent_count: row.sent_count, last_sent_at: row.last_sent_at.getTime() }, row.now)
  const untilEnd = Math.ceil((row.expires_at.getTime() - row.now) / 1000)
  if (wait !== 0) throw new Problem('RATE_LIMITED', { retryAfter: wait ?? untilEnd })
  const { token, hash } = newToken()
  await context.sql.rows(renew, [row.id, hash, email, invitationDays])
  await sendLink(context, { vnoId: row.vno_id, email }, token)
}

/** Publishes a change of an invitation. */
export async function changedInvitation({ sql }: WriteContext, { id }: { id: number }): Promise<void> {
  await sql.rows(`select changed('invitations', id, version, vno_id) from invitation where id = $1`, [id])
}
