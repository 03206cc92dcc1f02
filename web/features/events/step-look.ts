import type { Event } from '@hilo/contract/events/events.ts'
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import { fieldSteps, stepProgress, type FieldStep } from '@hilo/domain/status.ts'
import { darkPorts, stillOpen } from './event-facts.ts'

type Step = NonNullable<Event['steps']>[number]
export type Look = 'done' | 'doing' | 'blocked' | 'failed' | 'todo' | 'unneeded'

const blocks = (step: Step | undefined) => step?.checks.some(({ level }) => level === 'bloqueo') ?? false

/** How a step is drawn. @param place 1–8 */
export function lookOf(event: Event, name: FieldStep, step: Step | undefined, place: number): Look {
  const progress = stepProgress[step?.status ?? 'iddle']
  if (progress === 'COMPLETED') return 'done'
  if (progress === 'FAILED') return 'failed'
  if (name === 'final_report' && stillOpen(event) && darkPorts(event).length > 0) return 'blocked'
  if (blocks(step)) return 'blocked'
  if (progress === 'IN_PROGRESS' || event.current_step === place) return 'doing'
  const due = event.work_kind === null ? [...fieldSteps] : mandatorySteps(event.work_kind)
  return due.includes(name) || step?.status === 'paused' ? 'todo' : 'unneeded'
}
