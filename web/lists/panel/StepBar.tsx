import type { Event } from '@hilo/contract/events/events.ts'
import { fieldSteps, stepProgress, type StepProgress } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'

/** Progress of each of the eight steps; a list row carries only the current step. */
function progressOf({ steps, current_step }: Event): StepProgress[] {
  const byName = new Map(steps?.map((step) => [step.step, step.status]))
  return fieldSteps.map((name, place) => {
    const known = stepProgress[byName.get(name) ?? 'iddle']
    if (current_step === null || known === 'COMPLETED') return known
    if (place + 1 === current_step) return 'IN_PROGRESS'
    return steps === null && place + 1 < current_step ? 'COMPLETED' : known
  })
}

/** The eight steps as one line: done, in progress, failed, pending. */
export function StepBar({ event }: { event: Event }) {
  const all = progressOf(event)
  const done = all.filter((progress) => progress === 'COMPLETED').length
  return (
    <div className="hl-steps grid gap-5" role="img" aria-label={text('list.events.steps', { done, total: all.length })}>
      {all.map((progress, place) => (
        <i key={fieldSteps[place]} data-progress={progress} />
      ))}
    </div>
  )
}
