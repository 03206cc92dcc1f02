import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemText } from '../api/problem-text.ts'
import { Button } from './Button.tsx'
import styles from './query-state.module.css'
import { text } from '../ui/text.ts'

interface QueryStateProps<T> {
  answer: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** Height reserved while loading, px, so that the layout does not shift. */
  height?: number
  children: (data: T) => ReactNode
}

/** Renders a query's data; a placeholder of the same size while loading; the error and a retry after a failure. */
export function QueryState<T>({ answer, height = 160, children }: QueryStateProps<T>) {
  const { data, error, refetch } = answer
  if (data !== undefined) return children(data)
  if (!error) return <LoadingPlaceholder height={height} />
  return (
    <div className={styles.failed} style={{ minHeight: height }} role="alert">
      <p>{problemText(error)}</p>
      <Button onClick={() => void refetch()}>{text('list.retry')}</Button>
    </div>
  )
}

/** Loading placeholder; height in px. */
export function LoadingPlaceholder({ height }: { height: number }) {
  return <div className={styles.waiting} style={{ minHeight: height }} aria-busy="true" />
}

/** Empty state: what would be shown here, and what to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty} role="status">
      <h3>{title}</h3>
      {children}
    </div>
  )
}
