import type { Picture } from '@hilo/contract/enrollments.ts'
import type { Event } from '@hilo/contract/events.ts'
import { mandatorySteps, portOf, requiredPictures, shows, type Evidence } from '@hilo/domain/field-steps.ts'
import { fieldSteps, processState, type FieldStep } from '@hilo/domain/status.ts'

/** A place in the evidence: a picture, or one that is missing. */
export interface EvidencePlace {
  key: string
  step: FieldStep | null
  /** What it has to show; null for a further picture that nobody asks for. */
  reason: Evidence['reason'] | null
  picture: Picture | null
  /** Of another figure or port than the step says now. */
  stale: boolean
}

const cancelled: readonly number[] = [processState.is.cancelled, processState.is.canceledSync]

/** Every picture that the work asks for, taken or not, in the order of the steps; then whatever else was taken. */
export function evidenceOf(
  { work_kind: kind, steps, process_state: state, port_number }: Event,
  pictures: readonly Picture[],
): EvidencePlace[] {
  const left = new Set(pictures)
  // What was cancelled asks for nothing any more.
  const due = kind === null || cancelled.includes(state) ? [] : mandatorySteps(kind)
  const data = new Map(steps?.map((step) => [step.step, step.data]))
  const port = portOf(steps ?? []) ?? port_number
  const proves = (one: Picture, step: FieldStep, evidence: { label_kind: number | null }) =>
    !one.signature && shows(one, evidence, { step, data: data.get(step) ?? {}, port })
  const asked = fieldSteps.flatMap((step) => {
    if (kind === null || !due.includes(step)) return []
    return requiredPictures(step, data.get(step) ?? {}, kind).map((evidence): EvidencePlace => {
      // The last one taken is the one that counts.
      const picture = [...left].findLast((one) => one.step === step && proves(one, step, evidence)) ?? null
      if (picture) left.delete(picture)
      return { key: `${step} ${evidence.reason}`, step, reason: evidence.reason, picture, stale: false }
    })
  })
  const more = [...left].map((picture): EvidencePlace => ({
    key: String(picture.id),
    step: picture.step,
    reason: null,
    picture,
    stale: picture.step !== null && !proves(picture, picture.step, picture),
  }))
  return [...asked, ...more]
}
