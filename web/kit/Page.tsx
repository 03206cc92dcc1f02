import type { ReactNode } from 'react'
import styles from './page.module.css'

interface PageProps {
  title: string
  /** A line under the title that explains the screen's purpose. */
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Limits the width of forms and texts for readability; tables, plots and maps take the full width. */
  narrow?: boolean
  children: ReactNode
}

/** A screen that is not a list: title, actions and stacked cards. */
export function Page({ title, lead, actions, narrow, children }: PageProps) {
  return (
    <article className={styles.page} data-narrow={narrow || undefined}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </article>
  )
}

interface CardProps {
  /** The card's heading; without one, `label` names the region. */
  title?: string
  label?: string
  /** At the right of the heading. */
  aside?: ReactNode
  /** No padding: tables and maps reach the card's edges. */
  bare?: boolean
  children: ReactNode
}

export function Card({ title, label, aside, bare, children }: CardProps) {
  return (
    <section className={styles.card} data-bare={bare || undefined} aria-label={title ?? label}>
      {(title !== undefined || aside !== undefined) && (
        <header className={styles.cardHead}>
          {title !== undefined && <h2>{title}</h2>}
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
