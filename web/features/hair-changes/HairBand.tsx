import type { HairChange } from '@hilo/contract/hair-changes.ts'
import type { ReactNode } from 'react'
import { formatCountdown, formatTime } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { unanswered, verdictOf } from './hair-words.ts'
import styles from './hair.module.css'

const shapes = { success: 'disc', warning: 'triangle', danger: 'diamond', medium: 'ring' } as const

/** Remaining time: 15 minutes for an answer, 30 for an offer. */
function Clock({ change }: { change: HairChange }) {
  const waits = unanswered(change)
  const until = waits
    ? (change.sla_at ?? change.deadline_at)
    : change.decision === 'concedido'
      ? null
      : change.expires_at
  const now = useNow(until === null ? null : 1000)
  if (until === null) return null
  const left = (Date.parse(until) - now) / 1000
  if (left <= 0)
    return waits && change.waiting ? (
      <b className="hl-danger">{text('hair.clock.late', { time: formatTime(until) })}</b>
    ) : null
  return (
    <span>
      {text(waits ? 'hair.clock.answer' : 'hair.clock.offer', { left: formatCountdown(left), time: formatTime(until) })}
    </span>
  )
}

/** State of the request, with its actions. */
export function HairBand({ change, children }: { change: HairChange; children?: ReactNode }) {
  const { tone, title, text: verdictText } = verdictOf(change)
  return (
    <section
      className={`note round-card grid gap-4 gap-x-12 middle padded ${styles.band}`}
      data-tone={tone}
      aria-label={text('hair.state')}
    >
      <Shape kind={shapes[tone]} tone={tone} size={20} />
      <div>
        <h2>{title}</h2>
        <p>
          {verdictText} <Clock change={change} />
        </p>
      </div>
      {children && <div className={`flex gap-8 wrap end phone-acts ${styles.bandActs}`}>{children}</div>}
    </section>
  )
}
