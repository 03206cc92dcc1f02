import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'
import styles from './message.module.css'

interface MessageProps {
  title: string
  sentence: string
  tone?: 'danger'
  /** Buttons. */
  children?: ReactNode
  /** False inside a screen that has its own <main>. */
  whole?: boolean
}

/** A screen that only says something: what happened and what to do. */
export function Message({ title, sentence, tone, children, whole = true }: MessageProps) {
  const Place = whole ? 'main' : 'div'
  return (
    <Place className={styles.place} data-whole={whole || undefined} id={whole ? 'contenido' : undefined}>
      <div className={styles.box} role={tone === 'danger' ? 'alert' : undefined}>
        {whole && <Mark size={36} />}
        <h1>{title}</h1>
        <p>{sentence}</p>
        {children !== undefined && <div className={styles.acts}>{children}</div>}
      </div>
    </Place>
  )
}
