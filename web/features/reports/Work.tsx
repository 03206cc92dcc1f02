import type { IndicatorReport, OutcomeSpan } from '@hilo/contract/reports/indicators.ts'
import { calmVerdicts, warnedVerdicts } from '@hilo/domain/neighbour-look.ts'
import { processState } from '@hilo/domain/status.ts'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { FigureTable } from '../../ui/plots/FigureTable.tsx'
import { dayName, noonOf, outcomeLooks, outcomeParts, type Outcome } from '../../ui/plots/outcomes.ts'
import { Legend, StackPlot, type Bar } from '../../ui/plots/StackPlot.tsx'
import { text } from '../../ui/text.ts'
import type { Narrow } from './report-query.ts'
import { eventsOf, outcomes } from './places.ts'

const { iddle, creating, created, finalizing } = processState.is
const filters: Record<Outcome, Record<string, string>> = {
  finalized: { process_state: outcomes.finalized, verdict: calmVerdicts.join() },
  warned: { process_state: outcomes.finalized, verdict: warnedVerdicts.join() },
  cancelled: { process_state: outcomes.cancelled },
  failed: { process_state: outcomes.failed },
  doing: { process_state: [iddle, creating, created, finalizing].join() },
}
const kinds = outcomeLooks.map(([key]) => ({ key, filter: filters[key] }))

const monthName = new Intl.DateTimeFormat('es-ES', { month: 'short' })

function shortOf(span: OutcomeSpan, every: IndicatorReport['every']): string {
  const date = noonOf(span.from)
  if (every === 'month') return monthName.format(date)
  if (every === 'week') return `${date.getDate()}/${date.getMonth() + 1}`
  return dayName(date)
}
const nameOf = ({ from, to }: OutcomeSpan) =>
  from === to
    ? formatDate(noonOf(from))
    : text('reports.span', { from: formatDate(noonOf(from)), to: formatDate(noonOf(to)) })

/** Interventions opened by day, week or month, by current state. */
export function Work({ report, narrow }: { report: IndicatorReport; narrow: Narrow }) {
  const parts = outcomeParts()
  const title = text(`reports.work.${report.every}`)
  const total = (span: OutcomeSpan) => kinds.reduce((sum, { key }) => sum + span[key], 0)
  const bars = report.spans.map((span): Bar => ({
    key: span.from,
    short: shortOf(span, report.every),
    name: nameOf(span),
    values: kinds.map(({ key }) => span[key]),
    place: eventsOf(span, narrow, {}),
  }))
  const rows = report.spans.map((span) => ({
    key: span.from,
    name: nameOf(span),
    cells: [
      { shown: formatNumber(total(span)), place: total(span) > 0 ? eventsOf(span, narrow, {}) : null },
      ...kinds.map(({ key, filter }) => ({
        shown: formatNumber(span[key]),
        place: span[key] > 0 ? eventsOf(span, narrow, filter) : null,
      })),
    ],
  }))
  return (
    <Card title={title} aside={<Legend parts={parts} />}>
      <StackPlot label={title} parts={parts} bars={bars} />
      <FigureTable
        caption={title}
        heads={[text(`reports.every.${report.every}`), text('reports.total'), ...parts.map(({ name }) => name)]}
        rows={rows}
      />
    </Card>
  )
}
