/** A report of figures as a file: CSV, spreadsheet or PDF. */
import type { DayReport, FigureKey } from '@hilo/contract/reports/reports.ts'
import { dayAt, homeZone } from '@hilo/domain/place-clock.ts'
import type { ScheduleFormat } from '@hilo/domain/schedule.ts'
import { text } from '../../kernel/texts.ts'
import { clock } from './paper.ts'
import { drawSheets, type Cell, type Drawn, type Sheet, type Titled } from './report-sheets.ts'

/** Known for the present only, not for a past period. */
const ofNow: readonly FigureKey[] = ['open_now', 'to_verify']

function figures({ figures: all }: DayReport): Sheet {
  const rows = all
    .filter(({ key }) => !ofNow.includes(key))
    .map(({ key, value, previous, unit }): Cell[] => [
      text(`home.figure.${key}`),
      value,
      previous,
      text(`report.unit.${unit}`),
    ])
  return { heads: ['report.figure', 'report.value', 'report.previous', 'report.unit'], rows }
}

function days({ by_day, to }: DayReport): Sheet {
  const rows = by_day
    .filter(({ day }) => day <= to.slice(0, 10))
    .map((one): Cell[] => [one.day, one.finalized, one.warned, one.cancelled, one.failed, one.doing])
  return {
    heads: ['report.day', 'report.finalized', 'report.warned', 'report.cancelled', 'report.failed', 'report.doing'],
    rows,
  }
}

function contractors({ by_contractor }: DayReport): Sheet {
  const rows = by_contractor.map((one): Cell[] => [
    one.contractor.name,
    one.interventions,
    one.harmed_rate,
    one.previous,
  ])
  return { heads: ['report.contractor', 'report.interventions', 'report.harmed', 'report.previous'], rows }
}

const titled = (report: DayReport): Titled => [
  ['report.figures', figures(report)],
  ['report.days', days(report)],
  ['report.contractors', contractors(report)],
]

/** @param until last moment covered */
export async function drawSchedule(
  { name, period, format }: { name: string; period: string; format: ScheduleFormat },
  report: DayReport,
  until: Date,
): Promise<Drawn> {
  const day = dayAt(until.getTime(), homeZone)
  const at = clock(homeZone, { dateStyle: 'long' })
  return await drawSheets(titled(report), format, {
    file: `informe-${text(`report.file.${period}`)}-${day}`,
    title: name,
    period: text('report.period', { from: at(report.from), to: at(until.toISOString()) }),
  })
}
