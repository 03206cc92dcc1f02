/** Common parts of all PDF papers: A4, mark, facts, local times. */
import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import type { Color } from '@hilo/domain/status.ts'
import { fonts, heightOf, openFonts, write, type Doc } from './paper-text.ts'

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
export const top = 48
export const width = 595.28 - 2 * left
/** Space of the footer. */
const foot = 64
export const bottom = 841.89 - foot

const decimals = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** "−19,50 dBm", not to be broken. */
export const dbmText = (value: number) => `${decimals.format(value).replace('-', '−')}\u00A0dBm`

/** Times are local to the place. */
export function clock(
  timeZone: PlaceZone,
  shape: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short', hour12: true },
): (time: string | null) => string {
  const format = new Intl.DateTimeFormat('es-ES', { ...shape, timeZone })
  return (time) => (time === null ? '–' : format.format(new Date(time)))
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
  write(doc, product, { x: left + 38, y: 46 }, { size: 20, bold: true, ink: inks.ink })
}

/** Heading: mark, kind of paper and code; the operator's logo beside the mark. */
export function drawHead(doc: Doc, title: string, code: string, logo: Buffer | null = null): void {
  drawMark(doc)
  if (logo) doc.image(logo, left + 104, 42, { fit: [120, 32], valign: 'center' })
  write(doc, title, { x: left, y: 45 }, { size: 9, ink: inks.faint, width, align: 'right' })
  write(doc, code, { x: left, y: 57 }, { size: 13, bold: true, ink: inks.ink, width, align: 'right' })
  doc.y = 92
}

/** Begins a page unless `height` pt are left on this one: what is drawn at one place must not be torn apart. */
export function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height > bottom) doc.addPage()
}

/** A section heading; moves to the next page if no row would fit below it. */
export function drawTitle(doc: Doc, title: string): void {
  keepTogether(doc, 60)
  doc.y += 8
  write(doc, title, { x: left, y: doc.y }, { size: 10, bold: true, ink: inks.soft, width })
  doc.y += 4
}

/** Names with values; empty values are left out. */
export function drawFacts(doc: Doc, rows: readonly (readonly [string, string | null])[]): void {
  for (const [name, value] of rows) {
    if (!value) continue
    const named = { size: 9, ink: inks.faint, width: 90 }
    const height = heightOf(doc, name, named)
    keepTogether(doc, height + 12)
    const { y, page } = doc
    write(doc, name, { x: left, y }, named)
    write(doc, value, { x: left + 96, y }, { size: 9, ink: inks.ink, width: width - 96 })
    // A long value goes on on further pages.
    doc.y = (doc.page === page ? Math.max(doc.y, y + height) : doc.y) + 4
  }
}

/** Footer of every page: a sentence that ends above `more`, and the page number of the total. */
export function drawFoot(doc: Doc, said: string, more?: (doc: Doc) => void): void {
  const { start, count } = doc.bufferedPageRange()
  const style = { size: 7, ink: inks.faint, width: width - 48 }
  const height = heightOf(doc, said, style)
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0
    write(doc, said, { x: left, y: 801 - height }, style)
    const number = `${page - start + 1}/${count}`
    write(doc, number, { x: left, y: 801 - doc.currentLineHeight() }, { ...style, width, align: 'right' })
    more?.(doc)
  }
}

/** The bytes of a paper. */
export async function drawPaper(title: string, draw: (doc: Doc) => void): Promise<Buffer> {
  // pdfkit takes about 30 MB, so it is loaded with the first paper.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    font: fonts.regular,
    margins: { top, left, right: left, bottom: foot },
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
  openFonts(doc)
  draw(doc)
  doc.end()
  return await whole
}
