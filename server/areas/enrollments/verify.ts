import type { Input } from '@hilo/contract/index.ts'
import { approvalDoubt, needsReason, verificationAfter, type Proven } from '@hilo/domain/enrollment.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { VerificationState } from '@hilo/domain/status.ts'
import { asProcess } from '../../db/in-process.ts'
import { recordOf, recordStatement } from '../../db/record.ts'
import { viewerOf } from '../../db/viewer.ts'
import { JsonAfter, type WriteContext } from '../../http/handler.ts'
import { missingDetail } from '../../http/validation.ts'
import { tell } from '../../process/notices/notify.ts'
import { decide, lockEnrollment } from './enrollment-queries.ts'
import { enrollments, unenrollments } from './list.ts'

type Asked = Input<'admin_vno/enrollments/verify'>
interface Locked extends Proven {
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

/** Who put it there is told what came of it. */
async function tellTechnician({ sql }: WriteContext, row: Locked, { decision, reason }: Asked): Promise<void> {
  if (row.technical_id === null) return
  const { id: enrollment_id, event_id, label_read: label, cto_code } = row
  const payload = { enrollment_id, event_id, label, cto_code, reason: reason ?? null }
  const { vno_id: vnoId, technical_id: technicalId } = row
  // Not tied to the intervention: two labels of one are told apart.
  const notice = { kind: `enrollment_${decision}`, vnoId, technicalId, eventId: null, caseId: null, payload }
  await asProcess(sql, () => tell(sql, notice))
}

/**
 * Decides on an enrolment that waits for it.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT with the record, VALIDATION, PRIVILEGE_DENIED for one's own, EVENT_BAD_STATE
 */
export async function verify(context: WriteContext, asked: Asked): Promise<JsonAfter> {
  const { sql, principal, audit } = context
  const { enrollment_id: id, version, decision, reason = null } = asked
  const { vnoId, technicalId } = viewerOf(principal)
  const [row] = await sql.rows<Locked>(lockEnrollment, [id, vnoId, technicalId])
  if (!row) throw new Problem('NOT_FOUND')
  if (version !== undefined && version !== row.version) {
    const record = row.removal
      ? await recordOf(unenrollments, sql, principal, id)
      : await recordOf(enrollments, sql, principal, id)
    throw new Problem('VERSION_CONFLICT', { record: JSON.parse(record) as unknown })
  }
  const doubt = approvalDoubt(row)
  if (needsReason(decision, doubt) && reason === null)
    throw new Problem('VALIDATION', { details: [missingDetail('reason')] })
  if (row.entered_by === principal.user.id) throw new Problem('PRIVILEGE_DENIED')
  const to = verificationAfter(row.verification_state, decision)
  if (to === null) throw new Problem('EVENT_BAD_STATE')
  await sql.rows(decide, [id, to, principal.user.id, reason, decision === 'repetir'])
  await tellTechnician(context, row, asked)
  const before = { verification_state: row.verification_state }
  audit({ entity: 'enrollment', entityId: id, before, after: { verification_state: to, decision, reason, doubt } })
  const record = row.removal
    ? recordStatement(unenrollments, principal, id)
    : recordStatement(enrollments, principal, id)
  return new JsonAfter('{"record":', record, '}')
}
