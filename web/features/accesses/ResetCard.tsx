import type { Access } from '@hilo/contract/accesses.ts'
import type { RecordOf } from '@hilo/contract/index.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Asked } from '../../ui/Asked.tsx'
import { Card } from '../../ui/Page.tsx'
import { formatDateTime, formatDuration } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import styles from './diagnosis.module.css'
import { useResets } from './use-reset.ts'

type Reset = RecordOf<'admin_vno/ont/resets/get'>

/** The last restarts of the ONT; one under way says how it goes. */
export function ResetCard({ access }: { access: Access }) {
  const answer = useResets(access.id)
  if (!session.can('resetONT_view')) return null
  return (
    <Card
      title={text('list.resets.title')}
      aside={
        <Link className="hl-plain" to="/vno/diagnostico/reinicios">
          {text('restart.all')}
        </Link>
      }
    >
      <Asked answer={answer} height={60}>
        {({ records }) =>
          records.length === 0 ? (
            <p className={styles.hint}>{text('restart.none')}</p>
          ) : (
            <ol className={styles.rows} aria-live="polite">
              {records.map((one) => (
                <Row key={one.id} reset={one} />
              ))}
            </ol>
          )
        }
      </Asked>
    </Card>
  )
}

function Row({ reset: { state, reason, requested_at, cut_s, error } }: { reset: Reset }) {
  return (
    <li>
      <ChoiceDot of="reset_state" word={state} />
      <time dateTime={requested_at}>{formatDateTime(requested_at)}</time>
      <p>
        {reason}
        {state === 'en_curso' && `. ${text('restart.waiting')}`}
        {cut_s !== null && `. ${text('restart.cut', { time: formatDuration(cut_s) })}`}
        {error && `. ${error.text}`}
      </p>
    </li>
  )
}
