import { portState } from '@hilo/domain/status.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import styles from './home.module.css'
import { allBoxes, failedEvents, failed, fullBoxes, open, openEvents, portsIn } from './queries.ts'
import type { Total } from './total.ts'
import { formatTotal } from './total.ts'

type Answer = UseQueryResult<{ total?: Total | undefined }>

/** The strip of figures; each leads to the list that it counts. */
export function Figures() {
  const events = session.can('event_view')
  const ctos = session.can('cto_view')
  const ports = session.can('port_view')
  const running = useQuery({ ...openEvents(), enabled: events }, queryClient)
  const broken = useQuery({ ...failedEvents(), enabled: events }, queryClient)
  const free = useQuery({ ...portsIn(portState.is.disponible), enabled: ports }, queryClient)
  const review = useQuery({ ...portsIn(portState.is.pendiente_revision), enabled: ports }, queryClient)
  const full = useQuery({ ...fullBoxes(), enabled: ctos }, queryClient)
  const boxes = useQuery({ ...allBoxes(), enabled: ctos }, queryClient)
  const review_state = portState.is.pendiente_revision
  return (
    <ul className={styles.figures}>
      {events && (
        <Figure name="open" answer={running} to="/vno/intervenciones" search={`process_state=${open.join()}`} />
      )}
      {events && (
        <Figure
          name="failed"
          answer={broken}
          to="/vno/intervenciones"
          search={`process_state=${failed.join()}`}
          alarm
        />
      )}
      {ports && <Figure name="free" answer={free} to="/vno/puertos" search={`state=${portState.is.disponible}`} />}
      {ports && <Figure name="review" answer={review} to="/vno/puertos" search={`state=${review_state}`} />}
      {ctos && <Figure name="full" answer={full} to="/vno/ctos" search="state=2" of={boxes.data?.total} />}
    </ul>
  )
}

interface FigureProps {
  name: string
  answer: Answer
  to: string
  /** Query part of the list's address. */
  search: string
  /** The whole of which it is a part. */
  of?: Total | undefined
  /** Red when it is not zero. */
  alarm?: boolean
}

function Figure({ name, answer, to, search, of, alarm = false }: FigureProps) {
  const total = answer.data?.total
  const red = alarm && (total?.value ?? 0) > 0
  return (
    <li className={styles.figure}>
      <Link to={to} search={Object.fromEntries(new URLSearchParams(search))} className={styles.figureLink}>
        <span className={styles.figureName}>{text(`home.figure.${name}`)}</span>
        <span className={styles.figureValue} data-alarm={red || undefined} data-waiting={answer.isPending || undefined}>
          {answer.isPending ? '' : formatTotal(total)}
        </span>
        <span className={styles.figureNote}>
          {answer.isError ? text('home.unread') : text(`home.figure.${name}.note`, { total: formatTotal(of) })}
        </span>
      </Link>
    </li>
  )
}
