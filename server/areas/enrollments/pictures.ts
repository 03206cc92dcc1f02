import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import type { Input } from '@hilo/contract/index.ts'
import { stepMayBecome } from '@hilo/domain/field-steps.ts'
import { areCompatible } from '@hilo/domain/picture-binding.ts'
import { allows, withholds } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import { rm } from 'node:fs/promises'
import { reachOf } from '../../kernel/list/viewer.ts'
import { senderOf } from '../../files/decode-turns.ts'
import { BadImage, readImage, type Image } from '../../files/image.ts'
import { attachFile, keepBytes, type Kept } from '../../files/attach.ts'
import { quotas } from '../../files/quota.ts'
import { Json, onePage, type ReadHandler, type UploadHandler, type WriteContext } from '../../kernel/handler.ts'
import { missingDetail } from '../../kernel/validation.ts'
import { lockEvent, noteEvent, type EventRow, type StepRow } from '../../process/event-row.ts'
import { assembled, forgetParts } from './parts.ts'
import { judged, type Surroundings } from './picture-facts.ts'
import {
  eventForPicture,
  insertPicture,
  picturesOfEnrollment,
  picturesOfEvent,
  samePicture,
  surroundings,
} from './queries.ts'

type Path = 'admin_vno/enrollments/pictures/upload'
type Asked = Input<Path>
type Context = Parameters<UploadHandler<Path>>[0]

/** A picture checked, re-encoded and stored, before its row is written. */
interface Ready {
  image: Image
  full: Kept
  thumb: Kept
  name: string
}

function rejected(field: string, code: string, message: string): Problem {
  return new Problem('EVIDENCE_REJECTED', { details: [{ field, code, message }] })
}

async function judge(path: string, principal: Context['principal']): Promise<Image> {
  try {
    return await readImage(path, senderOf(principal))
  } catch (error) {
    if (error instanceof BadImage) throw rejected('picture', error.fault.slice('image.'.length), error.fault)
    throw error
  }
}

/** The picture from the request or from parts sent before; null if neither. */
async function imageOf({ principal, sql, files, store }: Context, sha: string): Promise<Image | null> {
  if (files.picture) return await judge(files.picture.path, principal)
  const { id } = principal.user
  const came = await assembled(sql, store, id, sha)
  if (came === null) return null
  try {
    if (came.sha256 !== sha) throw rejected('sha256', 'mismatch', 'image.mismatch')
    return await judge(came.path, principal)
  } catch (error) {
    // Parts of a refused picture are useless; parts not decoded yet may still be.
    if (error instanceof Problem && error.code === 'EVIDENCE_REJECTED') await forgetParts(sql, id, sha)
    throw error
  } finally {
    await rm(came.path, { force: true })
  }
}

/** @throws Problem VALIDATION for a signature in any step but the customer's */
function checkSignature({ signature, step, label_kind }: Asked): void {
  if (!signature || (step === 'final_report' && label_kind == null)) return
  throw new Problem('VALIDATION', { details: [{ field: 'signature', code: 'value', message: 'validation.value' }] })
}

async function prepare(context: Context, asked: Asked, sha: string): Promise<Ready | null> {
  const { principal, sql, store } = context
  // Technicians at the box use the camera. A picture from elsewhere is a supervisor's responsibility: by sending it, or
  // by reviewing it.
  const answers = principal.account_type === 'te' || allows(principal.privileges, 'enrollments_edit')
  if (asked.camera === false && !answers) throw new Problem('PRIVILEGE_DENIED')
  const { vnoId: vno, technicalId: technical } = reachOf(principal)
  const found = await sql.json(eventForPicture, [
    asked.event_id,
    vno,
    technical,
    asked.step,
    sha,
    principal.user.id,
    quotas.vno,
    quotas.userMonth,
  ])
  if (found === null) throw new Problem('NOT_FOUND')
  if (asked.sha256 !== undefined && asked.sha256 !== sha) throw rejected('sha256', 'mismatch', 'image.mismatch')
  const event = JSON.parse(found) as { vno_id: number; code: string; known: boolean; room: boolean }
  if (event.known) return null
  if (!event.room) throw new Problem('STORAGE_FULL')
  const image = await imageOf(context, sha)
  if (image === null) return null
  const full = await keepBytes(store, event.vno_id, image.full)
  const thumb = await keepBytes(store, event.vno_id, image.thumb)
  return { image, full, thumb, name: `${event.code}-${asked.step}-${sha.slice(0, 8)}.webp` }
}

/** @throws Problem EVIDENCE_REJECTED for bytes that already prove another figure or port of this step */
function assertSame({ bound: stored }: Picture, { bound: requested }: Asked): void {
  if (!stored || !requested) return
  const { figure = stored.figure, value = null, port = null } = requested
  if (!areCompatible(stored, { figure, value, port })) throw rejected('bound', 'reused', 'image.reused')
}

async function insertRow(
  context: WriteContext,
  event: EventRow,
  asked: Asked,
  ready: Ready,
  fileId: number,
  sha: string,
) {
  const { sql, principal, native } = context
  const { image } = ready
  const values = [event.cto_id, event.id, asked.step, image.phash.toString(), sha, event.port_id]
  const [around] = await sql.rows<Surroundings>(surroundings, values)
  if (!around) throw new Error('an intervention without its box')
  const { taken, ahead, flags, bound } = judged(event, asked, image, around)
  const [row] = await sql.rows<{ id: number; taken_at: string | null; record: string }>(insertPicture, [
    event.vno_id,
    event.id,
    event.technical_id,
    event.contractor_id,
    asked.step,
    asked.label_kind ?? null,
    fileId,
    sha,
    image.phash.toString(),
    image.width,
    image.height,
    taken,
    image.takenAt,
    around.now,
    ahead > 0 ? Math.min(ahead, 2_147_483_647) : null,
    asked.position ? JSON.stringify(asked.position) : null,
    native?.installId ?? null,
    asked.camera ?? true,
    asked.ocr ? JSON.stringify(asked.ocr) : null,
    asked.power_dbm_read ?? null,
    flags,
    principal.user.id,
    asked.signature ?? false,
    asked.signature ? null : JSON.stringify(bound),
  ])
  if (!row) throw new Error('a picture without its row')
  return { ...row, flags, bound }
}

