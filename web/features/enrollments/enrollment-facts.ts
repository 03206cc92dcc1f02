import type { Enrollment, Picture } from '@hilo/contract/enrollments/enrollments.ts'
import { isDrop, normalLabel, type VerificationReason } from '@hilo/domain/enrollment.ts'
import { areCompatible } from '@hilo/domain/picture-binding.ts'
import { metresBetween } from '@hilo/domain/picture.ts'
import { labelKind } from '@hilo/domain/status.ts'
import type { Level } from '@hilo/domain/optics.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDistance, formatDuration, formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

export const labelLevel = (one: Enrollment): Level | null => {
  const expected = one.label_expected
  if (expected === null) return null
  return normalLabel(expected) === normalLabel(one.label_read) ? 'ok' : 'aviso'
}

/** True if a picture is bound to another label, figure or port than the enrolment's. */
export function isStale({ bound, label_kind: kind }: Picture, one: Enrollment): boolean {
  if (bound === null || bound.figure === null) return false
  const { figure } = bound
  const ofSame = (kind === labelKind.is.dropLabel) === isDrop(one.kind)
  const value = figure === 'power_dbm' ? one.power_dbm : figure === 'label' && ofSame ? one.label_read : null
  return !areCompatible(bound, { figure, value, port: one.port_number })
}

/** Picture name, by what it shows. */
export function pictureName({
  label_kind,
  step,
  signature,
}: Pick<Picture, 'label_kind' | 'step'> & Partial<Pick<Picture, 'signature'>>): string {
  if (signature) return text('event.evidence.signature')
  if (label_kind === labelKind.is.potency) return text('event.evidence.meter')
  if (label_kind === labelKind.is.ctoLabel) return text('event.evidence.cto_label')
  if (label_kind === labelKind.is.dropLabel) return text('event.evidence.drop_label')
  return step === null ? text('event.evidence.more') : choiceText('step', step)
}

/** A reason for a manual verification. Where the label was read is another place than that of a picture, so it says how far. */
export function reasonText(reason: VerificationReason, { distance_m: metres }: Pick<Enrollment, 'distance_m'>): string {
  if (reason !== 'far' || metres === null) return choiceText('verification_reason', reason)
  return text('verify.far', { distance: formatDistance(metres) })
}

/** Pictures of the enrolment first, then other pictures of its intervention. */
export function inOrder(one: Enrollment, pictures: readonly Picture[]): Picture[] {
  const own = new Set(one.pictures.map(({ id }) => id))
  const rank = ({ id, label_kind }: Picture) =>
    own.has(id) ? 0 : label_kind === labelKind.is.potency && isDrop(one.kind) ? 1 : 2
  return pictures.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)
}

interface Check {
  key: string
  level: Level
  title: string
  note: string
}
interface Place {
  lat: number
  lon: number
}

/** Checks for and against a picture as evidence. */
export function checksOf(picture: Picture, box: Place | null): Check[] {
  const has = (...flags: Picture['flags']) => flags.some((flag) => picture.flags.includes(flag))
  const check = (key: string, wrong: boolean, note: string): Check => ({
    key,
    level: wrong ? 'aviso' : 'ok',
    title: text(`verify.check.${key}`),
    note,
  })
  const metres = box && picture.position ? Math.round(metresBetween(picture.position, box)) : null
  const accuracy = picture.position?.accuracy_m ?? null
  const place =
    metres === null
      ? text('verify.check.place.none')
      : accuracy === null
        ? text('verify.check.place.at', { distance: formatDistance(metres) })
        : text('verify.check.place.within', {
            distance: formatDistance(metres),
            accuracy: formatNumber(accuracy),
          })
  const late =
    picture.taken_at === null ? null : (Date.parse(picture.received_at) - Date.parse(picture.taken_at)) / 1000
  const fresh = has('stale')
    ? text('event.flag.stale')
    : late === null
      ? text('verify.check.fresh.unknown')
      : text('verify.check.fresh.after', { for: formatDuration(late) })
  const sharpText = has('blurred', 'dark')
    ? picture.flags
        .filter((flag) => flag === 'blurred' || flag === 'dark')
        .map((flag) => text(`event.flag.${flag}`))
        .join(', ')
    : text('verify.check.sharp.good')
  return [
    check('place', has('far'), place),
    check('fresh', has('stale'), fresh),
    check('unique', has('duplicate'), text(has('duplicate') ? 'event.flag.duplicate' : 'verify.check.unique.good')),
    check('camera', has('gallery'), text(has('gallery') ? 'event.flag.gallery' : 'verify.check.camera.good')),
    check('sharp', has('blurred', 'dark'), sharpText),
    ...(has('reused') ? [check('reused', true, text('event.flag.reused'))] : []),
    ...(has('label_mismatch') ? [check('label', true, text('event.flag.label_mismatch'))] : []),
  ]
}
