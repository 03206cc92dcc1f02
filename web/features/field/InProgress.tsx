import type { ReactNode } from 'react'
import css from './in-progress.module.css'

/** Progress message with the current activity. */
export function InProgress({
  sentence,
  still = false,
  children,
}: {
  sentence: string
  still?: boolean
  children?: ReactNode
}) {
  return (
    <div className={css.progress}>
      <svg width="72" height="72" viewBox="0 0 72 72" aria-hidden="true">
        <circle className={css.ring} cx="36" cy="36" r="30" />
        <path className={`${css.ring} ${css.arc} ${still ? css.still : ''}`} d="M36 6a30 30 0 1 1-30 30" />
      </svg>
      <p aria-live="polite">{sentence}</p>
      {children}
    </div>
  )
}
