import type { Color } from '@hilo/domain/status.ts'
import type { ReactNode } from 'react'
import styles from './band.module.css'
import { Shape } from './shapes/Shape.tsx'
import type { ShapeKind } from './shapes/state-shape.ts'
import { Unbroken } from './Unbroken.tsx'

interface BandProps {
  tone: Color | 'doing'
  shape: ShapeKind
  /** The state in bold, and the rest of the sentence. */
  title: ReactNode
  lead?: ReactNode
  note?: ReactNode
  /** Standalone with its own frame, instead of at the top of a card. */
  framed?: { label: string }
  /** Buttons. */
  children?: ReactNode
}

const whole = (said: ReactNode) => (typeof said === 'string' ? <Unbroken>{said}</Unbroken> : said)

/** Status banner: one sentence about the state, and the possible actions. */
export function Band({ tone, shape, title, lead, note, framed, children }: BandProps) {
  return (
    <div
      className={`flex gap-8 gap-x-12 wrap middle ${styles.band} min-h-56`}
      data-tone={tone}
      data-framed={framed && true}
    >
      <span className={`grid rigid ${styles.sign}`}>
        <Shape kind={shape} size={22} />
      </span>
      <div className={`${styles.words} shrink`} role="status" aria-label={framed?.label} aria-busy={tone === 'doing'}>
        <h2 className="lines-m">
          <b className="title">{whole(title)}</b> {whole(lead)}
        </h2>
        {note && <p className="small ink-2">{whole(note)}</p>}
      </div>
      {children && <div className={`flex gap-8 wrap ${styles.acts} phone-full`}>{children}</div>}
    </div>
  )
}
