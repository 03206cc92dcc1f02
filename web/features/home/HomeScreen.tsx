import { reportPrivileges } from '@hilo/domain/day-report.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import type { SchedulePeriod } from '@hilo/domain/schedule.ts'
import type { ReportDay, ContractorRate } from '@hilo/contract/reports/reports.ts'
import { useQueries, keepPreviousData, useQuery } from '@tanstack/react-query'
import { serverNow } from '../../api/clock.ts'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { useMinute } from '../../lists/use-minute.ts'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../../ui/text.ts'
import { Figures } from './Figures.tsx'
import page from '../../kit/page.module.css'
import styles from './home.module.css'
import { OpenCard } from './OpenCard.tsx'
import { comparedWith, periodOf, periodTitle, periodWord, periodWords } from './period.ts'
import { ToDoCard } from './ToDoCard.tsx'
import { usePhone } from '../../lists/use-phone.ts'
import { Card } from '../../kit/Page.tsx'
import { formatDate, formatNumber, formatShare } from '../../ui/format.ts'
import { dayName, noonOf, outcomeLooks, outcomeParts } from '../../ui/plots/outcomes.ts'
import { Legend, StackPlot } from '../../ui/plots/StackPlot.tsx'
import { LoadingPlaceholder } from '../../kit/QueryState.tsx'
import { harmGoal } from '../../ui/plots/harm-goal.ts'
import { RateBars } from '../../ui/plots/RateBars.tsx'
import { queryClient, callQuery } from '../../api/query.ts'
import { PortShares } from '../../ui/plots/PortShares.tsx'
import { portsIn, portStates } from './queries.ts'
import { formatTotal } from './total.ts'
import { onChange, useLive } from '../../api/stream.ts'
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

/** Delay before figures are refreshed after a change, ms; more changes meanwhile do not extend it. */
const gatherMs = 3000
/** Refresh interval without changes, ms: some figures depend on the time. */
const staleMs = 60_000

/** Figures of the period, refreshed after changes; the old ones stay while loading. */
function useReport(period: SchedulePeriod) {
  useLive()
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = onChange(() => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        void queryClient.invalidateQueries({ queryKey: ['admin_vno/reports/get'] })
      }, gatherMs)
    })
    return () => {
      stop()
      clearTimeout(waiting)
    }
  }, [])
  const query = callQuery('admin_vno/reports/get', { report: 'day', period, indicators: false })
  return useQuery({ ...query, placeholderData: keepPreviousData, refetchInterval: staleMs }, queryClient)
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

/** Interventions by opening day and current state. */
function DaysPlot({ days }: { days: readonly ReportDay[] | undefined }) {
  const phone = usePhone()
  const height = phone ? 240 : 296
  const parts = outcomeParts()
  const bars = days?.slice(phone ? -7 : 0).map((day) => ({
    key: day.day,
    short: dayName(noonOf(day.day)),
    name: formatDate(noonOf(day.day)),
    values: outcomeLooks.map(([key]) => day[key]),
    place: { to: '/vno/intervenciones', search: { created_at: `${day.day}..${day.day}` } },
  }))
  return (
    <Card title={text('home.days')} aside={<Legend parts={parts} />}>
      <div style={{ minHeight: height + 8 }}>
        {bars && <StackPlot label={text('home.days')} parts={parts} bars={bars} height={height} />}
      </div>
    </Card>
  )
}

/** Share of interventions that left a neighbour dark, by contractor; a tick marks the previous period. */
function Contractors({ rates, month }: { rates: readonly ContractorRate[] | undefined; month: boolean }) {
  const title = text('home.contractors')
  return (
    <Card title={title}>
      <p className="small ink-2">{text(month ? 'home.contractors.month' : 'home.contractors.week')}</p>
      <div>
        {rates === undefined && <LoadingPlaceholder height={150} />}
        {rates?.length === 0 && <p className="small ink-2">{text('home.contractors.none')}</p>}
        {rates && rates.length > 0 && (
          <RateBars
            label={title}
            goal={harmGoal()}
            rates={rates.map(({ contractor: { id, name }, harmed_rate: rate, previous, interventions }) => ({
              key: String(id),
              name,
              value: rate,
              shown: formatNumber(rate, 1),
              before: previous,
              said: `${name}: ${formatNumber(rate, 1)} %, ${text('home.contractors.of', { count: interventions })}`,
              place: {
                to: '/vno/intervenciones',
                search: { created_at: month ? 'mes' : 'semana', contractor_id: `${id}~${name}` },
              },
              alarm: rate > harmGoal().value,
            }))}
          />
        )}
      </div>
    </Card>
  )
}

/** Ports by state, as a bar and figures that link to the list. */
function PortStates() {
  const answers = useQueries({ queries: portStates.map(({ value }) => portsIn(value)) }, queryClient)
  const states = portStates.map((state, index) => ({ state, total: answers[index]?.data?.total }))
  const ordered = states.toSorted((a, b) => (b.total?.value ?? 0) - (a.total?.value ?? 0))
  const whole = states.reduce((sum, { total }) => sum + (total?.value ?? 0), 0)
  const rows = ordered.map(({ state, total }) => ({
    state,
    count: total?.value ?? 0,
    shown: formatTotal(total),
    share: total && whole > 0 ? formatShare(total.value, whole) : '',
  }))
  return (
    <Card title={text('home.ports')} aside={<span className="ink-2">{whole > 0 ? formatNumber(whole) : ''}</span>}>
      <PortShares rows={rows} linked />
    </Card>
  )
}
