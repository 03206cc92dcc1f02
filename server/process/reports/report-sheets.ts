/** Tables of figures as a file: CSV, spreadsheet or PDF. */
import type { ScheduleFormat } from '@hilo/domain/schedule.ts'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { workbookStream } from '../../files/workbook.ts'
import { cellStyle } from '../../files/workbook-parts.ts'
import { text } from '../../kernel/texts.ts'
import { csvCell } from '../../load/result-file.ts'
import { drawFoot, drawHead, drawPaper, drawTitle } from './paper.ts'
import { drawTable } from './paper-table.ts'

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

/** Sheets with the text key of their title. */
export type Titled = readonly [string, Sheet][]

function csv(titled: Titled): Buffer {
  const lines = titled.flatMap(([title, { heads, rows }]) => [
    [text(title)],
    heads.map((head) => text(head)),
    ...rows,
    [],
  ])
  const content = lines.map((line) => line.map((cell) => csvCell(cell ?? undefined)).join(',')).join('\r\n')
  return Buffer.from(`\uFEFF${content}\r\n`)
}

const escape = (value: string) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\p{Cc}]/gu, ' ')
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
/** Days since 1899-12-30, as spreadsheets count. */
const serialOf = (day: string) => Date.parse(day) / 86_400_000 + 25_569
function cellXml(cell: Cell): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number')
    return Number.isInteger(cell) ? `<c s="${cellStyle.integer}"><v>${cell}</v></c>` : `<c><v>${cell}</v></c>`
  if (isDay(cell)) return `<c s="${cellStyle.day}"><v>${serialOf(cell)}</v></c>`
  return `<c t="str"><v>${escape(cell)}</v></c>`
}

async function xlsx(titled: Titled): Promise<Buffer> {
  const tables = titled
    .filter(([, { rows }], at) => at === 0 || rows.length > 0)
    .map(([title, { heads, rows }]) => ({
      title: text(title),
      heads: heads.map((head) => text(head)),
      rows: Readable.from(rows.map((cells) => Buffer.from(`<row>${cells.map(cellXml).join('')}</row>\n`))),
    }))
  return await buffer(workbookStream(tables))
}

const number = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })
const written = (cell: Cell) =>
  cell === null ? '–' : typeof cell === 'number' ? number.format(cell).replace('-', '−') : cell

async function pdf(titled: Titled, name: string, period: string): Promise<Buffer> {
  return await drawPaper(name, (doc) => {
    drawHead(doc, period, name)
    for (const [title, { heads, rows }] of titled) {
      if (rows.length === 0) continue
      drawTitle(doc, text(title))
      const cells = (row: Cell[]) => Object.fromEntries(row.map((cell, i) => [String(i), written(cell)]))
      drawTable(
        doc,
        heads.map((head, i) => ({ key: String(i), head: text(head) })),
        rows.map((row) => ({ cells: cells(row) })),
      )
    }
    drawFoot(doc, period)
  })
}

const mimes: Readonly<Record<ScheduleFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** `title` and `period` head the PDF. */
export async function drawSheets(
  titled: Titled,
  format: ScheduleFormat,
  { file, title, period }: { file: string; title: string; period: string },
): Promise<Drawn> {
  const bytes =
    format === 'csv' ? csv(titled) : format === 'xlsx' ? await xlsx(titled) : await pdf(titled, title, period)
  return { name: `${file}.${format}`, mime: mimes[format], bytes }
}
