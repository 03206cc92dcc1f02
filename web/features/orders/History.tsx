import type { RecordOf } from '@hilo/contract/index.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { useCall } from '../../api/query.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import styles from './orders.module.css'

type Entry = RecordOf<'admin_vno/audit/get'>

/** Calls that change an order, by the last part of their path. */
const acts = ['create', 'edit', 'assign', 'cancel_service_order', 'load'] as const

const givenTo = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'assigned_technical_id' in value
    ? Number(value.assigned_technical_id) || null
    : null

/** Description of an entry. */
function actText({ call, before, after }: Entry): string {
  const act = acts.find((one) => call.endsWith(`/${one}`)) ?? 'edit'
  if (act !== 'assign') return text(`order.history.${act}`)
  if (givenTo(after) === null) return text('order.history.free')
  return text(givenTo(before) === givenTo(after) ? 'order.history.move' : 'order.history.assign')
}

/** Audit entries of an order, newest first, for sessions that may read the audit. */
export function History({ id }: { id: number }) {
  const answer = useCall('admin_vno/audit/get', {
    filter: { entity: 'service_order', entity_id: String(id) },
    limit: 50,
  })
  return (
    <Card title={text('order.history')}>
      <QueryState answer={answer} height={80}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="hl-faint">{text('order.history.none')}</p>
          ) : (
            <ul className={styles.worked}>
              {records.map((entry) => (
                <li className="flex gap-4 gap-x-12 wrap middle line-bottom" key={entry.id}>
                  <b>{actText(entry)}</b>
                  <span>{entry.actor?.name}</span>
                  <time className="push ink-2" dateTime={entry.at}>
                    {formatDateTime(entry.at)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  )
}
