import type { Event } from '@hilo/contract/events.ts'
import { fieldSteps } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'

/** The eight steps as one line: done, under way, failed, still to come. */
export function StepBar({ event }: { event: Event }) {
  const byName = new Map(event.steps.map((step) => [step.step, step.status]))
  const done = fieldSteps.filter((name) => byName.get(name) === 'done').length
  return (
    <div className="hl-steps" role="img" aria-label={text('list.events.steps', { done, total: fieldSteps.length })}>
      {fieldSteps.map((name, place) => {
        const status = byName.get(name) ?? 'iddle'
        const current = event.current_step === place + 1 && status !== 'done'
        return <i key={name} data-status={current ? 'started' : status} />
      })}
    </div>
  )
}
