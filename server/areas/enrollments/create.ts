import type { Input } from '@hilo/contract/index.ts'
import { stepMayBecome } from '@hilo/domain/field-steps.ts'
import { isDrop, isRemoval, requiredPictureKind, type EnrollmentKind } from '@hilo/domain/enrollment.ts'
import { eventTimes, type ProcessState } from '@hilo/domain/event.ts'
import { bindingOf, isOfKind, proves, type Binding } from '@hilo/domain/picture-binding.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { enrollmentKind, eventType, origin } from '@hilo/domain/status.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { recordStatement } from '../../kernel/list/record.ts'
import { viewerOf } from '../../kernel/list/viewer.ts'
import type { Sql } from '../../kernel/sql/scope.ts'
import { Json, JsonAfter, type WriteContext } from '../../kernel/handler.ts'
import { onlyNeutral, type Principal } from '../../kernel/principal.ts'
import { missingDetail, unknownDetail } from '../../kernel/validation.ts'
import { findElement, type Element } from '../../process/enrolment/enrollment-place.ts'
import { enroll, refusalOf, refused, type Entered } from '../../process/enrolment/enrollment.ts'
import { acceptRequest, requestType } from '../../process/enrolment/enrollment-request.ts'
import { assertEnabled, operatorIfNamed, operatorOf } from '../shared/operator.ts'
import { eventOf, picturesById, picturesOfKind } from './enrollment-queries.ts'
import { enrollments, unenrollments } from './list.ts'

type Asked = Input<'admin_vno/enrollments/create'>

const refuse = (detail: ProblemDetail) => new Problem('VALIDATION', { details: [detail] })

interface WorkedOn {
  id: number
  type: number
  process_state: ProcessState
  vno_id: number
  technical_id: number | null
  cto_id: number
}
interface Picture {
  id: number
  label_kind: number | null
  flags: string[]
  bound: Binding | null
}

/** True for an operator's API key. */
export function isApi({ channel }: Principal): boolean {
  const through: string = channel
  return through === 'api'
}

/**
 * Operator of the work: the session's own, or the one that the neutral operator names; null for the neutral operator's work on
 * a box.
 * @throws Problem VALIDATION, NOT_FOUND
 */
export async function ownerOf(
  sql: Sql,
  principal: Principal,
  asked: number | undefined,
  { optional = false } = {},
): Promise<number | null> {
  const owner = optional ? operatorIfNamed(principal, asked) : operatorOf(principal, asked)
  if (asked !== undefined) await assertEnabled(sql, asked)
  return owner
}

function checkRights(principal: Principal, kind: EnrollmentKind): void {
  const needed = isRemoval(kind) ? 'unenrollments_create' : 'enrollments_create'
  const dismantles = kind === enrollmentKind.is.unenrollment_cto
  if (!allows(principal.privileges, needed)) throw new Problem('PRIVILEGE_DENIED')
  if (dismantles) onlyNeutral(principal)
}

/** The intervention of the enrolment; a technician enrols only in an own open one. */
async function workOf({ sql, principal }: WriteContext, { event_id: id }: Asked): Promise<WorkedOn | null> {
  const { vnoId, technicalId } = viewerOf(principal)
  if (id === undefined) {
    if (technicalId !== null) throw refuse(missingDetail('event_id'))
    return null
  }
  const text = await sql.json(eventOf, [id, vnoId, technicalId])
  if (text === null) throw new Problem('NOT_FOUND')
  const event = JSON.parse(text) as WorkedOn
  const works = event.type === eventType.is.createListener && stepMayBecome('done', 'started', event.process_state)
  if (technicalId !== null && !works) throw new Problem('EVENT_BAD_STATE')
  return event
}

async function picturesOf(sql: Sql, asked: Asked, event: WorkedOn | null, vnoId: number | null): Promise<Picture[]> {
  const { pictures: ids } = asked
  const proof = requiredPictureKind(asked.kind)
  if (ids !== undefined) {
    const wanted = [...new Set(ids)]
    const found = JSON.parse((await sql.json(picturesById, [wanted, vnoId, event?.id ?? null])) ?? '[]') as Picture[]
    if (found.length < wanted.length) throw new Problem('NOT_FOUND')
    return found
  }
  if (event === null || proof === undefined) return []
  return JSON.parse((await sql.json(picturesOfKind, [event.id, proof])) ?? '[]') as Picture[]
}

