import { reportPrivileges } from '@hilo/domain/day-report.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { useMinute } from '../../lists/use-minute.ts'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../../ui/text.ts'
import { Contractors } from './Contractors.tsx'
import { DaysPlot } from './DaysPlot.tsx'
import { Figures } from './Figures.tsx'
import page from '../../kit/page.module.css'
import styles from './home.module.css'
import { OpenCard } from './OpenCard.tsx'
import { comparedWith, periodOf, periodTitle, periodWord, periodWords } from './period.ts'
import { PortStates } from './PortStates.tsx'
import { ToDoCard } from './ToDoCard.tsx'
import { useReport } from './use-report.ts'
import '../../lists/lists.css'

/** Home page; without any privilege for it, explains who can grant one. */
export function HomeScreen({ boxes }: { boxes: ReactNode }) {
  if (reportPrivileges.some((one) => session.can(one))) return <DayScreen boxes={boxes} />
  return (
    <div className={styles.screen}>
      <header className={page.head}>
        <h1>{text('home.nothing')}</h1>
      </header>
      <p>{text('home.nothing.text')}</p>
    </div>
  )
}

/** Overview of the day: results, open tasks, and interventions in progress; `boxes`: card of the network map. */
function DayScreen({ boxes }: { boxes: ReactNode }) {
  useMinute()
  const { periodo } = useSearch({ strict: false })
  const word = periodWord(periodo)
  const navigate = useNavigate()
  const answer = useReport(periodOf(word))
  const report = answer.data?.record
  const figures = session.can('dashboardReports_view')
  const events = session.can('event_view')
  return (
    <div className={styles.screen}>
      <header className={page.head}>
        <h1>{periodTitle(word, serverNow())}</h1>
        <p className="grow ink-2 phone-m">{answer.isError ? '' : comparedWith(word, report)}</p>
        <Segments
          label={text('home.period')}
          options={periodWords.map((value) => ({ value, text: text(`home.period.${value}`) }))}
          value={word}
          onChange={(value) =>
            void navigate({ to: '/vno', search: value === 'dia' ? {} : { periodo: value }, replace: true })
          }
        />
      </header>
      {answer.isError && !report ? (
        <div className="note flex wrap middle between gap-12" data-tone="danger" role="alert">
          <p>{problemText(answer.error)}</p>
          <Button onClick={() => void answer.refetch()}>{text('app.retry')}</Button>
        </div>
      ) : (
        figures && <Figures figures={report?.figures} stale={answer.isPlaceholderData} period={word} />
      )}
      <div className={`${styles.cards} grid gap-12 halves`}>
        <ToDoCard report={report} failed={answer.isError} />
        {boxes && <div className={styles.boxes}>{boxes}</div>}
        {events && <OpenCard />}
        {events && figures && <DaysPlot days={report?.by_day} />}
        <div className={styles.pair} data-alone={!(events && figures) || undefined}>
          {events && figures && <Contractors rates={report?.by_contractor} month={word === 'mes'} />}
          {session.can('port_view') && <PortStates />}
        </div>
      </div>
    </div>
  )
}
