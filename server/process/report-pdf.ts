/** The report on paper: A4, in the words of the operator whose technician worked. */
import type { Report } from '@hilo/contract/neighbors.ts'
import type { Light, NeighbourClass, Verdict, WorkKind } from '@hilo/domain/status.ts'
import PDFDocument from 'pdfkit'
import { text } from '../http/texts.ts'
import { drawFaceplate } from './report-faceplate.ts'

/** What the paper says beside the report. */
export interface WorkFacts {
  work_kind: WorkKind | null
  process_state: number
  started_at: string | null
  finished_at: string | null
  contractor: string | null
  address: string
  port: number | null
  access: string | null
  power_dbm: number | null
  ine_code: string
}

type Doc = PDFKit.PDFDocument
const product = 'Hilo'
const ink = '#131A17'
const soft = '#48534E'
const faint = '#616C66'
const line = '#E3E7E5'
const green = '#08764F'
const bands: Readonly<Record<Verdict, { fill: string; ink: string }>> = {
  limpia: { fill: '#E2F3EA', ink: green },
  con_microcortes: { fill: '#E2F3EA', ink: green },
  degradada: { fill: '#FFF2D9', ink: '#835000' },
  con_desconectados: { fill: '#FDEBE9', ink: '#B3211A' },
  no_concluyente: { fill: '#EDF0EE', ink: '#56615B' },
}
const alarming: readonly NeighbourClass[] = ['desconectado', 'movido']
const left = 48
const width = 595.28 - 2 * left
const bottom = 841.89 - 64

/** What the built-in fonts can draw. */
const plain = (said: string) => said.replaceAll('−', '-').replaceAll(/[\u202f\u2009]/g, '\u00a0')

const decimals = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const canary: readonly string[] = ['35', '38']

/** Times are those of the box. */
function clock(ineCode: string): (time: string | null) => string {
  const timeZone = canary.includes(ineCode.slice(0, 2)) ? 'Atlantic/Canary' : 'Europe/Madrid'
  const format = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeStyle: 'short', hour12: true, timeZone })
  return (time) => (time === null ? '–' : plain(format.format(new Date(time))))
}

/** The capsule of a port with the lit thread through it. */
function drawMark(doc: Doc): void {
  doc.save().translate(left, 44).scale(0.9)
  doc.lineWidth(2.9).strokeColor(ink).roundedRect(8, 2, 16, 28, 8).stroke()
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
    .fillColor(ink)
    .text(product, left + 38, 48)
}

function drawHead(doc: Doc, report: Report): void {
  drawMark(doc)
  doc.font('Helvetica').fontSize(9).fillColor(faint).text(text('report_pdf.title'), left, 46, { width, align: 'right' })
  doc.font('Helvetica-Bold').fontSize(13).fillColor(ink).text(report.event.code, left, 58, { width, align: 'right' })
}

function factsOf(report: Report, work: WorkFacts): [string, string][] {
  const at = clock(work.ine_code)
  const people = [report.technical?.name, work.contractor, report.vno?.name].filter(Boolean).join(' · ')
  const light = work.power_dbm === null ? null : `${decimals.format(work.power_dbm)} dBm`
  const where = [work.port === null ? null : `${text('report_pdf.port')} ${work.port}`, work.access, light]
  const rows: [string, string | null][] = [
    [text('report_pdf.box'), `${report.cto.code} · ${work.address}`],
    [text('report_pdf.work'), work.work_kind && text(`choice.work_kind.${work.work_kind}`)],
    [text('report_pdf.who'), people],
    [text('report_pdf.where'), where.filter(Boolean).join(' · ')],
    [text('report_pdf.started'), at(work.started_at)],
    [text('report_pdf.finished'), at(work.finished_at)],
  ]
  return rows.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
}

function drawFacts(doc: Doc, report: Report, work: WorkFacts): void {
  doc.y = 92
  for (const [name, value] of factsOf(report, work)) {
    const { y } = doc
    doc.font('Helvetica').fontSize(9).fillColor(faint).text(name, left, y, { width: 90 })
    doc.fillColor(ink).text(plain(value), left + 96, y, { width: width - 96 })
    doc.y += 4
  }
}

function sentence({ verdict, counters }: Report): string {
  const harmed = alarming.reduce((sum, one) => sum + (counters[one] ?? 0), 0)
  return text(`report_pdf.verdict.${verdict ?? 'no_concluyente'}`, { harmed })
}

function drawVerdict(doc: Doc, report: Report): void {
  const { fill, ink: strong } = bands[report.verdict ?? 'no_concluyente']
  const top = doc.y + 8
  const code = report.discharge_code
  const room = width - 28 - (code ? 170 : 0)
  doc.font('Helvetica').fontSize(10)
  const override = report.override
    ? text('report_pdf.override', { name: report.override.by?.name ?? '–', reason: report.override.reason })
    : null
  const height = Math.max(
    62,
    40 + doc.heightOfString(plain([sentence(report), override].filter(Boolean).join('\n')), { width: room }),
  )
  doc.roundedRect(left, top, width, height, 8).fill(fill)
  doc.font('Helvetica-Bold').fontSize(15).fillColor(strong)
  doc.text(text(`choice.verdict.${report.verdict ?? 'no_concluyente'}`), left + 14, top + 12, { width: room })
  doc
    .font('Helvetica')
    .fontSize(10)
    .fillColor(ink)
    .text(plain(sentence(report)), left + 14, top + 33, { width: room })
  if (override) doc.text(plain(override), { width: room })
  if (code) {
    const at = left + width - 170
    doc
      .fontSize(8)
      .fillColor(soft)
      .text(text('report_pdf.code'), at, top + 12, { width: 156, align: 'right' })
    doc
      .font('Courier-Bold')
      .fontSize(24)
      .fillColor(strong)
      .text(code, at, top + 26, { width: 156, align: 'right' })
  }
  doc.y = top + height + 14
}

