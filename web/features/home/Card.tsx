import type { ReactNode } from 'react'
import styles from './home.module.css'

/** A titled card of the page. */
export function Card({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      <header className={styles.cardHead}>
        <h2>{title}</h2>
        {note !== undefined && <span>{note}</span>}
      </header>
      {children}
    </section>
  )
}