/** Requires a picture of this label, at this port. */
function assertProven({ kind, label_read, port_number }: Asked, pictures: readonly Picture[]): void {
  const proof = requiredPictureKind(kind)
  if (proof === undefined) return
  const step = isDrop(kind) ? 'drop_enrollment' : 'cto_enrollment'
  const due = bindingOf(step, proof, { label_read, drop_label_read: label_read }, port_number ?? null)
  if (pictures.some((one) => isOfKind(one, proof) && proves(one, due))) return
  const reasons = { [enrollmentKind.is.enrollment_cto]: 'cto_label', [enrollmentKind.is.enrollment_drop]: 'drop_label' }
  const message = `choice.evidence.${(reasons as Partial<Record<number, string>>)[kind] ?? 'free_port'}`
  throw new Problem('EVIDENCE_MISSING', { details: [{ field: 'pictures', code: 'EVIDENCE_MISSING', message }] })
}

const createdBy = ({ user, account_type }: Principal, from: number) => ({
  id: user.id,
  name: user.name,
  account_type,
  origin: from,
})

/** API requests are answered at once: a job does the checks that need the plant. */
async function accept(context: WriteContext, asked: Asked, element: Element): Promise<Json> {
  const { principal, sql, audit } = context
  const { event_id, pictures, vno_id, ...payload } = asked
  const input = { event_id, pictures }
  for (const name of ['event_id', 'pictures'] as const) if (input[name] !== undefined) throw refuse(unknownDetail(name))
  if (element.vnoId === null) throw refuse(missingDetail('vno_id'))
  const type = requestType(asked.kind)
  const { id, record } = await acceptRequest(sql, {
    type,
    vnoId: element.vnoId,
    ctoId: element.box.id,
    portId: element.port?.id ?? null,
    origin: origin.is.api,
    channel: null,
    payload,
    fileId: null,
    user: { id: principal.user.id, name: principal.user.name },
    accountType: principal.account_type,
  })
  audit({ entity: 'enrollment_request', entityId: id, after: { type, vno_id, ...payload } })
  return new Json(`{"result_flag":3,"poll_after_ms":${eventTimes.poll},"record":${record}}`)
}

/**
 * Enrols or removes a label.
 * @throws Problem PRIVILEGE_DENIED, VALIDATION, NOT_FOUND, CTO_NOT_FOUND, EVENT_BAD_STATE, PORT_NOT_AVAILABLE,
 * LABEL_DUPLICATE, LABEL_MISMATCH, IN_USE, EVIDENCE_MISSING
 */
export async function create(context: WriteContext, asked: Asked): Promise<Json | JsonAfter> {
  const { principal, sql, audit } = context
  const { kind, action } = asked
  checkRights(principal, kind)
  const vnoId = await ownerOf(sql, principal, asked.vno_id, { optional: !isDrop(kind) })
  if (isApi(principal)) {
    return await asProcess(sql, async () => accept(context, asked, await findElement(sql, vnoId, kind, asked)))
  }
  const event = await workOf(context, asked)
  const element = await asProcess(sql, async () => {
    const found = await findElement(sql, vnoId, kind, asked)
    if (event !== null && (event.cto_id !== found.box.id || event.vno_id !== vnoId))
      throw refuse({ field: 'event_id', code: 'value', message: 'validation.value' })
    const refusal = await refusalOf(sql, asked, found)
    if (refusal) throw refused(refusal)
    return found
  })
  const pictures = await picturesOf(sql, asked, event, vnoId)
  assertProven(asked, pictures)
  const entered: Entered = {
    event,
    technicalId: viewerOf(principal).technicalId ?? event?.technical_id ?? null,
    origin: origin.is.app,
    userId: principal.user.id,
    createdBy: createdBy(principal, origin.is.app),
    pictures,
    hasPicture: null,
  }
  const id = await asProcess(sql, () => enroll(sql, asked, element, entered))
  audit({ entity: 'enrollment', entityId: id, after: { kind, action, label_read: asked.label_read, vno_id: vnoId } })
  const record = isRemoval(kind)
    ? recordStatement(unenrollments, principal, id)
    : recordStatement(enrollments, principal, id)
  return new JsonAfter('{"record":', record, '}')
}
