/** Enrolments and removals of an intervention, stored when the work finishes. */
import { normalLabel, type EnrollmentKind } from '@hilo/domain/enrollment.ts'
import { portOf } from '@hilo/domain/field-steps.ts'
import { bindingOf, proves } from '@hilo/domain/picture-binding.ts'
import { figureChecks, timeChecks, type CheckCode } from '@hilo/domain/check-levels.ts'
import { ctoState, enrollmentKind, origin, type EnrollmentAction, type FieldStep } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { type Element } from './enrollment-place.ts'
import { addEnrollment, labelTaken, type EnrollmentAsked } from './enrollment.ts'
import type { EventRow, StepRow } from '../event-row.ts'
import { stepOf } from '../steps/step-row.ts'

interface Known {
  box: Element['box']
  /** The drop at the intervention's port, or of the customer served. */
  drop: { id: number; label: string } | null
  user: { id: number; name: string } | null
  created_by: object | null
}

const selectKnown = `select json_build_object(
    'box', json_build_object('id', c.id, 'code', c.code, 'label', c.label, 'state', c.state, 'lat', c.lat, 'lon', c.lon,
      'optic', o.optic_class),
    'drop', (select json_build_object('id', d.id, 'label', d.label) from drop_cable d where d.vno_id = e.vno_id and d.state = 'instalada'
      and (d.access_id = e.access_id or d.port_id = e.port_id) order by d.access_id = e.access_id desc nulls last, d.id desc limit 1),
    'user', (select json_build_object('id', u.id, 'name', u.name) from technical_account t join app_user u on u.id = t.user_id
      where t.id = e.technical_id), 'created_by', e.created_by)
  from event e join cto c on c.id = e.cto_id join pon n on n.id = c.pon_id join olt o on o.id = n.olt_id where e.id = $1`
const picturesOfStep = `select id, flags from picture where event_id = $1 and step = $2 and enrollment_id is null
    and id <> all($3::bigint[]) order by id`
const dropByLabel = 'select id from drop_cable where vno_id = $1 and label = $2'
const labelBox =
  'update cto set label = $2, version = version + 1, updated_at = app_now() where id = $1 and label <> $2'

/** Labels before the work changes them. */
type Labels = Known | null

const enrolling = ['cto_enrollment', 'drop_enrollment'] as const satisfies readonly FieldStep[]

/** A done step that names a label and what was done to it. */
function labelled(event: EventRow, step: (typeof enrolling)[number]): { row: StepRow; label: string } | null {
  const row = event.steps.find((one) => one.step === step)
  const read = row?.data[step === 'cto_enrollment' ? 'label_read' : 'drop_label_read']
  if (row?.status !== 'done' || typeof read !== 'string' || read === '' || !row.data['action']) return null
  return { row, label: normalLabel(read) }
}

export async function labelsBefore(sql: Tx, event: EventRow): Promise<Labels> {
  if (!enrolling.some((step) => labelled(event, step))) return null
  return JSON.parse((await sql.json(selectKnown, [event.id])) ?? 'null') as Labels
}

function askedOf(kind: EnrollmentKind, { row, label }: { row: StepRow; label: string }): EnrollmentAsked {
  const { action, label_source, replaced_label, connection_type, position } = row.data as {
    action: EnrollmentAction
  } & Omit<EnrollmentAsked, 'kind' | 'action' | 'label_read'>
  return {
    kind,
    action,
    label_read: label,
    label_source: label_source ?? undefined,
    replaced_label,
    connection_type,
    position,
    // Recognition confidence is stored with the picture.
    ocr_confidence: null,
  }
}

/** Ids of the step's pictures that were taken of another label than the step's. */
function staleOf({ steps }: EventRow, step: FieldStep): number[] {
  const { data, pictures } = stepOf(steps, step)
  const port = portOf(steps)
  const stale = pictures.filter((one) => !proves(one, bindingOf(step, one.label_kind, data, port)))
  return stale.map(({ id }) => id)
}

/** Checks of the work that mark an enrolment for review. */
function doubtsOf({ steps }: EventRow) {
  const raised = new Set(
    steps.flatMap(({ checks }) => checks.filter(({ level }) => level !== 'ok').map(({ code }) => code)),
  )
  const any = (codes: readonly CheckCode[]) => codes.some((code) => raised.has(code))
  return { figures: any(figureChecks), times: any(timeChecks) }
}

async function write(
  sql: Tx,
  event: EventRow,
  known: Known,
  asked: EnrollmentAsked,
  done: { step: FieldStep; dropId: number | null; expected: string | null; elsewhere?: boolean },
): Promise<void> {
  const stale = staleOf(event, done.step)
  const pictures = await sql.rows<{ id: number; flags: string[] }>(picturesOfStep, [event.id, done.step, stale])
  const onDrop = done.step === 'drop_enrollment'
  const port = onDrop && event.port_id !== null ? { id: event.port_id, state: 0, access_id: null } : null
  const confidence = asked.label_source === 'ocr' ? await sql.json(bestOcr, [event.id, done.step]) : null
  const { user } = known
  await addEnrollment(
    sql,
    {
      ...asked,
      ocr_confidence: confidence === null ? null : Number(confidence),
      power_dbm: onDrop ? event.power_dbm : null,
    },
    { vnoId: event.vno_id, box: known.box, port },
    done,
    {
      event,
      technicalId: event.technical_id,
      origin: event.origin,
      userId: user?.id ?? null,
      createdBy: user ? { ...user, account_type: 'te', origin: origin.is.app } : known.created_by,
      pictures,
      hasPicture: null,
      labelElsewhere: done.elsewhere ?? false,
      doubts: doubtsOf(event),
    },
  )
}
const bestOcr = `select max((ocr->>'confidence')::numeric)::text from picture where event_id = $1 and step = $2 and ocr is not null`

/** The box gets the label read on it, unless another box has that label: then it is marked for review. */
async function enrollBox(sql: Tx, event: EventRow, known: Known): Promise<void> {
  const found = labelled(event, 'cto_enrollment')
  if (!found) return
  const kind = enrollmentKind.is.enrollment_cto
  const elsewhere = await labelTaken(sql, kind, found.label, event.cto_id)
  if (!elsewhere && known.box.state !== ctoState.is.no_instalada) await sql.rows(labelBox, [event.cto_id, found.label])
  const expected = known.box.label
  await write(sql, event, known, askedOf(kind, found), { step: 'cto_enrollment', dropId: null, expected, elsewhere })
}

async function enrollDrop(sql: Tx, event: EventRow, known: Known): Promise<void> {
  const found = labelled(event, 'drop_enrollment')
  if (!found || event.port_id === null) return
  const { enrollment_drop, unenrollment_drop } = enrollmentKind.is
  const asked = askedOf(found.row.data['action'] === 'B' ? unenrollment_drop : enrollment_drop, found)
  const [laid] = await sql.rows<{ id: number }>(dropByLabel, [event.vno_id, found.label])
  const expected = known.drop?.label ?? null
  const dropId = laid?.id ?? (asked.action === 'B' ? known.drop?.id : undefined) ?? null
  await write(sql, event, known, asked, { step: 'drop_enrollment', dropId, expected })
}

/** Call after the inventory is stored, with the labels from before. */
export async function enrollWork(sql: Tx, event: EventRow, before: Labels): Promise<void> {
  if (!before) return
  await enrollBox(sql, event, before)
  await enrollDrop(sql, event, before)
}
