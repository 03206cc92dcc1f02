/** A report of figures as a file: a table for machines, a spreadsheet, or a paper. */
import type { DayReport, FigureKey } from '@hilo/contract/reports.ts'
import type { ScheduleFormat } from '@hilo/domain/schedule.ts'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { workbookStream } from '../files/workbook.ts'
import { text } from '../http/texts.ts'
import { csvCell } from '../load/result-file.ts'
import { clock, drawFoot, drawHead, drawPaper, drawTable, drawTitle, left, type Column } from './paper.ts'

export interface Drawn {
  name: string
  mime: string
  bytes: Buffer
}
type Cell = string | number | null
interface Sheet {
  heads: readonly string[]
  rows: Cell[][]
}

/** Known of now alone: not of a time that is over. */
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

const titled = (report: DayReport): [string, Sheet][] => [
  ['report.figures', figures(report)],
  ['report.days', days(report)],
  ['report.contractors', contractors(report)],
]

function csv(report: DayReport): Buffer {
  const lines = titled(report).flatMap(([title, { heads, rows }]) => [
    [text(title)],
    heads.map((head) => text(head)),
    ...rows,
    [],
  ])
  const said = lines.map((line) => line.map((cell) => csvCell(cell ?? undefined)).join(',')).join('\r\n')
  return Buffer.from(`\uFEFF${said}\r\n`)
}

const escape = (value: string) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\p{Cc}]/gu, ' ')
const cellXml = (cell: Cell) =>
  cell === null
    ? '<c/>'
    : typeof cell === 'number'
      ? `<c><v>${cell}</v></c>`
      : `<c t="inlineStr"><is><t>${escape(cell)}</t></is></c>`

async function xlsx(report: DayReport): Promise<Buffer> {
  const [first, ...others] = titled(report)
  const more = others.flatMap(([title, { heads, rows }]) => [
    [],
    [text(title)],
    heads.map((head) => text(head)),
    ...rows,
  ])
  const lines = [...(first?.[1].rows ?? []), ...more].map((cells) => `<row>${cells.map(cellXml).join('')}</row>\n`)
  const heads = (first?.[1].heads ?? []).map((head) => text(head))
  return await buffer(
    workbookStream(Readable.from(lines.map((line) => Buffer.from(line))), text('report.figures'), heads),
  )
}

const number = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })
const written = (cell: Cell) => (cell === null ? '–' : typeof cell === 'number' ? number.format(cell) : cell)

function columnsOf(heads: readonly string[]): Column[] {
  const [wide, rest] = [190, (499 - 190) / Math.max(1, heads.length - 1)]
  return heads.map((head, i) => ({
    key: String(i),
    head: text(head),
    x: i === 0 ? 0 : wide + (i - 1) * rest,
    width: i === 0 ? wide : rest,
  }))
}

async function pdf(name: string, report: DayReport, until: Date): Promise<Buffer> {
  const at = clock('Europe/Madrid', { dateStyle: 'long' })
  const period = text('report.period', { from: at(report.from), to: at(until.toISOString()) })
  return await drawPaper(name, (doc) => {
    drawHead(doc, period, name)
    for (const [title, { heads, rows }] of titled(report)) {
      if (rows.length === 0) continue
      drawTitle(doc, text(title))
      const cells = (row: Cell[]) => Object.fromEntries(row.map((cell, i) => [String(i), written(cell)]))
      drawTable(
        doc,
        columnsOf(heads),
        rows.map((row) => ({ cells: cells(row) })),
      )
      doc.x = left
    }
    drawFoot(doc, period)
  })
}

const mimes: Readonly<Record<ScheduleFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** @param until last moment that it speaks of */
export async function drawSchedule(
  { name, period, format }: { name: string; period: string; format: ScheduleFormat },
  report: DayReport,
  until: Date,
): Promise<Drawn> {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(until)
  const bytes = format === 'csv' ? csv(report) : format === 'xlsx' ? await xlsx(report) : await pdf(name, report, until)
  return { name: `informe-${text(`report.file.${period}`)}-${day}.${format}`, mime: mimes[format], bytes }
}
