import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Mark } from '../../ui/Mark.tsx'
import { text } from '../../ui/text.ts'
import styles from './public.module.css'

interface PublicPageProps {
  title: string
  /** What this is for, in a sentence or two. */
  lead?: ReactNode
  /** For what is read, and not filled in. */
  wide?: boolean
  /** Ways to go elsewhere, under everything. */
  foot?: ReactNode
  children: ReactNode
}

/** A screen outside of the areas: one thing to do, and the ways out of it. */
export function PublicPage({ title, lead, wide, foot, children }: PublicPageProps) {
  return (
    <main className={styles.page} id="contenido" data-wide={wide || undefined}>
      <Link to="/login" className={styles.brand}>
        <Mark size={30} />
        {text('app.name')}
      </Link>
      <div className={styles.box}>
        <header className={styles.head}>
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </div>
      {foot !== undefined && <nav className={styles.foot}>{foot}</nav>}
    </main>
  )
}
