import type { NeighborJob } from '@hilo/contract/neighbors/neighbor-jobs.ts'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import styles from './massive.module.css'

/** Progress of a query. */
export function Progress({ job: { done, total, failed } }: { job: NeighborJob }) {
  return (
    <span className={`flex gap-10 middle ${styles.progress}`}>
      <progress
        className="rigid clip no-border ground-line-2"
        value={done}
        max={Math.max(1, total)}
        aria-label={text('massive.progress')}
      />
      <span>
        {text('massive.done', { done: formatNumber(done), total: formatNumber(total) })}
        {failed > 0 && `, ${text('massive.failed', { count: failed })}`}
      </span>
    </span>
  )
}
