import type { IndicatorReport } from '@hilo/contract/reports/indicators.ts'
import { homeZone } from '@hilo/domain/place-clock.ts'
import type { ScheduleFormat } from '@hilo/domain/schedule.ts'
import { fieldSteps, portState } from '@hilo/domain/status.ts'
import { text } from '../../kernel/texts.ts'
import { clock } from './paper.ts'
import { drawSheets, type Cell, type Drawn, type Sheet, type Titled } from './report-sheets.ts'

const figures = ({ indicators }: IndicatorReport): Sheet => ({
  heads: ['report.figure', 'report.value', 'report.previous', 'report.unit', 'report.part', 'report.whole'],
  rows: indicators.map(({ key, value, previous, unit, part, whole }): Cell[] => [
    text(`reports.figure.${key}`),
    value,
    previous,
    text(`report.unit.${unit}`),
    part,
    whole,
  ]),
})
const spans = ({ spans: all }: IndicatorReport): Sheet => ({
  heads: ['report.from', 'report.to', 'report.finalized', 'report.warned', 'report.cancelled', 'report.failed', 'report.doing'], // prettier-ignore
  rows: all.map((one): Cell[] => [one.from, one.to, one.finalized, one.warned, one.cancelled, one.failed, one.doing]),
})
const steps = ({ steps: all }: IndicatorReport): Sheet => ({
  heads: ['report.step', 'report.median', 'report.previous', 'report.interventions'],
  rows: fieldSteps.flatMap((step) => {
    const found = all.find((one) => one.step === step)
    return found ? [[text(`choice.step.${step}`), found.median_minutes, found.previous, found.works]] : []
  }),
})
const contractors = ({ contractors: all }: IndicatorReport): Sheet => ({
  heads: ['report.contractor', 'report.interventions', 'report.harmed', 'report.previous', 'report.first', 'report.median'], // prettier-ignore
  rows: all.map((one): Cell[] => [
    one.contractor.name,
    one.opened,
    one.harmed_rate,
    one.harmed_before,
    one.first_time_right,
    one.median_minutes,
  ]),
})
const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10)
/** Agreed times of each operator and how many were met. */
const operators = ({ operators: all }: IndicatorReport): Sheet => ({
  heads: ['report.operator', 'report.install', 'report.due', 'report.repair', 'report.due', 'report.restore', 'report.due'], // prettier-ignore
  rows: all.map(({ vno, install, repair, restore }): Cell[] => [
    vno.name,
    ...[install, repair, restore].flatMap(({ part, whole }): Cell[] => [share(part, whole), whole]),
  ]),
})
const ports = ({ ports: all }: IndicatorReport): Sheet => ({
  heads: ['report.state', 'report.amount'],
  rows: all.map(({ state, count }): Cell[] => [text(portState.of(state)?.label ?? ''), count]),
})
const zones = ({ zones: all }: IndicatorReport): Sheet => ({
  heads: ['report.zone', 'report.boxes', 'report.full', 'report.free', 'report.weekly', 'report.weeks'],
  rows: all.map((one): Cell[] => [
    one.municipality,
    one.boxes,
    one.full_boxes,
    one.free_ports,
    one.weekly,
    one.weeks_left,
  ]),
})

/** Same content as the screen; `title` is the name of its schedule. */
export async function drawIndicators(
  report: IndicatorReport,
  format: ScheduleFormat,
  title = text('report.indicators'),
): Promise<Drawn> {
  const titled: Titled = [
    ['report.figures', figures(report)],
    ['report.outcomes', spans(report)],
    ['report.steps', steps(report)],
    ['report.contractors', contractors(report)],
    ['report.terms', operators(report)],
    ['report.ports', ports(report)],
    ['report.zones', zones(report)],
  ]
  const at = clock(homeZone, { dateStyle: 'long' })
  const noon = (day: string) => at(`${day}T12:00:00Z`)
  return await drawSheets(titled, format, {
    file: `indicadores-${report.from}-${report.to}`,
    title,
    period: text('report.period', { from: noon(report.from), to: noon(report.to) }),
  })
}
