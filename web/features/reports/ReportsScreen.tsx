import type { IndicatorKey, IndicatorReport } from '@hilo/contract/indicators.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { serverNow } from '../../api/clock.ts'
import { session } from '../../api/session.ts'
import '../../lists/lists.css'
import { useMinute } from '../../lists/use-minute.ts'
import { Asked } from '../../ui/Asked.tsx'
import { formatDate } from '../../ui/format.ts'
import { Page } from '../../ui/Page.tsx'
import { text } from '../../ui/text.ts'
import { askedOf, type Asked as AskedDays, type Narrow, type Search } from './asked.ts'
import { Files } from './Files.tsx'
import { Filters } from './Filters.tsx'
import { Groups } from './Groups.tsx'
import { rowsOf } from './places.ts'
import { Ports } from './Ports.tsx'
import { Contractors, Steps, Zones } from './Rates.tsx'
import styles from './reports.module.css'
import { Strip } from './Strip.tsx'
import { Terms } from './Terms.tsx'
import { useIndicators } from './use-indicators.ts'
import { Work } from './Work.tsx'

const noon = (day: string) => new Date(`${day}T12:00:00`)
const between = (from: string, to: string) =>
  from === to
    ? formatDate(noon(from))
    : text('reports.span', { from: formatDate(noon(from)), to: formatDate(noon(to)) })

function narrowOf(search: Search): Narrow {
  const names = ['contrata', 'tecnico', 'zona', 'operador'] as const
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])))
}

/** The work in figures: what happened in a period, how it was before, and the rows behind every figure. */
export function ReportsScreen() {
  useMinute()
  const search: Search = useSearch({ strict: false })
  const asked = askedOf(search, serverNow())
  const narrow = narrowOf(search)
  const answer = useIndicators(asked)
  const report = answer.data?.record
  const placeOf = (key: IndicatorKey) => rowsOf(key, asked, narrow, session.get().accountType === 'ad')
  return (
    <Page
      title={text('reports.title')}
      lead={
        report
          ? text('reports.compared', {
              period: between(report.from, report.to),
              count: Math.round((Date.parse(report.to) - Date.parse(report.from)) / 86_400_000) + 1,
            })
          : between(asked.from, asked.to)
      }
      actions={
        <>
          <Files asked={asked} />
          <Link className="hl-button" to="/vno/informes/programados">
            {text('reports.schedules')}
          </Link>
        </>
      }
    >
      <Filters search={search} zones={report?.zones ?? []} />
      {(report || !answer.isError) && <Strip indicators={report?.indicators} placeOf={placeOf} />}
      <Asked answer={answer} height={640}>
        {({ record }) => <Board report={record} asked={asked} narrow={narrow} stale={answer.isPlaceholderData} />}
      </Asked>
    </Page>
  )
}

interface BoardProps {
  report: IndicatorReport
  asked: AskedDays
  narrow: Narrow
  stale: boolean
}

function Board({ report, asked, narrow, stale }: BoardProps) {
  const placeOf = (key: IndicatorKey) => rowsOf(key, asked, narrow, session.get().accountType === 'ad')
  const zoned = narrow.zona !== undefined
  return (
    <div className={styles.board} aria-busy={stale} data-stale={stale || undefined}>
      {zoned && <p className={styles.hint}>{text('reports.zone.hint')}</p>}
      <div className={styles.cards}>
        <Work report={report} narrow={narrow} />
        <Contractors rows={report.contractors} asked={asked} narrow={narrow} />
        <Steps steps={report.steps} />
        <Ports ports={report.ports} linked={!zoned && session.can('port_view')} />
        <Zones zones={report.zones} />
      </div>
      <Terms operators={report.operators} />
      <Groups indicators={report.indicators} placeOf={placeOf} />
    </div>
  )
}
