/** A picture that comes after its enrolment: with a row of a file that is loaded again. */
import { isRemoval, type EnrollmentKind } from '@hilo/domain/enrollment.ts'
import { origin } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { addPicture, type PicturePlace, type Shot } from './enrollment-picture.ts'

/** `$1` operator, `$2` key of the row, `$3` hash of its picture in the file, or null. */
const knownRow = `
  select e.id, e.verification_state = 'pendiente' as open, count(p.id) > 0 as pictured,
    coalesce(bool_or(p.sha256 = decode($3, 'hex')), false) as same
  from enrollment e left join picture p on p.enrollment_id = e.id where e.vno_id = $1 and e.source_key = $2 group by e.id`

interface KnownRow {
  id: number
  /** Its review is pending. */
  open: boolean
  pictured: boolean
  /** The picture of the file is one of its own. */
  same: boolean
}

/** The enrolment that an equal row has made before. */
export async function knownRowOf(
  sql: Tx,
  vnoId: number,
  key: Buffer,
  shot: Shot | null,
): Promise<KnownRow | undefined> {
  const [row] = await sql.rows<KnownRow>(knownRow, [vnoId, key, shot?.sha256 ?? null])
  return row
}

/** `$1` the enrolment, `$2` the picture, `$3` reasons for review that come with it. What is left without a reason is verified. */
const showLate = `
  with shown as (update picture set enrollment_id = $1 where id = $2),
  late as (select id, array_remove(verification_reasons, 'no_picture') || $3::text[] as reasons from enrollment where id = $1),
  seen as (
    update enrollment e set verification_reasons = late.reasons, version = version + 1, updated_at = app_now(),
      verification_state = case when late.reasons = '{}' then 'verificada' else e.verification_state end,
      verified_at = case when late.reasons = '{}' then app_now() end
    from late where e.id = late.id returning e.id, e.version, e.vno_id, e.technical_id)
  select changed($4, id, version, vno_id, technical_id) from seen`

/** Adds the picture to an enrolment that waits for its review without one; false if it may not be added. */
export async function addLatePicture(
  sql: Tx,
  place: PicturePlace,
  kind: EnrollmentKind,
  known: KnownRow,
  shot: Shot,
): Promise<boolean> {
  if (known.pictured || !known.open) return false
  const { id, flags } = await addPicture(sql, place, kind, shot)
  const reasons = flags.filter(
    (flag) => flag === 'duplicate' || (flag === 'gallery' && place.event.origin === origin.is.app),
  )
  await sql.rows(showLate, [known.id, id, reasons, isRemoval(kind) ? 'unenrollments' : 'enrollments'])
  return true
}