const untouched = {
  status: 'iddle',
  started_at: null,
  done_at: null,
  active_ms: 0,
  data: {},
  checks: [],
  pictures: [],
  skipped_reason: null,
} as const

type StepPicture = StepRow['pictures'][number]
/** The steps with the new picture; inserts the step if it was not begun. */
const withPicture = (steps: readonly StepRow[], step: FieldStep, picture: StepPicture) =>
  withMore(steps, step, (one) => ({ ...one, pictures: [...one.pictures, picture] }))
/** The last signature counts. */
const withSignature = (steps: readonly StepRow[], step: FieldStep, file: number) =>
  withMore(steps, step, (one) => ({ ...one, data: { ...one.data, signature_file_id: file } }))

function withMore(steps: readonly StepRow[], step: FieldStep, more: (one: StepRow) => StepRow): StepRow[] {
  const known: readonly StepRow[] = steps.some((one) => one.step === step)
    ? steps
    : [...steps, { ...untouched, step, data: {}, checks: [], pictures: [] }]
  return known
    .map((one) => (one.step === step ? more(one) : one))
    .toSorted((a, b) => fieldSteps.indexOf(a.step) - fieldSteps.indexOf(b.step))
}

/** The same bytes for the same step make no second picture; another request with them is answered so. */
const seenAgain = (record: Picture): Picture => ({
  ...record,
  flags: [...record.flags.filter((flag) => flag !== 'duplicate'), 'duplicate'],
})

async function attach(
  context: WriteContext,
  asked: Asked,
  ready: Ready | null,
  sha: string,
  { files, store }: Pick<Context, 'files' | 'store'>,
) {
  const { sql, principal, audit } = context
  const came = files.picture ? 1 : await forgetParts(sql, principal.user.id, sha)
  // Ownership was checked before the picture was read, and never changes.
  const event = await lockEvent(sql, asked.event_id, reachOf(principal))
  if (event === null) throw new Error(`event ${asked.event_id} is gone`)
  const same = await sql.json(samePicture, [event.id, event.vno_id, asked.step, sha])
  if (same !== null) {
    const record = JSON.parse(same) as Picture
    assertSame(record, asked)
    return { record: seenAgain(record) }
  }
  const works = event.type === eventType.is.createListener && stepMayBecome('started', 'started', event.process_state)
  if (!works) throw new Problem('EVENT_BAD_STATE')
  if (came === 0) throw new Problem('VALIDATION', { details: [missingDetail('picture')] })
  if (ready === null) throw files.picture ? new Problem('UNAVAILABLE', { retryAfter: 1 }) : new Problem('PARTS_MISSING')
  const { full, thumb, name, image } = ready
  const createdBy = principal.user.id
  const file = { vnoId: event.vno_id, eventId: event.id, name, mime: image.mime, full, thumb, createdBy }
  const fileId = await attachFile(sql, store, file)
  const { id, taken_at, flags, bound, record } = await insertRow(context, event, asked, ready, fileId, sha)
  const picture = { id, file_id: fileId, label_kind: asked.label_kind ?? null, flags, taken_at, bound }
  const steps = asked.signature
    ? withSignature(event.steps, asked.step, fileId)
    : withPicture(event.steps, asked.step, picture)
  await noteEvent(sql, event, { steps })
  audit({ entity: 'picture', entityId: id, after: { event_id: event.id, step: asked.step, sha256: sha, flags, bound } })
  return new Json(`{"record":${record}}`)
}

export const pictures = {
  'admin_vno/enrollments/pictures/upload': (async (context, asked) => {
    const sha = context.files.picture?.sha256 ?? asked.sha256
    if (sha === undefined) throw new Problem('VALIDATION', { details: [missingDetail('picture')] })
    checkSignature(asked)
    const ready = await prepare(context, asked, sha)
    return async (writing) => await attach(writing, asked, ready, sha, context)
  }) satisfies UploadHandler<Path>,

  'admin_vno/enrollments/pictures/get': (async ({ principal, sql }, { event_id: event, enrollment_id: enrollment }) => {
    const { vnoId: vno, technicalId: technical } = reachOf(principal)
    if ((event === undefined) === (enrollment === undefined)) {
      const details = [{ field: 'event_id', code: 'required', message: 'validation.required' }]
      throw new Problem('VALIDATION', { details })
    }
    const part = event === undefined ? 'enrollments.pictures_view' : 'event.pictures_view'
    if (withholds(principal.privileges, part)) throw new Problem('PRIVILEGE_DENIED')
    const records =
      event === undefined
        ? await sql.json(picturesOfEnrollment, [enrollment, vno, technical])
        : await sql.json(picturesOfEvent, [event, vno, technical])
    if (records === null) throw new Problem('NOT_FOUND')
    return new Json(`{"records":${records},${JSON.stringify(onePage()).slice(1)}`)
  }) satisfies ReadHandler<'admin_vno/enrollments/pictures/get'>,
}
