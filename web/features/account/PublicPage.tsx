import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Mark } from '../../ui/Mark.tsx'
import { text } from '../../ui/text.ts'
import styles from './public.module.css'

interface PublicPageProps {
  title: string
  /** Introduction, one or two sentences. */
  lead?: ReactNode
  /** For text, as opposed to forms. */
  wide?: boolean
  /** Links below the content. */
  foot?: ReactNode
  children: ReactNode
}

/** Screen outside of the areas: one task, and links to others. */
export function PublicPage({ title, lead, wide, foot, children }: PublicPageProps) {
  return (
    <main className={styles.page} id="contenido" data-wide={wide || undefined}>
      <Link to="/login" className={styles.brand}>
        <Mark size={30} />
        {text('app.name')}
      </Link>
      <div className={styles.box}>
        <header className={styles.head}>
          <h1 className="text-2xl weight-680" tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </div>
      {foot !== undefined && <nav className={styles.foot}>{foot}</nav>}
    </main>
  )
}
