import type { DayReport, ToDo } from '@hilo/contract/reports/reports.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Card } from '../../kit/Page.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { agoEvery } from '../../ui/Ago.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './rows.module.css'
import { toDoRow } from './to-do.ts'

const shapes = { danger: 'diamond', warning: 'triangle', medium: 'ring' } as const
const secondMs = 1000

/** Open tasks, most urgent first, each with its action. */
export function ToDoCard({ report, failed }: { report: DayReport | undefined; failed: boolean }) {
  // Tick each second only while a neighbour is dark.
  const now = useNow(report?.to_do.some(({ kind }) => kind === 'alarm') ? secondMs : agoEvery)
  const total = report?.to_do_total
  const more = total && total.more > 0 ? text('home.todo.more', { count: total.more }) : null
  const urgent = total && total.urgent > 0 ? text('home.todo.urgent', { count: total.urgent }) : null
  return (
    <Card
      bare
      title={text('home.todo')}
      aside={<span className="ink-2">{[urgent, more].filter(Boolean).join(', ')}</span>}
    >
      {!report && !failed && (
        <div className={styles.waiting} role="status" aria-busy aria-label={text('home.loading')} />
      )}
      {!report && failed && <p className={styles.said}>{text('home.unread')}</p>}
      {report?.to_do.length === 0 && <p className={styles.said}>{text('home.todo.none')}</p>}
      <ul>
        {report?.to_do.map((todo) => (
          <Row key={toDoRow(todo, now).key} todo={todo} now={Math.max(now, Date.parse(report.to))} />
        ))}
      </ul>
      {isCut(report) && (
        <p className={styles.said}>
          <Link to="/vno/vecinos/desconectados">{text('home.todo.cases')}</Link>
        </p>
      )}
    </Card>
  )
}

/** True if cases of neighbours without light are left out of the card. */
function isCut(report: DayReport | undefined): boolean {
  if (!report || !session.can('neightborState_view')) return false
  const { urgent, more } = report.to_do_total
  return urgent + more > report.to_do.length && report.to_do.some(({ kind }) => kind === 'case')
}

function Row({ todo, now }: { todo: ToDo; now: number }) {
  const { title, note, act, to, search } = toDoRow(todo, now)
  return (
    <li className={styles.todo}>
      <Shape kind={shapes[todo.level]} tone={todo.level} />
      <div className="code-figures">
        <b className="phone-l">{title}</b>
        <p className={`small ink-2 ${styles.brief} truncate`}>{note}</p>
      </div>
      <LinkButton className="phone-column-2" size="small" to={to} search={search} aria-label={`${act}: ${title}`}>
        {act}
      </LinkButton>
    </li>
  )
}
