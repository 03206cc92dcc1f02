import type { Picture } from '@hilo/contract/enrollments.ts'
import type { Event } from '@hilo/contract/events.ts'
import { mandatorySteps, requiredPictures, type Evidence } from '@hilo/domain/field-steps.ts'
import { fieldSteps, processState, type FieldStep } from '@hilo/domain/status.ts'

/** A place in the evidence: a picture, or one that is missing. */
export interface EvidencePlace {
  key: string
  step: FieldStep | null
  /** What it has to show; null for a further picture that nobody asks for. */
  reason: Evidence['reason'] | null
  picture: Picture | null
}

const cancelled: readonly number[] = [processState.is.cancelled, processState.is.canceledSync]
const shows = (picture: Picture, { label_kind: kind }: Evidence) =>
  !picture.signature && (kind === null || picture.label_kind === kind)

/** Every picture that the work asks for, taken or not, in the order of the steps; then whatever else was taken. */
export function evidenceOf(
  { work_kind: kind, steps, process_state: state }: Event,
  pictures: readonly Picture[],
): EvidencePlace[] {
  const left = new Set(pictures)
  // What was cancelled asks for nothing any more.
  const due = kind === null || cancelled.includes(state) ? [] : mandatorySteps(kind)
  const data = new Map(steps?.map((step) => [step.step, step.data]))
  const asked = fieldSteps.flatMap((step) => {
    if (kind === null || !due.includes(step)) return []
    return requiredPictures(step, data.get(step) ?? {}, kind).map((evidence): EvidencePlace => {
      // The last one taken is the one that counts.
      const picture = [...left].findLast((one) => one.step === step && shows(one, evidence)) ?? null
      if (picture) left.delete(picture)
      return { key: `${step} ${evidence.reason}`, step, reason: evidence.reason, picture }
    })
  })
  const more = [...left].map((picture): EvidencePlace => ({
    key: String(picture.id),
    step: picture.step,
    reason: null,
    picture,
  }))
  return [...asked, ...more]
}
