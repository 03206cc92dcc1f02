import type { Event } from '@hilo/contract/events/events.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Page.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { problemText } from '../../api/problem-text.ts'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { StepBar } from '../../lists/panel/StepBar.tsx'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { FaceplateTiny } from '../../ui/faceplate/FaceplateTiny.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { OrdersLine } from './OrdersLine.tsx'
import { openEvents, openStates } from './queries.ts'
import styles from './rows.module.css'
import { formatTotal } from './total.ts'

/** Interventions in progress, newest first, with steps and box. */
export function OpenCard() {
  const answer = useQuery(openEvents(), queryClient)
  const records = answer.data?.records
  return (
    <Card
      bare
      title={text('home.open')}
      aside={
        answer.data && (
          <Link to="/vno/intervenciones" search={{ process_state: openStates.join() }}>
            {text('home.open.all', { total: formatTotal(answer.data.total) })}
          </Link>
        )
      }
    >
      {answer.isPending && <div className={styles.waiting} role="status" aria-busy aria-label={text('home.loading')} />}
      {answer.isError && !records && (
        <p className={styles.said} role="alert">
          {problemText(answer.error)}{' '}
          <Button kind="plain" onClick={() => void answer.refetch()}>
            {text('app.retry')}
          </Button>
        </p>
      )}
      {records?.length === 0 && <p className={styles.said}>{text('home.open.none')}</p>}
      <ul>
        {records?.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </ul>
      {session.can('assignment_view') && <OrdersLine />}
    </Card>
  )
}

function Row({ event }: { event: Event }) {
  const { items } = event.neighbours
  const box = boxLabel(event.cto.code)
  const place = event.port_number === null ? box : `${box} / ${event.port_number}`
  const kind = event.work_kind === null ? '' : text(`choice.work_kind.${event.work_kind}`)
  const who = [event.technical?.name, event.contractor?.name].filter(Boolean).join(', ')
  return (
    <li className="parted">
      <Link to="/vno/intervenciones/$id" params={{ id: String(event.id) }} className={styles.event}>
        <span className={styles.line}>
          <b className="code phone-l">{event.code}</b>
          <StateBadge enumeration="process_state" value={event.process_state} />
        </span>
        <span className={`small ink-2 ${styles.brief} truncate`}>
          {kind}, <span className="code">{place}</span>, <Ago at={event.started_at ?? event.created_at} />
        </span>
        <span className={`small ink-2 ${styles.who} truncate whole-row`}>{who}</span>
        <span className={`${styles.steps} column-2`}>
          <StepBar event={event} />
        </span>
        <span className={`${styles.box} phone-column-2`}>
          <FaceplateTiny ports={items} total={boxSize(items?.length ?? 0)} mine={event.port_number ?? undefined} />
        </span>
      </Link>
    </li>
  )
}
