import { formatNumber } from '../format.ts'
import { text } from '../text.ts'
import styles from './load.module.css'

/** A file on its way, and what the server does with it once it is there. `sent`: 0 to 1. */
export function LoadProgress({ sent, working }: { sent: number; working: string }) {
  const there = sent >= 1
  return (
    <div className={styles.progress} role="status">
      <span>{there ? working : text('load.sending', { share: formatNumber(sent * 100) })}</span>
      <progress value={there ? undefined : sent} aria-label={text('load.progress')} />
    </div>
  )
}
