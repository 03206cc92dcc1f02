import type { Event } from '@hilo/contract/events/events.ts'
import { spokenList } from '@hilo/domain/neighbour-look.ts'
import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import { useId, useState } from 'react'
import { Press } from '../../kit/Button.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDuration, formatTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { darkPorts } from './event-facts.ts'
import { lookOf, type Look } from './step-look.ts'
import { StepChecks } from './StepChecks.tsx'
import styles from './step-thread.module.css'

type Step = NonNullable<Event['steps']>[number]

interface Shown {
  name: FieldStep
  step: Step | undefined
  look: Look
  /** Below the name: time and duration, or why it is not done. */
  note: string
}

function noteOf(event: Event, name: FieldStep, step: Step | undefined, look: Look, now: number): string {
  const ports = darkPorts(event)
  if (look === 'blocked' && name === 'final_report' && ports.length > 0)
    return text('event.step.blocked', { count: ports.length, ports: spokenList(ports) })
  if (look === 'unneeded') return text('event.step.unneeded')
  if (step?.skipped_reason) return step.skipped_reason
  if (look === 'todo' && step?.status === 'paused') return choiceText('step_status', 'paused')
  if (!step?.started_at) return text('list.step.todo')
  const began = formatTime(step.started_at)
  if (look === 'doing')
    return text('event.step.doing', { time: began, for: formatDuration((now - Date.parse(step.started_at)) / 1000) })
  const ms = step.active_ms || (step.done_at ? Date.parse(step.done_at) - Date.parse(step.started_at) : 0)
  return ms > 0 ? `${began}, ${formatDuration(ms / 1000)}` : began
}

/** The eight steps as a thread, lit as far as the work has come; each opens its checks. */
export function StepThread({ event }: { event: Event }) {
  const [open, setOpen] = useState<FieldStep | null>(null)
  const now = useNow(20_000)
  const id = useId()
  const byName = new Map(event.steps?.map((step) => [step.step, step]))
  const shown = fieldSteps.map((name, index): Shown => {
    const step = byName.get(name)
    const look = lookOf(event, name, step, index + 1)
    return { name, step, look, note: noteOf(event, name, step, look, now) }
  })
  const opened = byName.get(open ?? 'initial')
  return (
    <section className="edge surface clip" aria-label={text('list.events.stepsTitle')}>
      <ol className={`${styles.thread} grid`}>
        {shown.map(({ name, look, note }, index) => (
          <li className="relative shrink" key={name} data-look={look} data-next={shown[index + 1]?.look}>
            <Press
              className="grid packed relative full round lines-xs text-left gap-1 no-ground"
              aria-expanded={open === name}
              aria-controls={open === name ? id : undefined}
              onClick={() => setOpen(open === name ? null : name)}
            >
              <Node look={look} number={index + 1} />
              <b className="truncate medium phone-l">{choiceText('step', name)}</b>
              <span className="small ink-2">{note}</span>
            </Press>
          </li>
        ))}
      </ol>
      {open !== null && (
        <div id={id} className={`${styles.detail} line-top`}>
          <StepChecks name={open} step={opened} />
        </div>
      )}
    </section>
  )
}

const signs: Partial<Record<Look, string>> = { done: 'M6 10.2 8.7 13 14 7.4', failed: 'M7 7l6 6M13 7l-6 6' }

function Node({ look, number }: { look: Look; number: number }) {
  return (
    <svg className={styles.node} data-look={look} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      {look === 'doing' && <circle className={styles.track} cx="10" cy="10" r="8.5" />}
      {look === 'doing' && <path className={styles.arc} d="M10 1.5a8.5 8.5 0 1 1-8.5 8.5" />}
      {look === 'done' && <circle cx="10" cy="10" r="9.5" />}
      {look === 'failed' && <circle cx="10" cy="10" r="9" />}
      {look === 'blocked' && <path className={styles.diamond} d="M10 .8 19.2 10 10 19.2.8 10Z" />}
      {(look === 'todo' || look === 'unneeded') && <circle cx="10" cy="10" r="3" />}
      {signs[look] && <path className={styles.sign} d={signs[look]} />}
      {(look === 'doing' || look === 'blocked') && (
        <text className="lines-xs semibold fill-ink anchor-middle" x="10" y="13.8">
          {number}
        </text>
      )}
    </svg>
  )
}
