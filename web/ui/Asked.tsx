import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemText } from '../api/problem-text.ts'
import styles from './asked.module.css'
import { text } from './text.ts'

interface AskedProps<T> {
  answer: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** Height that it will have, so that nothing jumps, px. */
  height?: number
  children: (data: T) => ReactNode
}

/** What a call answered; while it is on its way a place of the same size, and after a failure why and a way on. */
export function Asked<T>({ answer, height = 160, children }: AskedProps<T>) {
  const { data, error, refetch } = answer
  if (data !== undefined) return children(data)
  if (!error) return <Waiting height={height} />
  return (
    <div className={styles.failed} style={{ minHeight: height }} role="alert">
      <p>{problemText(error)}</p>
      <button type="button" className="hl-button" onClick={() => void refetch()}>
        {text('list.retry')}
      </button>
    </div>
  )
}

/** A place kept for what is on its way, px. */
export function Waiting({ height }: { height: number }) {
  return <div className={styles.waiting} style={{ minHeight: height }} aria-busy="true" />
}

/** Nothing to show yet: what it is for, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty} role="status">
      <h3>{title}</h3>
      {children}
    </div>
  )
}
