import type { DayReport, ToDo } from '@hilo/contract/reports.ts'
import { Link } from '@tanstack/react-router'
import { agoEvery } from '../../ui/Ago.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { Card } from './Card.tsx'
import styles from './rows.module.css'
import { toDoRow } from './to-do.ts'

const shapes = { danger: 'diamond', warning: 'triangle', medium: 'ring' } as const
const secondMs = 1000

/** What waits for somebody, the most urgent first, each with its act. */
export function ToDoCard({ report, failed }: { report: DayReport | undefined; failed: boolean }) {
  // Seconds count only while a neighbour is dark.
  const now = useNow(report?.to_do.some(({ kind }) => kind === 'alarm') ? secondMs : agoEvery)
  const total = report?.to_do_total
  const more = total && total.more > 0 ? text('home.todo.more', { count: total.more }) : null
  const urgent = total && total.urgent > 0 ? text('home.todo.urgent', { count: total.urgent }) : null
  return (
    <Card title={text('home.todo')} note={[urgent, more].filter(Boolean).join(', ')}>
      {!report && !failed && <div className={styles.waiting} aria-busy aria-label={text('home.loading')} />}
      {!report && failed && <p className={styles.said}>{text('home.unread')}</p>}
      {report?.to_do.length === 0 && <p className={styles.said}>{text('home.todo.none')}</p>}
      <ul>
        {report?.to_do.map((todo) => (
          <Row key={toDoRow(todo, now).key} todo={todo} now={Math.max(now, Date.parse(report.to))} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ todo, now }: { todo: ToDo; now: number }) {
  const { title, note, act, to, search } = toDoRow(todo, now)
  return (
    <li className={styles.todo}>
      <Shape kind={shapes[todo.level]} tone={todo.level} />
      <div>
        <b>{title}</b>
        <p>{note}</p>
      </div>
      <Link className="hl-button hl-small" to={to} search={search} aria-label={`${act}: ${title}`}>
        {act}
      </Link>
    </li>
  )
}
