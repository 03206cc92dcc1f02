import type { Event } from '@hilo/contract/events.ts'
import type { Report } from '@hilo/contract/neighbors.ts'
import type { ReactNode } from 'react'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './band.module.css'
import { bandOf } from './band.ts'

interface VerdictBandProps {
  event: Event
  report: Report | undefined
  /** Buttons. */
  children: ReactNode
}

/** How it is with the neighbours, in one sentence, with what can be done about it. */
export function VerdictBand({ event, report, children }: VerdictBandProps) {
  const now = useNow(1000)
  const { tone, shape, title, lead, note, until } = bandOf(event, report, now)
  return (
    <div className={styles.band} data-tone={tone}>
      <span className={styles.sign}>
        <Shape kind={shape} size={22} />
      </span>
      <div className={styles.words}>
        <h2 role="status">
          <b>{title}</b> {lead}
        </h2>
        {note && (
          <p>
            {note} {until && <b>{until}</b>}
            {until && '.'}
          </p>
        )}
      </div>
      <div className={styles.acts}>{children}</div>
    </div>
  )
}
