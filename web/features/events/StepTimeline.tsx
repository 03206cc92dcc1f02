import type { Event } from '@hilo/contract/events.ts'
import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDuration, formatTime } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'

type Step = NonNullable<Event['steps']>[number]
const shapes = { iddle: 'ring', paused: 'ring', started: 'doing', done: 'check', cancelled: 'diamond' } as const
const tones = { iddle: 'medium', paused: 'medium', started: 'accent', done: 'success', cancelled: 'danger' } as const

function stepText(step: Step | undefined): string {
  if (!step?.started_at) return text('list.step.todo')
  const took = step.active_ms > 0 ? `, ${formatDuration(step.active_ms / 1000)}` : ''
  return formatTime(step.started_at) + took
}

function StepItem({ name, step }: { name: FieldStep; step: Step | undefined }) {
  const status = step?.status ?? 'iddle'
  return (
    <li data-status={status}>
      <Shape kind={shapes[status]} tone={tones[status]} size={16} />
      <b>{choiceText('step', name)}</b>
      <span>{stepText(step)}</span>
    </li>
  )
}

/** The eight steps in their order, with when each began and how long it took. */
export function StepTimeline({ event }: { event: Event }) {
  const byName = new Map(event.steps?.map((step) => [step.step, step]))
  return (
    <ol className="hl-timeline">
      {fieldSteps.map((name) => (
        <StepItem key={name} name={name} step={byName.get(name)} />
      ))}
    </ol>
  )
}
