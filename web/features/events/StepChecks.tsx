import type { Event } from '@hilo/contract/events/events.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import { choiceText } from '../../lists/text.ts'
import { formatNumber } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import styles from './step-thread.module.css'

type Step = NonNullable<Event['steps']>[number]
type Check = Step['checks'][number]

const looks = {
  ok: { kind: 'disc', tone: 'success' },
  aviso: { kind: 'triangle', tone: 'warning' },
  bloqueo: { kind: 'diamond', tone: 'danger' },
} as const

/** Measured value and limit; yes/no checks have none. */
function figures({ value, limit }: Check): string | null {
  const shown = [value, limit].map((one) =>
    typeof one === 'number' ? formatNumber(one, Number.isInteger(one) ? 0 : 2) : typeof one === 'string' ? one : null,
  )
  if (shown[0] == null) return null
  return shown[1] == null
    ? text('event.check.value', { value: shown[0] })
    : text('event.check.both', { value: shown[0], limit: shown[1] })
}

/** Checks of a step, with value and limit. */
export function StepChecks({ name, step }: { name: FieldStep; step: Step | undefined }) {
  if (!step || step.checks.length === 0)
    return <p className="lines-xs ink-2">{text('event.check.none', { step: choiceText('step', name) })}</p>
  return (
    <ul className={`grid gap-6 ${styles.checks}`} aria-label={choiceText('step', name)}>
      {step.checks.map((check) => (
        <li className="grid gap-8 baseline phone-size-m" key={check.code}>
          <Shape {...looks[check.level]} size={10} />
          <span>{check.text}</span>
          <small className="lines-xs ink-2 phone-column-2">{figures(check)}</small>
        </li>
      ))}
    </ul>
  )
}
