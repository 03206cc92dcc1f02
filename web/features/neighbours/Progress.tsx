import type { NeighborJob } from '@hilo/contract/neighbor-jobs.ts'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import styles from './massive.module.css'

/** How much of a query has been read. */
export function Progress({ job: { done, total, failed } }: { job: NeighborJob }) {
  return (
    <span className={styles.progress}>
      <progress value={done} max={Math.max(1, total)} aria-label={text('massive.progress')} />
      <span>
        {text('massive.done', { done: formatNumber(done), total: formatNumber(total) })}
        {failed > 0 && `, ${text('massive.failed', { count: failed })}`}
      </span>
    </span>
  )
}
