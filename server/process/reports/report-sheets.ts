/** Tables of figures as a file: for machines, a spreadsheet, or a paper. */
import type { ScheduleFormat } from '@hilo/domain/schedule.ts'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { workbookStream } from '../../files/workbook.ts'
import { text } from '../../http/texts.ts'
import { csvCell } from '../../load/result-file.ts'
import { drawFoot, drawHead, drawPaper, drawTable, drawTitle, left, type Column } from './paper.ts'

export interface Drawn {
  name: string
  mime: string
  bytes: Buffer
}
export type Cell = string | number | null
export interface Sheet {
  heads: readonly string[]
  rows: Cell[][]
}

/** Each under the key of its title. */
export type Titled = readonly [string, Sheet][]

function csv(titled: Titled): Buffer {
  const lines = titled.flatMap(([title, { heads, rows }]) => [
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

async function xlsx(titled: Titled): Promise<Buffer> {
  const [first, ...others] = titled
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

async function pdf(titled: Titled, name: string, period: string): Promise<Buffer> {
  return await drawPaper(name, (doc) => {
    drawHead(doc, period, name)
    for (const [title, { heads, rows }] of titled) {
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

/** `title` and `period` stand at the head of a paper. */
export async function drawSheets(
  titled: Titled,
  format: ScheduleFormat,
  { file, title, period }: { file: string; title: string; period: string },
): Promise<Drawn> {
  const bytes =
    format === 'csv' ? csv(titled) : format === 'xlsx' ? await xlsx(titled) : await pdf(titled, title, period)
  return { name: `${file}.${format}`, mime: mimes[format], bytes }
}
