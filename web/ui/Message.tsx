import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'
import styles from './message.module.css'
import { Unbroken } from './Unbroken.tsx'

interface MessageProps {
  title: string
  sentence: string
  tone?: 'danger'
  /** Buttons. */
  children?: ReactNode
  /** False inside a screen that has its own <main>. */
  whole?: boolean
}

/** A full-screen message: what happened and what to do. */
export function Message({ title, sentence, tone, children, whole = true }: MessageProps) {
  const Place = whole ? 'main' : 'div'
  return (
    <Place
      className={`grid centered ${styles.place}`}
      data-whole={whole || undefined}
      id={whole ? 'contenido' : undefined}
    >
      <div className={`grid gap-8 ${styles.box}`} role={tone === 'danger' ? 'alert' : undefined}>
        {whole && <Mark size={36} />}
        <h1>{title}</h1>
        <p>
          <Unbroken>{sentence}</Unbroken>
        </p>
        {children !== undefined && <div className="flex gap-8 wrap mt-12">{children}</div>}
      </div>
    </Place>
  )
}
