import type { Access } from '@hilo/contract/accesses/accesses.ts'
import type { RecordOf } from '@hilo/contract/index.ts'
import { session } from '../../api/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { Card } from '../../kit/Page.tsx'
import { formatDateTime, formatDuration } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import styles from './diagnosis.module.css'
import { useResets } from './use-reset.ts'

type Reset = RecordOf<'admin_vno/ont/resets/get'>

/** Last restarts of the ONT, with the progress of a running one. */
export function ResetCard({ access }: { access: Access }) {
  const answer = useResets(access.id)
  if (!session.can('resetONT_view')) return null
  return (
    <Card
      title={text('list.resets.title')}
      aside={
        <LinkButton kind="plain" to="/vno/diagnostico/reinicios">
          {text('restart.all')}
        </LinkButton>
      }
    >
      <QueryState answer={answer} height={60}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="lines-xs ink-2">{text('restart.none')}</p>
          ) : (
            <ol className={`grid gap-10 ${styles.rows}`} aria-live="polite">
              {records.map((one) => (
                <Row key={one.id} reset={one} />
              ))}
            </ol>
          )
        }
      </QueryState>
    </Card>
  )
}

function Row({ reset: { state, reason, requested_at, cut_s, error } }: { reset: Reset }) {
  return (
    <li className="lines-xs grid">
      <ChoiceDot of="reset_state" word={state} />
      <time className="ink-2" dateTime={requested_at}>
        {formatDateTime(requested_at)}
      </time>
      <p className="ink-2 whole-row">
        {reason}
        {state === 'en_curso' && `. ${text('restart.waiting')}`}
        {cut_s !== null && `. ${text('restart.cut', { time: formatDuration(cut_s) })}`}
        {error && `. ${error.text}`}
      </p>
    </li>
  )
}
