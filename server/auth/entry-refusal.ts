/** Why a proven person may not enter, and the contact. */
import { Problem } from '@hilo/domain/problem.ts'
import { accountStatus, vnoStatus } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { text } from '../kernel/texts.ts'

interface Shut {
  type: 'va' | 'te'
  /** The person is suspended, not the operator. */
  personal: boolean
  reason: string | null
  vno: string
  vno_suspended: boolean
  comments: string | null
}

const { suspended, unavailable } = accountStatus.is
const selectShut = `
  select a.type, a.status = ${suspended} as personal, a.suspended_reason as reason, v.name as vno,
    v.status <> ${vnoStatus.is.enabled} as vno_suspended, v.status_comments as comments
  from (select 'va' as type, status, suspended_reason, vno_id, user_id from vno_admin_account
    union all select 'te', status, suspended_reason, vno_id, user_id from technical_account) a
  join vno v on v.id = a.vno_id
  where a.user_id = $1 and a.status <> ${unavailable}
  order by v.status <> ${vnoStatus.is.enabled} desc, a.type desc limit 1`

/** Ends a reason with a full stop if it lacks one. */
const ended = (reason: string) => (/[.!?…]$/.test(reason) ? reason : `${reason}.`)
const why = (reason: string | null) => (reason ? text('suspended.why', { reason: ended(reason) }) : '')

function sentence({ type, personal, reason, vno, vno_suspended, comments }: Shut): string | null {
  // The reason for an operator's suspension is not for its technicians.
  if (vno_suspended && type === 'va')
    return `${text('suspended.operator', { vno })} ${why(comments)} ${text('suspended.operator.talk')}`
  if (vno_suspended) return `${text('suspended.operator', { vno })} ${text('suspended.technician.talk')}`
  return personal ? `${text('suspended.person')} ${why(reason)} ${text('suspended.person.talk')}` : null
}

/** ACCOUNT_DISABLED with reason and contact, as far as the person may know them. Runs in the scope of all operators. */
export async function shutOut(client: pg.ClientBase, userId: number): Promise<Problem> {
  const { rows } = await client.query<Shut>(selectShut, [userId])
  const written = rows[0] ? sentence(rows[0]) : null
  if (written === null) return new Problem('ACCOUNT_DISABLED')
  const message = written.replace(/ {2,}/g, ' ')
  return new Problem('ACCOUNT_DISABLED', { details: [{ field: 'account', code: 'suspended', message }] })
}
