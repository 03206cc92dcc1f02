/** The report on paper: A4, in the words of the operator whose technician worked. */
import type { Report } from '@hilo/contract/neighbors.ts'
import {
  darkBefore,
  neighbourLook,
  verdictLook,
  verdictSentence,
  wasDark,
  type Sentence,
  neighbourNote,
} from '@hilo/domain/neighbour-look.ts'
import { harmedCount } from '@hilo/domain/proof/judgement.ts'
import { zoneOfPlace } from '@hilo/domain/place-clock.ts'
import type { Light, WorkKind } from '@hilo/domain/status.ts'
import { text } from '../../http/texts.ts'
import {
  clock,
  decimals,
  drawFacts,
  drawFoot,
  drawHead,
  drawPaper,
  drawTable,
  inks,
  left,
  paperColor,
  plain,
  width,
  type Doc,
} from './paper.ts'
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
  /** By the meter at the port of the box. */
  power_dbm: number | null
  /** At the customer's ONT, as it was typed. */
  rx_dbm: number | null
  /** At the customer's ONT, as the OLT read it. */
  rx_read_dbm: number | null
  /** Sentences of what does not agree in the evidence. */
  marks: readonly string[]
  ine_code: string
  /** Key of the logo of whose paper it is. */
  logo: string | null
  /** Age of what was done without coverage, when it arrived. */
  offline_ms: number | null
  /** Address of the page where anybody checks the code. */
  verify_url: string
}

/** What was measured beside what the OLT reads. */
function figuresOf({ power_dbm, rx_dbm, rx_read_dbm }: WorkFacts): string {
  const figures = { port: power_dbm, typed: rx_dbm, read: rx_read_dbm }
  return Object.entries(figures)
    .flatMap(([name, dbm]) =>
      dbm === null ? [] : [text(`report_pdf.figures.${name}`, { power: `${decimals.format(dbm)} dBm` })],
    )
    .join(' · ')
}

function factsOf(report: Report, work: WorkFacts): [string, string][] {
  const at = clock(zoneOfPlace(work))
  const people = [report.technical?.name, work.contractor, report.vno?.name].filter(Boolean).join(' · ')
  const where = [work.port === null ? null : `${text('report_pdf.port')} ${work.port}`, work.access]
  const rows: [string, string | null][] = [
    [text('report_pdf.box'), `${report.cto.code} · ${work.address}`],
    [text('report_pdf.work'), work.work_kind && text(`choice.work_kind.${work.work_kind}`)],
    [text('report_pdf.who'), people],
    [text('report_pdf.where'), where.filter(Boolean).join(' · ')],
    [text('report_pdf.figures'), figuresOf(work)],
    [text('report_pdf.marks'), work.marks.join(' ')],
    [text('report_pdf.started'), at(work.started_at)],
    [text('report_pdf.finished'), at(work.finished_at)],
    [
      text('report_pdf.offline'),
      work.offline_ms ? text('report_pdf.offline.text', { age: ageWords(work.offline_ms) }) : null,
    ],
  ]
  return rows.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
}

