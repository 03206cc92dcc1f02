import type { ReactNode } from 'react'
import styles from './page.module.css'

interface PageProps {
  title: string
  /** A line under the title that says what this is for. */
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Forms and texts stay readable; tables, plots and maps take the whole width. */
  narrow?: boolean
  children: ReactNode
}

/** A screen that is no list: title, actions and cards under each other. */
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
  /** Its heading; without one `label` names the region. */
  title?: string
  label?: string
  /** At the right of the heading. */
  aside?: ReactNode
  /** Tables and maps reach its edges. */
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
