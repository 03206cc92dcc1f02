import type { Input } from '@hilo/contract/index.ts'
import { recordAnswer } from '../../shared/edit.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import type { WriteContext, WriteHandler } from '../../../kernel/handler.ts'
import { missingDetail, unknownDetail } from '../../../kernel/validation.ts'
import { checkContractor, refuse, taken, unlessTaken } from '../../../people/account-row.ts'
import { preparedFor } from '../../../people/create.ts'
import { checkGrant } from '../../../people/grant.ts'
import { countSending, invite } from '../../../people/invite.ts'
import { assertEnabled, operatorIfNamed, operatorOf } from '../../shared/operator.ts'
import { editInvitation } from './edit.ts'
import { invitations as list } from './list.ts'
import {
  changedInvitation,
  checkMayAdd,
  lockInvitation,
  lockOpenTo,
  movedBy,
  sendAgain,
  typeOf,
  type InvitationRow,
} from './row.ts'

type Sent = Input<'admin_vno/invitations/send'>

const record = (context: WriteContext, id: number) => recordAnswer(context, list, id)
const sent = (context: WriteContext, id: number) => recordAnswer(context, list, id, resultFlag.is.success)

/**
 * Operator of the invitation: the session's own, or the one that the neutral operator names; null for the neutral operator
 * itself.
 */
function operatorFor({ principal }: WriteContext, { vno_id: asked, kind }: Sent): number | null {
  return kind === 'technician' ? operatorOf(principal, asked) : operatorIfNamed(principal, asked)
}

async function resend(context: WriteContext, row: InvitationRow): Promise<number> {
  checkMayAdd(context, typeOf(row))
  movedBy(row, 'resend')
  await sendAgain(context, row)
  await changedInvitation(context, row)
  context.audit({ entity: 'invitation', entityId: row.id, after: { sent_count: row.sent_count + 1 } })
  return row.id
}

/** A new invitation, or another link for an equal open one. */
async function sendNew(context: WriteContext, asked: Sent): Promise<number> {
  const { kind, email, role_id: roleId, name = null, contractor_id: contractorId = null, zones = [] } = asked
  if (kind === undefined) throw refuse(missingDetail('kind'))
  if (email === undefined) throw refuse(missingDetail('email'))
  if (roleId === undefined) throw refuse(missingDetail('role_id'))
  const vnoId = operatorFor(context, asked)
  const type = typeOf({ kind, vno_id: vnoId })
  checkMayAdd(context, type)
  if (kind === 'admin' && (contractorId !== null || zones.length > 0)) throw refuse(unknownDetail('contractor_id'))
  if (vnoId !== null) await assertEnabled(context.sql, vnoId)
  await checkGrant(context, type, roleId, vnoId)
  await checkContractor(context, contractorId, vnoId)
  const open = await lockOpenTo(context, vnoId, email)
  if (open && open.kind === kind && open.role_id === roleId) return await resend(context, open)
  const prepared = await preparedFor(context, type, vnoId, email)
  if (open || (prepared && prepared.role_id !== roleId)) throw taken('email')
  const accountId = prepared?.id ?? null
  const id = await invite(context, { vnoId, kind, email, name, roleId, contractorId, zones, accountId })
  context.audit({ entity: 'invitation', entityId: id, after: { kind, vno_id: vnoId, role_id: roleId } })
  return id
}

const withdrawn = `update invitation set state = $2, disabled_by = $3, reason = $4, version = version + 1, updated_at = app_now()
  where id = $1`

/** Invitations of administrators and technicians. */
export const invitations = {
  'admin_vno/invitations/send': (async (context, asked) => {
    const { id, version, ...rest } = asked
    const [other] = Object.keys(rest).filter((name) => rest[name as keyof typeof rest] !== undefined)
    if (id !== undefined && other !== undefined) throw refuse(unknownDetail(other))
    await countSending(context)
    if (id === undefined) return sent(context, await sendNew(context, asked))
    return sent(context, await resend(context, await lockInvitation(context, id, version)))
  }) satisfies WriteHandler<'admin_vno/invitations/send'>,

  'admin_vno/invitations/edit': (async (context, asked) => {
    const row = await lockInvitation(context, asked.id, asked.version)
    movedBy(row, 'edit')
    checkMayAdd(context, typeOf(row))
    await unlessTaken(editInvitation(context, row, asked), { invitation_open: 'email' })
    await changedInvitation(context, row)
    return record(context, row.id)
  }) satisfies WriteHandler<'admin_vno/invitations/edit'>,

  'admin_vno/invitations/delete': (async (context, { id, version, reason = null }) => {
    const row = await lockInvitation(context, id, version)
    const state = movedBy(row, 'withdraw')
    await context.sql.rows(withdrawn, [id, state, context.principal.user.id, reason])
    await changedInvitation(context, row)
    context.audit({ entity: 'invitation', entityId: id, before: { state: row.state }, after: { state } })
    return record(context, id)
  }) satisfies WriteHandler<'admin_vno/invitations/delete'>,
}

export const invitationsLists = { 'admin_vno/invitations/get': list }
