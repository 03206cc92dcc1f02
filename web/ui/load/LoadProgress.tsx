import { formatNumber } from '../format.ts'
import { text } from '../text.ts'
import styles from './load.module.css'

/** Upload progress, then the server's processing. `sent`: 0 to 1. */
export function LoadProgress({ sent, working }: { sent: number; working: string }) {
  const there = sent >= 1
  return (
    <div className={`grid gap-6 ${styles.progress}`} role="status">
      <span>{there ? working : text('load.sending', { share: formatNumber(sent * 100) })}</span>
      <progress className="full" value={there ? undefined : sent} aria-label={text('load.progress')} />
    </div>
  )
}
