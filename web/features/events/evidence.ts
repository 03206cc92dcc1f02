import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import {
  mandatorySteps,
  portOf,
  requiredPictures,
  isProvenBy,
  whyUnproven,
  type Evidence,
} from '@hilo/domain/field-steps.ts'
import type { Unproven } from '@hilo/domain/picture-binding.ts'
import { fieldSteps, processState, type FieldStep } from '@hilo/domain/status.ts'

/** A picture, or the place of a missing one. */
export interface EvidencePlace {
  key: string
  step: FieldStep | null
  /** What it must show; null for an additional picture. */
  reason: Evidence['reason'] | null
  picture: Picture | null
  /** Why it does not count for its step; null if it does. */
  unproven: Unproven | null
}

const cancelled: readonly number[] = [processState.is.cancelled, processState.is.canceledSync]

/** Required pictures, taken or not, in step order; then additional ones. */
export function evidenceOf(
  { work_kind: kind, steps, process_state: state, port_number }: Event,
  pictures: readonly Picture[],
): EvidencePlace[] {
  const left = new Set(pictures)
  // Cancelled work requires no pictures.
  const due = kind === null || cancelled.includes(state) ? [] : mandatorySteps(kind)
  const data = new Map(steps?.map((step) => [step.step, step.data]))
  const port = portOf(steps ?? []) ?? port_number
  const at = (step: FieldStep) => ({ step, data: data.get(step) ?? {}, port })
  const proves = (one: Picture, step: FieldStep, evidence: { label_kind: number | null }) =>
    !one.signature && isProvenBy(one, evidence, at(step))
  const why = (one: Picture, step: FieldStep) => whyUnproven([one], one, at(step))
  const asked = fieldSteps.flatMap((step) => {
    if (kind === null || !due.includes(step)) return []
    return requiredPictures(step, data.get(step) ?? {}, kind).map((evidence): EvidencePlace => {
      // The latest picture counts.
      const picture = [...left].findLast((one) => one.step === step && proves(one, step, evidence)) ?? null
      if (picture) left.delete(picture)
      return { key: `${step} ${evidence.reason}`, step, reason: evidence.reason, picture, unproven: null }
    })
  })
  const more = [...left].map((picture): EvidencePlace => ({
    key: String(picture.id),
    step: picture.step,
    reason: null,
    picture,
    unproven: picture.step === null || picture.signature ? null : why(picture, picture.step),
  }))
  return [...asked, ...more]
}

/** "3 de 4": pictures that count, of those and the missing ones. */
export function evidenceCount(places: readonly EvidencePlace[]): { taken: number; total: number } {
  const counted = places.filter(({ unproven }) => unproven === null)
  return { taken: counted.filter(({ picture }) => picture !== null).length, total: counted.length }
}
