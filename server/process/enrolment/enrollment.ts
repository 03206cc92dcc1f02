/**
 * A label enrolled, changed, replaced or removed: preconditions, refusals and inventory changes. Runs in the scope of all
 * operators.
 */
import {
  enrollmentRefusal,
  isDrop,
  isRemoval,
  normalLabel,
  verificationReasonsOf,
  type EnrollmentKind,
  type Refusal,
} from '@hilo/domain/enrollment.ts'
import { limits } from '@hilo/domain/optics.ts'
import { metresBetween, type PictureFlag } from '@hilo/domain/picture.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { settings } from '@hilo/domain/settings.ts'
import { ctoState, enrollmentKind, origin, type EnrollmentAction } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { recountBox } from '../box.ts'
import { namedField, type Element, type Named } from './enrollment-place.ts'
import { scheduleLightCheck } from '../steps/light-check.ts'

/** The requested action, with the field names of the wire. */
export interface EnrollmentAsked {
  kind: EnrollmentKind
  action: EnrollmentAction
  label_read: string
  label_source?: string | undefined
  ocr_confidence?: number | null | undefined
  replaced_label?: string | null | undefined
  replaced_state?: 'retirada' | 'averiada' | undefined
  connection_type?: number | null | undefined
  drop_type?: string | null | undefined
  length_m?: number | null | undefined
  fibre_no?: number | null | undefined
  power_dbm?: number | null | undefined
  position?: { lat: number; lon: number } | null | undefined
}

/** Author of the enrolment and its intervention. */
export interface Entered {
  event: { id: number } | null
  technicalId: number | null
  origin: number
  userId: number | null
  createdBy: object | null
  pictures: readonly { id: number; flags: readonly string[] }[]
  /** Null if no picture is required. */
  hasPicture: boolean | null
  labelElsewhere?: boolean
  /** Reasons for review: figures that differ from the OLT's, impossible times. */
  doubts?: { figures: boolean; times: boolean }
  sourceKey?: Buffer
}

// Serializes transactions that use the same label; sorted, so that they cannot deadlock.
const lockLabels = `select pg_advisory_xact_lock(hashtextextended('label:' || one, 0)) from unnest($1::text[]) one`
const takenElsewhere = {
  drop: 'select exists (select from drop_cable d where d.label = $1 and d.id is distinct from $2)::text',
  box: 'select exists (select from cto c where (c.label = $1 or c.code = $1) and c.id <> $2)::text',
}

/** True if the label belongs to another element; the label stays locked until the transaction ends. */
export async function labelTaken(sql: Tx, kind: EnrollmentKind, label: string, own: number | null): Promise<boolean> {
  await sql.rows(lockLabels, [[label]])
  return (await sql.json(takenElsewhere[isDrop(kind) ? 'drop' : 'box'], [label, own])) === 'true'
}

function currentOf({ box, drop }: Element, kind: EnrollmentKind): string | null {
  if (isDrop(kind)) return drop?.label ?? null
  return box.state === ctoState.is.no_instalada ? null : box.label
}

/** The reason to refuse; null if there is none. */
export async function refusalOf(sql: Tx, asked: EnrollmentAsked & Named, element: Element): Promise<Refusal | null> {
  const { kind, action } = asked
  const label = normalLabel(asked.label_read)
  const found = enrollmentRefusal({
    kind,
    action,
    label,
    replaced: asked.replaced_label == null ? null : normalLabel(asked.replaced_label),
    current: currentOf(element, kind),
    taken: await labelTaken(sql, kind, label, (isDrop(kind) ? element.drop?.id : element.box.id) ?? null),
    portState: element.port?.state ?? null,
    portsHeld: element.portsHeld,
  })
  return found && { ...found, field: namedField(found.field, asked) }
}

/** A refusal as a problem for the caller. */
export function refused({ code, field, message: own }: Refusal): Problem {
  const message = own ?? (code === 'VALIDATION' ? 'validation.value' : `problem.${code}`)
  return new Problem(code, { details: [{ field, code: code === 'VALIDATION' ? 'value' : code, message }] })
}

const insertDrop = `insert into drop_cable (vno_id, label, access_id, port_id, type, length_m, connection_type, fibre_no, state,
    installed_event_id) values ($1, $2, $3, $4, $5, $6, $7, $8, 'instalada', $9) returning id`
const relabelDrop = `update drop_cable set label = $2, length_m = coalesce($3, length_m), connection_type = coalesce($4, connection_type),
    fibre_no = coalesce($5, fibre_no), type = coalesce($6, type), version = version + 1, updated_at = app_now() where id = $1`
const endDrop = `update drop_cable set state = $2, port_id = null, version = version + 1, updated_at = app_now() where id = $1`
const hangDrop = 'update port_assignment set drop_id = $2 where port_id = $1 and ended_at is null'
const labelBox = `update cto set label = $2, state = $3, version = version + 1, updated_at = app_now()
  where id = $1 and (label <> $2 or state <> $3)`

