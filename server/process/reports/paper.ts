/** Common parts of all PDF papers: A4, mark, tables, local times. */
import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import type { Color } from '@hilo/domain/status.ts'

export type Doc = PDFKit.PDFDocument
const product = 'Hilo'
export const inks = { ink: '#131A17', soft: '#48534E', faint: '#616C66', line: '#E3E7E5', danger: '#B3211A' } as const
/** Background and text colour; each pair has a contrast of at least 4.5:1. */
export const paperColor: Readonly<Record<Color, { fill: string; ink: string }>> = {
  success: { fill: '#E2F3EA', ink: '#08764F' },
  warning: { fill: '#FFF2D9', ink: '#835000' },
  danger: { fill: '#FDEBE9', ink: inks.danger },
  medium: { fill: '#EDF0EE', ink: '#56615B' },
  accent: { fill: '#E2F3EA', ink: '#08764F' },
}
export const left = 48
export const width = 595.28 - 2 * left
export const bottom = 841.89 - 64

/** Replaces characters that the built-in fonts lack: of theirs, the dash of a figure's width looks like the minus sign. */
export const plain = (written: string) => written.replaceAll('−', '–').replaceAll(/[\u202f\u2009]/g, '\u00a0')

const decimals = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** "−19,50 dBm" */
export const dbmText = (value: number) => `${decimals.format(value).replace('-', '−')} dBm`

/** Times are local to the place. */
export function clock(
  timeZone: PlaceZone,
  shape: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short', hour12: true },
): (time: string | null) => string {
  const format = new Intl.DateTimeFormat('es-ES', { ...shape, timeZone })
  return (time) => (time === null ? '–' : plain(format.format(new Date(time))))
}

/** The logo mark: a port capsule with the lit thread. */
function drawMark(doc: Doc): void {
  doc.save().translate(left, 44).scale(0.9)
  doc.lineWidth(2.9).strokeColor(inks.ink).roundedRect(8, 2, 16, 28, 8).stroke()
  doc
    .lineWidth(3.2)
    .strokeColor('#12A874')
    .moveTo(0, 27)
    .bezierCurveTo(8, 27, 8, 16, 16, 16)
    .bezierCurveTo(24, 16, 24, 5, 32, 5)
  doc.stroke().restore()
  doc
    .font('Helvetica-Bold')
    .fontSize(20)
    .fillColor(inks.ink)
    .text(product, left + 38, 48)
}

/** Heading: mark, kind of paper and code; the operator's logo beside the mark. */
export function drawHead(doc: Doc, title: string, code: string, logo: Buffer | null = null): void {
  drawMark(doc)
  if (logo) doc.image(logo, left + 104, 42, { fit: [120, 32], valign: 'center' })
  doc.font('Helvetica').fontSize(9).fillColor(inks.faint).text(title, left, 46, { width, align: 'right' })
  doc.font('Helvetica-Bold').fontSize(13).fillColor(inks.ink).text(plain(code), left, 58, { width, align: 'right' })
  doc.y = 92
}

/** A section heading; moves to the next page if no row would fit below it. */
export function drawTitle(doc: Doc, title: string): void {
  if (doc.y + 60 > bottom) doc.addPage()
  doc.y += 8
  doc.font('Helvetica-Bold').fontSize(10).fillColor(inks.soft).text(plain(title), left, doc.y, { width })
  doc.y += 4
}

/** Names with values; empty values are left out. */
export function drawFacts(doc: Doc, rows: readonly (readonly [string, string | null])[]): void {
  for (const [name, value] of rows) {
    if (!value) continue
    if (doc.y + 24 > bottom) doc.addPage()
    const { y } = doc
    doc.font('Helvetica').fontSize(9).fillColor(inks.faint).text(name, left, y, { width: 90 })
    doc.fillColor(inks.ink).text(plain(value), left + 96, y, { width: width - 96 })
    doc.y += 4
  }
}

export interface Column {
  key: string
  head: string
  x: number
  width: number
}

function drawRow(doc: Doc, columns: readonly Column[], cells: Readonly<Record<string, string>>, y: number): void {
  for (const { key, x, width: room } of columns) {
    const box = { width: room - 6, height: 11, ellipsis: true, lineBreak: false }
    doc.text(plain(cells[key] ?? ''), left + x + 4, y + 4, box)
  }
}

function underline(doc: Doc, y: number, strong: boolean): void {
  doc.lineWidth(strong ? 0.8 : 0.5).strokeColor(strong ? inks.soft : inks.line)
  doc
    .moveTo(left, y + 17)
    .lineTo(left + width, y + 17)
    .stroke()
}

function drawTableHead(doc: Doc, columns: readonly Column[], y: number): number {
  doc.font('Helvetica-Bold').fontSize(8.5).fillColor(inks.soft)
  drawRow(doc, columns, Object.fromEntries(columns.map(({ key, head }) => [key, head])), y)
  underline(doc, y, true)
  return y + 18
}

/** A table; its headings repeat on every page. A row's colour names its state unless it is green. */
export function drawTable(
  doc: Doc,
  columns: readonly Column[],
  rows: readonly { cells: Readonly<Record<string, string>>; color?: Color }[],
): void {
  let y = drawTableHead(doc, columns, doc.y)
  for (const { cells, color = 'success' } of rows) {
    if (y + 18 > bottom) {
      doc.addPage()
      y = drawTableHead(doc, columns, 48)
    }
    const plainly = color === 'success' || color === 'accent'
    doc
      .font(color === 'danger' ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(9)
      .fillColor(plainly ? inks.ink : paperColor[color].ink)
    drawRow(doc, columns, cells, y)
    underline(doc, y, false)
    y += 18
  }
  doc.y = y
}

/** Footer of every page: a rule and the page number of the total. */
export function drawFoot(doc: Doc, said: string, more?: (doc: Doc) => void): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0
    doc.font('Helvetica').fontSize(7).fillColor(inks.faint)
    doc.text(`${plain(said)}   ${page - start + 1}/${count}`, left, 792, { width, lineBreak: false })
    more?.(doc)
  }
}

/** The bytes of a paper. */
export async function drawPaper(title: string, draw: (doc: Doc) => void): Promise<Buffer> {
  // pdfkit takes about 30 MB, so it is loaded with the first paper.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 48, left, right: left, bottom: 48 },
    bufferPages: true,
    lang: 'es',
    info: { Title: title, Author: product },
  })
  const pieces: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  draw(doc)
  doc.end()
  return await whole
}
