import type { Input } from '@hilo/contract/index.ts'
import { approvalDoubt, needsReason, verificationAfter, type ProvenEnrollment } from '@hilo/domain/enrollment.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { VerificationState } from '@hilo/domain/status.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { assertVersion, recordOf, recordStatement } from '../../kernel/list/record.ts'
import { viewerOf } from '../../kernel/list/viewer.ts'
import { JsonAfter, type WriteContext } from '../../kernel/handler.ts'
import { missingDetail } from '../../kernel/validation.ts'
import { writeNotice } from '../../process/notices/notify.ts'
import { decide, lockEnrollment } from './enrollment-queries.ts'
import { enrollments, unenrollments } from './list.ts'

type Asked = Input<'admin_vno/enrollments/verify'>
interface Locked extends ProvenEnrollment {
  id: number
  version: number
  removal: boolean
  verification_state: VerificationState
  entered_by: number | null
  vno_id: number | null
  technical_id: number | null
  event_id: number | null
  cto_code: string
}

/** Notifies the technician who enrolled it of the decision. */
async function notifyTechnician({ sql }: WriteContext, row: Locked, { decision, reason }: Asked): Promise<void> {
  if (row.technical_id === null) return
  const { id: enrollment_id, event_id, label_read: label, cto_code } = row
  const payload = { enrollment_id, event_id, label, cto_code, reason: reason ?? null }
  const { vno_id: vnoId, technical_id: technicalId } = row
  // Not keyed by the intervention: two labels of one get two notices.
  const notice = { kind: `enrollment_${decision}`, vnoId, technicalId, eventId: null, caseId: null, payload }
  await asProcess(sql, () => writeNotice(sql, notice))
}

/**
 * Decides on a pending enrolment.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT with the record, VALIDATION, PRIVILEGE_DENIED for an own one, EVENT_BAD_STATE
 */
export async function verify(context: WriteContext, asked: Asked): Promise<JsonAfter> {
  const { sql, principal, audit } = context
  const { enrollment_id: id, version, decision, reason = null } = asked
  const { vnoId, technicalId } = viewerOf(principal)
  const [row] = await sql.rows<Locked>(lockEnrollment, [id, vnoId, technicalId])
  if (!row) throw new Problem('NOT_FOUND')
  await assertVersion(version, row.version, () =>
    row.removal ? recordOf(unenrollments, sql, principal, id) : recordOf(enrollments, sql, principal, id),
  )
  const doubt = approvalDoubt(row)
  if (needsReason(decision, doubt) && reason === null)
    throw new Problem('VALIDATION', { details: [missingDetail('reason')] })
  if (row.entered_by === principal.user.id) throw new Problem('PRIVILEGE_DENIED')
  const to = verificationAfter(row.verification_state, decision)
  if (to === null) throw new Problem('EVENT_BAD_STATE')
  await sql.rows(decide, [id, to, principal.user.id, reason, decision === 'repetir'])
  await notifyTechnician(context, row, asked)
  const before = { verification_state: row.verification_state }
  audit({ entity: 'enrollment', entityId: id, before, after: { verification_state: to, decision, reason, doubt } })
  const record = row.removal
    ? recordStatement(unenrollments, principal, id)
    : recordStatement(enrollments, principal, id)
  return new JsonAfter('{"record":', record, '}')
}