/** Changes the inventory; returns the drop. Requires that `refusalOf` returned null. */
async function change(
  sql: Tx,
  asked: EnrollmentAsked,
  element: Element,
  eventId: number | null,
): Promise<number | null> {
  const { kind, action } = asked
  const { box, port, drop, vnoId } = element
  const label = normalLabel(asked.label_read)
  if (!isDrop(kind)) {
    const { no_instalada, disponible } = ctoState.is
    const installed = box.state === no_instalada ? disponible : box.state
    await sql.rows(labelBox, [box.id, label, isRemoval(kind) ? no_instalada : installed])
    if (box.state === no_instalada) await recountBox(sql, box.id)
    return null
  }
  const {
    drop_type: type = null,
    length_m: length = null,
    connection_type: connection = null,
    fibre_no: fibre = null,
  } = asked
  if (action === 'M' && drop) {
    await sql.rows(relabelDrop, [drop.id, label, length, connection, fibre, type])
    return drop.id
  }
  if (drop) await sql.rows(endDrop, [drop.id, action === 'R' ? (asked.replaced_state ?? 'retirada') : 'retirada'])
  if (action === 'B') {
    await sql.rows(hangDrop, [port?.id, null])
    return drop?.id ?? null
  }
  const cable = [type ?? 'interior', length, connection ?? 0, fibre]
  const [laid] = await sql.rows<{ id: number }>(insertDrop, [
    vnoId,
    label,
    port?.access_id,
    port?.id,
    ...cable,
    eventId,
  ])
  if (!laid) throw new Error('a drop without its row')
  await sql.rows(hangDrop, [port?.id, laid.id])
  return laid.id
}

const insertRow = `
  with added as (
    insert into enrollment (kind, action, event_id, origin, vno_id, technical_id, cto_id, port_id, drop_id, label_read,
      label_expected, label_source, ocr_confidence, connection_type, power_dbm, replaced_label, distance_m, verification_state,
      verification_reasons, verified_at, light_check, source_key, entered_by, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
      case when $18 = 'verificada' then app_now() end, $20, $21, $22, $23, app_now(), app_now())
    returning id, vno_id, technical_id),
  shown as (update picture set enrollment_id = (select id from added) where id = any($24::bigint[])),
  told as (select changed($25, id, 1, vno_id, technical_id) from added)
  select added.id from added, told`
// Settles the enrolments that this one was ordered to repeat.
const settleRepeats = `
  with settled as (
    update enrollment set verification_state = 'rechazada', verified_at = app_now(), version = version + 1, updated_at = app_now()
     where cto_id = $1 and port_id is not distinct from $2 and id <> $3 and verification_state = 'pendiente'
       and repeat_asked_at is not null
     returning id, version, vno_id, technical_id, removal)
  select changed(case when removal then 'unenrollments' else 'enrollments' end, id, version, vno_id, technical_id) from settled`

const tooOld = `select (offline_ms > coalesce(setting_of(vno_id, 'offline_max_age_h')::int, ${settings.offline_max_age_h.default}) * 3600000)::text
  from event where id = $1`

/** An enrolment after the inventory is stored. */
interface Done {
  dropId: number | null
  /** Label before the change. */
  expected: string | null
}

function pictureDoubts({ pictures, origin: from }: Entered) {
  const has = (flag: PictureFlag) => pictures.some(({ flags }) => flags.includes(flag))
  return {
    duplicatePicture: has('duplicate'),
    // Operators' systems have no camera, so the picture's source is not checked for them.
    galleryPicture: from === origin.is.app && has('gallery'),
    otherLabel: has('label_mismatch'),
  }
}

/** Stores the enrolment with its review marks; returns its id. */
export async function addEnrollment(
  sql: Tx,
  asked: EnrollmentAsked,
  { vnoId, box, port }: Pick<Element, 'vnoId' | 'box' | 'port'>,
  { dropId, expected }: Done,
  entered: Entered,
): Promise<number> {
  const {
    kind,
    action,
    label_source: source = 'manual',
    ocr_confidence: confidence = null,
    power_dbm: power = null,
  } = asked
  const distanceM = asked.position ? Math.round(metresBetween(asked.position, box)) : null
  const reasons = verificationReasonsOf({
    labelSource: source,
    ocrConfidence: confidence,
    distanceM,
    ...pictureDoubts(entered),
    powerDbm: power,
    limits: limits('cto_port', box.optic),
    hasPicture: entered.hasPicture,
    labelElsewhere: entered.labelElsewhere ?? false,
    ...entered.doubts,
    tooOld: entered.event !== null && (await sql.json(tooOld, [entered.event.id])) === 'true',
  })
  const light = kind === enrollmentKind.is.unenrollment_drop ? 'pendiente' : null
  const [row] = await sql.rows<{ id: number }>(insertRow, [
    kind,
    action,
    entered.event?.id ?? null,
    entered.origin,
    vnoId,
    entered.technicalId,
    box.id,
    port?.id ?? null,
    dropId,
    normalLabel(asked.label_read),
    expected,
    source,
    confidence,
    asked.connection_type ?? null,
    power,
    asked.replaced_label == null ? null : normalLabel(asked.replaced_label),
    distanceM,
    reasons.length > 0 ? 'pendiente' : 'verificada',
    reasons,
    light,
    entered.sourceKey ?? null,
    entered.userId,
    entered.createdBy && JSON.stringify(entered.createdBy),
    entered.pictures.map(({ id }) => id),
    isRemoval(kind) ? 'unenrollments' : 'enrollments',
  ])
  if (!row) throw new Error('an enrolment without its row')
  await sql.rows(settleRepeats, [box.id, port?.id ?? null, row.id])
  if (light) await scheduleLightCheck(sql, row.id)
  return row.id
}

/** Applies and stores the requested action. Requires that `refusalOf` returned null. */
export async function enroll(sql: Tx, asked: EnrollmentAsked, element: Element, entered: Entered): Promise<number> {
  const expected = isDrop(asked.kind) ? (element.drop?.label ?? null) : element.box.label
  const dropId = await change(sql, asked, element, entered.event?.id ?? null)
  return await addEnrollment(sql, asked, element, { dropId, expected }, entered)
}