/** "3 h 5 min": as long as the oldest of it lay on the device. */
function ageWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  return [hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`].filter(Boolean).join(' ')
}

const said = (of: Sentence | null): string => (of === null ? '' : text(of.key, of.values))

/** What was concluded, and which ports were without light before anybody touched the box. */
function conclusion(report: Report): string {
  const { verdict, diff } = report
  const found = verdictSentence(diff.length === 0 ? null : verdict, harmedCount(diff.map((one) => one.class)))
  const notes = diff.flatMap((one) => {
    const note = neighbourNote(one)
    return note ? [`${text('report_pdf.port')} ${one.port}: ${text(note.key)}`] : []
  })
  return [[said(found), said(darkBefore(diff))].filter(Boolean).join(' '), ...notes].join('\n')
}

/** The discharge code with the address where it is checked, or that it was withdrawn and why. Right of the verdict. */
function drawCode(doc: Doc, report: Report, { verify_url: url, ine_code }: WorkFacts, ink: string, top: number): void {
  const { discharge_code: code, discharge_withdrawn: withdrawn } = report
  if (code === null) return
  const at = left + width - 170
  const right = { width: 156, align: 'right' } as const
  doc.font('Helvetica').fontSize(8).fillColor(inks.soft)
  doc.text(text(withdrawn ? 'report_pdf.code.withdrawn' : 'report_pdf.code'), at, top + 12, right)
  doc
    .font('Courier-Bold')
    .fontSize(24)
    .fillColor(withdrawn ? inks.faint : ink)
  doc.text(code, at, top + 26, { ...right, strike: withdrawn !== null })
  doc.font('Helvetica').fontSize(7).fillColor(inks.soft)
  if (withdrawn) {
    const when = clock(zoneOfPlace({ ine_code }))(withdrawn.at)
    return void doc.text(plain(`${text(`discharge.found.${withdrawn.reason}`)} ${when}`), at, top + 54, right)
  }
  doc.text(text('report_pdf.code.verify'), at, top + 54, right)
  doc.text(url, { ...right, link: `${url}?codigo=${code}` })
}

function drawVerdict(doc: Doc, report: Report, work: WorkFacts): void {
  const look = verdictLook(report.verdict)
  const { fill, ink: strong } = paperColor[look.color]
  const top = doc.y + 8
  const code = report.discharge_code
  const room = width - 28 - (code ? 170 : 0)
  doc.font('Helvetica').fontSize(10)
  const override = report.override
    ? text('report_pdf.override', { name: report.override.by?.name ?? '–', reason: report.override.reason })
    : null
  const height = Math.max(
    code ? 94 : 62,
    40 + doc.heightOfString(plain([conclusion(report), override].filter(Boolean).join('\n')), { width: room }),
  )
  doc.roundedRect(left, top, width, height, 8).fill(fill)
  doc.font('Helvetica-Bold').fontSize(15).fillColor(strong)
  doc.text(text(look.label), left + 14, top + 12, { width: room })
  doc
    .font('Helvetica')
    .fontSize(10)
    .fillColor(inks.ink)
    .text(plain(conclusion(report)), left + 14, top + 33, { width: room })
  if (override) doc.text(plain(override), { width: room })
  drawCode(doc, report, work, strong, top)
  doc.y = top + height + 14
}

/** Readings of a demonstration are no readings of an OLT, and their paper says so. */
const sideTitle = (title: string, seen: Report['before']): string =>
  seen?.source === 'simulated' ? text('reading.simulated', { time: text(title) }) : text(title)

function drawPlates(doc: Doc, report: Report): void {
  const top = doc.y
  const half = (width - 20) / 2
  const rows = [
    { title: 'report_pdf.before', seen: report.before, x: left },
    { title: 'report_pdf.after', seen: report.after, x: left + half + 20 },
  ]
  const dark = new Set(report.diff.filter(wasDark).map(({ port }) => port))
  const at = rows.map(({ title, seen, x }) => {
    doc.font('Helvetica-Bold').fontSize(9).fillColor(inks.soft).text(sideTitle(title, seen), x, top, { width: half })
    return drawFaceplate(doc, seen?.items ?? [], dark, { x, y: top + 16, width: half })
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
].map((column) => ({ ...column, head: text(`report_pdf.column.${column.key}`) }))

function seenText(seen: { light: Light; rx_dbm: number | null } | null): string {
  if (!seen) return '–'
  const light = text(`choice.light.${seen.light}`)
  return seen.rx_dbm === null ? light : `${decimals.format(seen.rx_dbm)} dBm`
}

function cellsOf(row: Report['diff'][number]): Record<string, string> {
  const cuts = row.cuts.filter((cut) => !cut.gasp).length
  return {
    port: String(row.port),
    owner: row.access?.code ?? text(row.own ? 'report_pdf.own' : 'report_pdf.other'),
    before: seenText(row.before),
    after: seenText(row.after),
    class: text(neighbourLook(row).label),
    cuts: cuts === 0 ? '–' : `${cuts} · ${row.longest_cut_s} s`,
  }
}

function drawNeighbours(doc: Doc, report: Report): void {
  if (report.diff.length === 0) {
    doc.font('Helvetica').fontSize(9.5).fillColor(inks.soft).text(text('report_pdf.alone'), left, doc.y)
    return
  }
  const rows = report.diff.map((row) => ({ cells: cellsOf(row), color: neighbourLook(row).color }))
  drawTable(doc, columns, rows)
}

/** On every page: what the paper stands on. */
function drawProof(doc: Doc, report: Report, work: WorkFacts): void {
  const simulated = [report.before, report.after].some((one) => one?.source === 'simulated')
  const frozen = text(simulated ? 'report_pdf.frozen.simulated' : 'report_pdf.frozen', {
    at: clock(zoneOfPlace(work))(report.frozen_at),
  })
  drawFoot(doc, frozen, () => {
    doc
      .font('Courier')
      .fontSize(6.5)
      .text(`SHA-256 ${report.sha256 ?? ''}`, left, 803, { width, lineBreak: false })
    doc.text(`${text('report_pdf.previous')} ${report.prev_sha256 ?? '–'}`, left, 813, { width, lineBreak: false })
  })
}

/** The bytes of the report as PDF. */
export async function drawReport(report: Report, work: WorkFacts, logo: Buffer | null): Promise<Buffer> {
  return await drawPaper(`${text('report_pdf.title')} ${report.event.code}`, (doc) => {
    drawHead(doc, text('report_pdf.title'), report.event.code, logo)
    drawFacts(doc, factsOf(report, work))
    drawVerdict(doc, report, work)
    drawPlates(doc, report)
    drawNeighbours(doc, report)
    drawProof(doc, report, work)
  })
}
