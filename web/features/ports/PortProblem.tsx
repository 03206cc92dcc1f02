import type { Port } from '@hilo/contract/ports/ports.ts'
import { portAlerts } from '@hilo/domain/port.ts'
import { condition, portProblem } from '@hilo/domain/status.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import styles from './port-page.module.css'

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null)

/** Unresolved problem report of the port. */
export function PortProblem({ port: { problem } }: { port: Port }) {
  const reason = portProblem.of(numberIn(problem?.['reason']))
  if (!problem || !reason) return null
  const found = condition.of(numberIn(problem['code']))
  const alert = portAlerts.find((one) => one === problem['alert'])
  const at = problem['at']
  return (
    <div className={`note grid gap-2 gap-x-12 ${styles.problem}`} role="note" data-tone="warning">
      <Shape kind="triangle" tone="warning" size={14} />
      <b>
        {alert
          ? text(`port.alert.${alert}`)
          : found
            ? text('port.problem.found', { reason: text(reason.label), found: text(found.label) })
            : text(reason.label)}
      </b>
      {typeof at === 'string' && (
        <p className="lines-xs ink-2 column-2">{text('port.problem.at', { when: formatDateTime(at) })}</p>
      )}
    </div>
  )
}
