import type { ContractorRow, StepTime, ZoneForecast } from '@hilo/contract/reports/indicators.ts'
import { fieldSteps } from '@hilo/domain/status.ts'
import { choiceText } from '../../lists/text.ts'
import { formatNumber } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { FigureTable } from '../../ui/plots/FigureTable.tsx'
import { harmGoal } from '../../ui/plots/harm-goal.ts'
import { RateBars, type Rate } from '../../ui/plots/RateBars.tsx'
import { text } from '../../ui/text.ts'
import type { ReportQuery, Narrow } from './report-query.ts'
import { figureText } from './figure-text.ts'
import { eventsOf } from './places.ts'

const mostContractors = 8
const mostZones = 8
/** Weeks of free ports below which a zone needs action, about the time to build. */
const soonWeeks = 8

interface ContractorsProps {
  rows: readonly ContractorRow[]
  asked: ReportQuery
  narrow: Narrow
}

/** Rate of harmed neighbours, by contractor. */
export function Contractors({ rows, asked, narrow }: ContractorsProps) {
  const title = text('home.contractors')
  const of = ({ contractor: { id, name } }: ContractorRow) => ({ ...narrow, contrata: `${id}~${name}` })
  const harmed = (row: ContractorRow) =>
    row.harmed > 0 ? eventsOf(asked, of(row), { verdict: 'con_desconectados' }) : null
  const rates = rows.slice(0, mostContractors).map((row): Rate => ({
    key: String(row.contractor.id),
    name: row.contractor.name,
    value: row.harmed_rate ?? 0,
    shown: figureText(row.harmed_rate, 'pct'),
    before: row.harmed_before,
    said: text('reports.contractor.said', {
      name: row.contractor.name,
      rate: figureText(row.harmed_rate, 'pct'),
      before: figureText(row.harmed_before, 'pct'),
      count: row.harmed,
    }),
    place: harmed(row),
    alarm: (row.harmed_rate ?? 0) > harmGoal().value,
  }))
  return (
    <Card title={title}>
      <p className="small ink-2">{text('reports.contractor.hint')}</p>
      {rows.length === 0 && <p className="ink-2">{text('home.contractors.none')}</p>}
      <RateBars label={title} rates={rates} goal={harmGoal()} />
      <FigureTable
        caption={title}
        heads={['contractor', 'opened', 'finalized', 'first', 'median', 'harmed', 'rate', 'before'].map((head) =>
          text(`reports.head.${head}`),
        )}
        rows={rows.map((row) => ({
          key: String(row.contractor.id),
          name: row.contractor.name,
          cells: [
            { shown: formatNumber(row.opened), place: eventsOf(asked, of(row), {}) },
            { shown: formatNumber(row.finalized) },
            { shown: figureText(row.first_time_right, 'pct') },
            { shown: figureText(row.median_minutes, 'min') },
            { shown: formatNumber(row.harmed), place: harmed(row) },
            { shown: figureText(row.harmed_rate, 'pct') },
            { shown: figureText(row.harmed_before, 'pct') },
          ],
        }))}
      />
    </Card>
  )
}

/** Duration of each step. */
export function Steps({ steps }: { steps: readonly StepTime[] }) {
  const title = text('reports.steps')
  const shown = fieldSteps.flatMap((step) => steps.find((one) => one.step === step) ?? [])
  const name = (step: StepTime) => choiceText('step', step.step)
  return (
    <Card title={title}>
      <p className="small ink-2">{text('reports.steps.hint')}</p>
      {shown.length === 0 && <p className="ink-2">{text('reports.steps.none')}</p>}
      <RateBars
        label={title}
        rates={shown.map((step) => ({
          key: step.step,
          name: name(step),
          value: step.median_minutes ?? 0,
          shown: step.median_minutes === null ? '–' : `${formatNumber(step.median_minutes, 1)}\u00a0min`,
          before: step.previous,
          said: text('reports.steps.said', {
            name: name(step),
            minutes: formatNumber(step.median_minutes ?? 0, 1),
            count: step.works,
          }),
          place: null,
        }))}
      />
      <FigureTable
        caption={title}
        heads={['step', 'median', 'before', 'works'].map((head) => text(`reports.head.${head}`))}
        rows={shown.map((step) => ({
          key: step.step,
          name: name(step),
          cells: [
            { shown: step.median_minutes === null ? '–' : formatNumber(step.median_minutes, 1) },
            { shown: step.previous === null ? '–' : formatNumber(step.previous, 1) },
            { shown: formatNumber(step.works) },
          ],
        }))}
      />
    </Card>
  )
}

const weeks = (value: number | null) =>
  value === null ? text('reports.zones.never') : text('reports.zones.weeks', { count: Math.floor(value) })

/** Zones by the time until their ports run out. */
export function Zones({ zones }: { zones: readonly ZoneForecast[] }) {
  const title = text('reports.zones')
  const place = ({ ine_code }: ZoneForecast) => ({ to: '/vno/ctos', search: { ine_code } })
  const full = (zone: ZoneForecast) => ({ to: '/vno/ctos', search: { ine_code: zone.ine_code, state: '2' } })
  const moving = zones.filter(({ weeks_left: left }) => left !== null)
  const most = Math.max(1, ...moving.map(({ weeks_left: left }) => left ?? 0))
  return (
    <Card title={title}>
      <p className="small ink-2">{text('reports.zones.hint')}</p>
      {moving.length === 0 && <p className="ink-2">{text('reports.zones.none')}</p>}
      <RateBars
        label={title}
        least={Math.min(most, 104)}
        rates={moving.slice(0, mostZones).map((zone) => ({
          key: zone.ine_code,
          name: zone.municipality,
          value: zone.weeks_left ?? 0,
          shown: weeks(zone.weeks_left),
          before: null,
          said: text('reports.zones.said', {
            name: zone.municipality,
            weeks: weeks(zone.weeks_left),
            free: formatNumber(zone.free_ports),
            weekly: formatNumber(zone.weekly, 1),
          }),
          place: place(zone),
          alarm: (zone.weeks_left ?? Infinity) < soonWeeks,
        }))}
      />
      <FigureTable
        caption={title}
        heads={['zone', 'boxes', 'full', 'free', 'weekly', 'weeks'].map((head) => text(`reports.head.${head}`))}
        rows={zones.map((zone) => ({
          key: zone.ine_code,
          name: zone.municipality,
          cells: [
            { shown: formatNumber(zone.boxes), place: place(zone) },
            { shown: formatNumber(zone.full_boxes), place: zone.full_boxes > 0 ? full(zone) : null },
            { shown: formatNumber(zone.free_ports) },
            { shown: formatNumber(zone.weekly, 1) },
            { shown: weeks(zone.weeks_left) },
          ],
        }))}
      />
    </Card>
  )
}
