import type { Event } from '@hilo/contract/events.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { problemText } from '../../api/problem-text.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatRelative } from '../../ui/format.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import styles from './home.module.css'

interface EventRowsProps {
  answer: UseQueryResult<{ records: Event[] }>
  /** Key of what stands there when there is none. */
  empty: string
}

/** Interventions in a card, with the four faces: loading, error, none, rows. */
export function EventRows({ answer, empty }: EventRowsProps) {
  if (answer.isPending) return <div className={styles.waiting} aria-busy aria-label={text('home.loading')} />
  if (answer.isError) {
    return (
      <p className={styles.said} role="alert">
        {problemText(answer.error)}{' '}
        <button type="button" className={styles.again} onClick={() => void answer.refetch()}>
          {text('app.retry')}
        </button>
      </p>
    )
  }
  if (answer.data.records.length === 0) return <p className={styles.said}>{text(empty)}</p>
  return (
    <ul>
      {answer.data.records.map((event) => (
        <Row key={event.id} event={event} />
      ))}
    </ul>
  )
}

function Row({ event }: { event: Event }) {
  const kind = event.work_kind === null ? null : text(`choice.work_kind.${event.work_kind}`)
  const box = boxLabel(event.cto.code)
  const place = event.port_number === null ? box : `${box} / ${event.port_number}`
  const parts = [event.technical?.name, event.contractor?.name].filter((part) => part !== undefined)
  return (
    <li>
      <Link to="/vno/intervenciones/$id" params={{ id: String(event.id) }} className={styles.row}>
        <span className={styles.line}>
          <strong className="code">{event.code}</strong>
          <StateBadge enumeration="process_state" value={event.process_state} />
        </span>
        <span className={styles.line} data-note>
          <span>
            {kind !== null && `${kind}, `}
            <span className="code">{place}</span>
            {parts.map((part) => `, ${part}`)}
          </span>
          <span>{formatRelative(event.created_at, Date.now())}</span>
        </span>
      </Link>
    </li>
  )
}
