import type { Color } from '@hilo/domain/status.ts'
import type { ReactNode } from 'react'
import styles from './band.module.css'
import { Shape } from './shapes/Shape.tsx'
import type { ShapeKind } from './shapes/state-shape.ts'

interface BandProps {
  tone: Color | 'doing'
  shape: ShapeKind
  /** What is the matter, and how the sentence goes on. */
  title: ReactNode
  lead?: ReactNode
  note?: ReactNode
  /** Stands by itself rather than at the head of a card. */
  framed?: { label: string }
  /** Buttons. */
  children?: ReactNode
}

/** How it is, in one sentence, with what can be done about it. */
export function Band({ tone, shape, title, lead, note, framed, children }: BandProps) {
  return (
    <div className={styles.band} data-tone={tone} data-framed={framed && true}>
      <span className={styles.sign}>
        <Shape kind={shape} size={22} />
      </span>
      <div className={styles.words} role="status" aria-label={framed?.label} aria-busy={tone === 'doing'}>
        <h2>
          <b>{title}</b> {lead}
        </h2>
        {note && <p>{note}</p>}
      </div>
      {children && <div className={styles.acts}>{children}</div>}
    </div>
  )
}
