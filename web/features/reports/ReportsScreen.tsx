import type { IndicatorKey, IndicatorReport } from '@hilo/contract/reports/indicators.ts'
import { useSearch } from '@tanstack/react-router'
import { portState } from '@hilo/domain/status.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { serverNow } from '../../api/clock.ts'
import { session } from '../../api/session.ts'
import '../../lists/lists.css'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { useMinute } from '../../lists/use-minute.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { formatDate, formatNumber, formatShare } from '../../ui/format.ts'
import { Page, Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import {
  reportQueryOf,
  type ReportQuery as AskedDays,
  type Narrow,
  type Search,
  type ReportQuery,
} from './report-query.ts'
import { Files } from './Files.tsx'
import { Filters } from './Filters.tsx'
import { Groups } from './Groups.tsx'
import { rowsOf } from './places.ts'
import { Contractors, Steps, Zones } from './Rates.tsx'
import styles from './reports.module.css'
import { Strip } from './Strip.tsx'
import { Terms } from './Terms.tsx'
import { Work } from './Work.tsx'
import { PortShares } from '../../ui/plots/PortShares.tsx'
import { callQuery, queryClient } from '../../api/query.ts'

const noon = (day: string) => new Date(`${day}T12:00:00`)
const between = (from: string, to: string) =>
  from === to
    ? formatDate(noon(from))
    : text('reports.span', { from: formatDate(noon(from)), to: formatDate(noon(to)) })

function narrowOf(search: Search): Narrow {
  const names = ['contrata', 'tecnico', 'zona', 'operador'] as const
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])))
}

/** Indicators; the previous ones stay while loading. */
function useIndicators(asked: ReportQuery) {
  const query = callQuery('admin_vno/reports/indicators/get', asked)
  return useQuery({ ...query, placeholderData: keepPreviousData, staleTime: 60_000 }, queryClient)
}

/** Indicators of a period, with the previous period and links to the rows. */
export function ReportsScreen() {
  useMinute()
  const search: Search = useSearch({ strict: false })
  const asked = reportQueryOf(search, serverNow())
  const narrow = narrowOf(search)
  const answer = useIndicators(asked)
  const report = answer.data?.record
  const placeOf = (key: IndicatorKey) => rowsOf(key, asked, narrow, session.isNeutral())
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
          <LinkButton to="/vno/informes/programados">{text('reports.schedules')}</LinkButton>
        </>
      }
    >
      <Filters search={search} zones={report?.zones ?? []} />
      {(report || !answer.isError) && <Strip indicators={report?.indicators} placeOf={placeOf} />}
      <QueryState answer={answer} height={640}>
        {({ record }) => <Board report={record} asked={asked} narrow={narrow} stale={answer.isPlaceholderData} />}
      </QueryState>
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
  const placeOf = (key: IndicatorKey) => rowsOf(key, asked, narrow, session.isNeutral())
  const zoned = narrow.zona !== undefined
  return (
    <div className={`grid gap-12 shrink ${styles.board}`} aria-busy={stale} data-stale={stale || undefined}>
      {zoned && <p className="small ink-2">{text('reports.zone.hint')}</p>}
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

/** Ports by state, as a bar and figures that link to the list. */
function Ports({ ports, linked }: { ports: IndicatorReport['ports']; linked: boolean }) {
  const states = portState.all
    .map((state) => ({ state, count: ports.find((one) => one.state === state.value)?.count ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
  const whole = states.reduce((sum, { count }) => sum + count, 0)
  const rows = states.map(({ state, count }) => ({
    state,
    count,
    shown: formatNumber(count),
    share: whole > 0 ? formatShare(count, whole) : '',
  }))
  return (
    <Card title={text('home.ports')} aside={<span className="ink-2">{formatNumber(whole)}</span>}>
      <PortShares rows={rows} linked={linked} />
    </Card>
  )
}
