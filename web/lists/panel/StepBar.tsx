import type { Event } from '@hilo/contract/events.ts'
import { fieldSteps } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'

type Status = NonNullable<Event['steps']>[number]['status']

/** Status of each of the eight steps; a row of a list knows only the current one. */
function statuses({ steps, current_step }: Event): Status[] {
  const byName = new Map(steps?.map((step) => [step.step, step.status]))
  return fieldSteps.map((name, place) => {
    const known = byName.get(name) ?? 'iddle'
    if (current_step === null || known === 'done') return known
    if (place + 1 === current_step) return 'started'
    return steps === null && place + 1 < current_step ? 'done' : known
  })
}

/** The eight steps as one line: done, under way, failed, still to come. */
export function StepBar({ event }: { event: Event }) {
  const all = statuses(event)
  const done = all.filter((status) => status === 'done').length
  return (
    <div className="hl-steps" role="img" aria-label={text('list.events.steps', { done, total: all.length })}>
      {all.map((status, place) => (
        <i key={fieldSteps[place]} data-status={status} />
      ))}
    </div>
  )
}