function drawPlates(doc: Doc, report: Report): void {
  const top = doc.y
  const half = (width - 20) / 2
  const rows = [
    { title: 'report_pdf.before', seen: report.before, x: left },
    { title: 'report_pdf.after', seen: report.after, x: left + half + 20 },
  ]
  const at = rows.map(({ title, seen, x }) => {
    doc.font('Helvetica-Bold').fontSize(9).fillColor(soft).text(text(title), x, top, { width: half })
    return drawFaceplate(doc, seen?.items ?? [], { x, y: top + 16, width: half })
  })
  doc.y = Math.max(...at) + 14
}

const columns = [
  { key: 'port', x: 0, width: 44 },
  { key: 'owner', x: 44, width: 92 },
  { key: 'before', x: 136, width: 88 },
  { key: 'after', x: 224, width: 88 },
  { key: 'class', x: 312, width: 100 },
  { key: 'cuts', x: 412, width: 87 },
] as const
type Cells = Record<(typeof columns)[number]['key'], string>

function seenText(seen: { light: Light; rx_dbm: number | null } | null): string {
  if (!seen) return '–'
  const light = text(`choice.light.${seen.light}`)
  return seen.rx_dbm === null ? light : `${decimals.format(seen.rx_dbm)} dBm`
}

function cellsOf(row: Report['diff'][number]): Cells {
  const cuts = row.cuts.filter((cut) => !cut.gasp).length
  return {
    port: String(row.port),
    owner: row.access?.code ?? text(row.own ? 'report_pdf.own' : 'report_pdf.other'),
    before: seenText(row.before),
    after: seenText(row.after),
    class: text(`choice.neighbour_class.${row.class}`),
    cuts: cuts === 0 ? '–' : `${cuts} · ${row.longest_cut_s} s`,
  }
}

function drawRow(doc: Doc, cells: Cells, y: number, strong: boolean): void {
  for (const { key, x, width: room } of columns) {
    doc.text(plain(cells[key]), left + x + 4, y + 4, { width: room - 6, height: 11, ellipsis: true, lineBreak: false })
  }
  doc.lineWidth(strong ? 0.8 : 0.5).strokeColor(strong ? soft : line)
  doc
    .moveTo(left, y + 17)
    .lineTo(left + width, y + 17)
    .stroke()
}

function drawTableHead(doc: Doc, y: number): number {
  const heads = Object.fromEntries(columns.map(({ key }) => [key, text(`report_pdf.column.${key}`)])) as Cells
  doc.font('Helvetica-Bold').fontSize(8.5).fillColor(soft)
  drawRow(doc, heads, y, true)
  return y + 18
}

function drawTable(doc: Doc, report: Report): void {
  if (report.diff.length === 0) {
    doc.font('Helvetica').fontSize(9.5).fillColor(soft).text(text('report_pdf.alone'), left, doc.y)
    return
  }
  let y = drawTableHead(doc, doc.y)
  for (const row of report.diff) {
    if (y + 18 > bottom) {
      doc.addPage()
      y = drawTableHead(doc, 48)
    }
    const harmed = alarming.includes(row.class)
    doc
      .font(harmed ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(9)
      .fillColor(harmed ? '#B3211A' : ink)
    drawRow(doc, cellsOf(row), y, false)
    y += 18
  }
  doc.y = y
}

/** On every page: what the paper stands on, and how many pages there are. */
function drawFoot(doc: Doc, report: Report, work: WorkFacts): void {
  const { start, count } = doc.bufferedPageRange()
  const frozen = text('report_pdf.frozen', { at: clock(work.ine_code)(report.frozen_at) })
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0
    doc.font('Helvetica').fontSize(7).fillColor(faint)
    doc.text(`${plain(frozen)}   ${page - start + 1}/${count}`, left, 792, { width, lineBreak: false })
    doc
      .font('Courier')
      .fontSize(6.5)
      .text(`SHA-256 ${report.sha256 ?? ''}`, left, 803, { width, lineBreak: false })
    doc.text(`${text('report_pdf.previous')} ${report.prev_sha256 ?? '–'}`, left, 813, { width, lineBreak: false })
  }
}

/** The bytes of the report as PDF. */
export async function drawReport(report: Report, work: WorkFacts): Promise<Buffer> {
  const info = { Title: `${text('report_pdf.title')} ${report.event.code}`, Author: product }
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 48, left, right: left, bottom: 48 },
    bufferPages: true,
    lang: 'es',
    info,
  })
  const pieces: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  drawHead(doc, report)
  drawFacts(doc, report, work)
  drawVerdict(doc, report)
  drawPlates(doc, report)
  drawTable(doc, report)
  drawFoot(doc, report, work)
  doc.end()
  return await whole
}
