/** The report as an A4 PDF, in the terms of the operator whose technician worked. */
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import {
  controlName,
  controlSentence,
  cutsCount,
  darkBefore,
  neighbourLook,
  verdictLook,
  verdictSentence,
  type Sentence,
  neighbourNote,
} from '@hilo/domain/neighbour-look.ts'
import { compared, withPreexistingDark } from '@hilo/domain/port-look.ts'
import { harmedCount } from '@hilo/domain/proof/judgement.ts'
import { zoneOfPlace } from '@hilo/domain/place-clock.ts'
import type { Light, WorkKind } from '@hilo/domain/status.ts'
import { text } from '../../kernel/texts.ts'
import {
  clock,
  dbmText,
  drawFacts,
  drawFoot,
  drawHead,
  drawPaper,
  inks,
  keepTogether,
  left,
  paperColor,
  width,
} from './paper.ts'
import { drawTable } from './paper-table.ts'
import { heightOf, widthOf, write, type Doc } from './paper-text.ts'
import { drawFaceplate, faceplateHeight } from './report-faceplate.ts'

/** Facts on the paper that are not in the report. */
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
  /** At the customer's ONT, as typed. */
  rx_dbm: number | null
  /** At the customer's ONT, as read by the OLT. */
  rx_read_dbm: number | null
  /** Sentences on inconsistent evidence. */
  marks: readonly string[]
  ine_code: string
  /** Key of the operator's logo. */
  logo: string | null
  /** Age at arrival of work recorded without coverage, ms. */
  offline_ms: number | null
  /** Public page that verifies the code. */
  verify_url: string
}

/** Measured values beside the OLT's readings. */
function figuresOf({ power_dbm, rx_dbm, rx_read_dbm }: WorkFacts): string {
  const figures = { port: power_dbm, typed: rx_dbm, read: rx_read_dbm }
  return Object.entries(figures)
    .flatMap(([name, dbm]) => (dbm === null ? [] : [text(`report_pdf.figures.${name}`, { power: dbmText(dbm) })]))
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

/** "3 h 5 min": age of the oldest record. */
function ageWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  return [hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`].filter(Boolean).join(' ')
}

const sentenceText = (of: Sentence | null): string => (of === null ? '' : text(of.key, of.values))

const foundAtClosing = ({ verdict, diff }: Report): string =>
  sentenceText(verdictSentence(diff.length === 0 ? null : verdict, harmedCount(diff.map((one) => one.class))))

const controlLine = (control: Report['controls'][number], at = ''): string =>
  `${text(controlName(control.phase))}${at}: ${sentenceText(controlSentence(control, (label) => text(label)))}`

/**
 * What was concluded at the closing, which ports were without light before anybody touched the box, and what was found later:
 * a paper whose code was withdrawn does not read like a clean one.
 */
function conclusion(report: Report, work: WorkFacts): string {
  const { diff, discharge_withdrawn: withdrawn } = report
  const found = foundAtClosing(report)
  const closing = withdrawn
    ? text('report.at_closing', { said: found, at: clock(zoneOfPlace(work))(withdrawn.at) })
    : found
  const notes = diff.flatMap((one) => {
    const note = neighbourNote(one)
    return note ? [`${text('report_pdf.port')} ${one.port}: ${text(note.key)}`] : []
  })
  const later = report.controls.filter(({ findings }) => findings.length > 0).map((control) => controlLine(control))
  return [[closing, sentenceText(darkBefore(diff))].filter(Boolean).join(' '), ...later, ...notes].join('\n')
}

/** The discharge code with the page that verifies it, or its withdrawal with the reason. Right of the verdict. */
function drawCode(doc: Doc, report: Report, { verify_url: url, ine_code }: WorkFacts, ink: string, top: number): void {
  const { discharge_code: code, discharge_withdrawn: withdrawn } = report
  if (code === null) return
  const at = left + width - 170
  const small = { size: 7, ink: inks.soft, width: 156, align: 'right' } as const
  const title = text(withdrawn ? 'report_pdf.code.withdrawn' : 'report_pdf.code')
  write(doc, title, { x: at, y: top + 12 }, { ...small, size: 8 })
  const style = { bold: true, code: true, ink: withdrawn ? inks.faint : ink, strike: withdrawn !== null }
  // A code of wide letters is written smaller: one that goes on in the next line cannot be copied whole.
  const size = Math.min(24, (24 * small.width) / widthOf(doc, code, { ...style, size: 24 }))
  write(doc, code, { x: at, y: top + 24 }, { ...small, ...style, size: Math.floor(size) })
  const below = { x: at, y: top + 56 }
  if (withdrawn) {
    const when = clock(zoneOfPlace({ ine_code }))(withdrawn.at)
    write(doc, `${text(`discharge.found.${withdrawn.reason}`)} ${when}`, below, small)
  } else {
    write(doc, text('report_pdf.code.verify'), below, small)
    write(doc, url, null, { ...small, link: `${url}?codigo=${code}` })
  }
}

function drawVerdict(doc: Doc, report: Report, work: WorkFacts): void {
  const { discharge_code: code, discharge_withdrawn: withdrawn } = report
  const look = verdictLook(report.verdict)
  const { fill, ink: strong } = paperColor[withdrawn ? 'danger' : look.color]
  const room = width - 28 - (code ? 170 : 0)
  const title = text(withdrawn ? `discharge.found.${withdrawn.reason}` : look.label)
  const override = report.override
    ? text('report_pdf.override', { name: report.override.by?.name ?? '–', reason: report.override.reason })
    : null
  const words = [conclusion(report, work), override].filter(Boolean).join('\n')
  const [titleStyle, wordsStyle] = [
    { size: 15, bold: true, ink: strong, width: room },
    { size: 10, ink: inks.ink, width: room },
  ]
  const titleHeight = heightOf(doc, title, titleStyle)
  const height = Math.max(code ? 94 : 62, titleHeight + heightOf(doc, words, wordsStyle) + 26)
  keepTogether(doc, height + 8)
  const top = doc.y + 8
  doc.roundedRect(left, top, width, height, 8).fill(fill)
  write(doc, title, { x: left + 14, y: top + 10 }, titleStyle)
  write(doc, words, { x: left + 14, y: top + 14 + titleHeight }, wordsStyle)
  drawCode(doc, report, work, strong, top)
  doc.y = top + height + 14
}

/** Simulated readings of a demonstration are marked as such. */
const sideTitle = (title: string, reading: Report['before']): string =>
  reading?.source === 'simulated' ? text('reading.simulated', { time: text(title) }) : text(title)

function drawPlates(doc: Doc, report: Report): void {
  const half = (width - 20) / 2
  const plates = [
    { title: 'report_pdf.before', seen: report.before, marked: withPreexistingDark, x: left },
    { title: 'report_pdf.after', seen: report.after, marked: compared, x: left + half + 20 },
  ].map(({ marked, ...plate }) => ({ ...plate, items: marked(plate.seen?.items ?? [], report.diff) }))
  const height = Math.max(...plates.map(({ items }) => faceplateHeight(items.length, half)))
  keepTogether(doc, 16 + height)
  const top = doc.y
  for (const { title, seen, items, x } of plates) {
    write(doc, sideTitle(title, seen), { x, y: top }, { size: 9, bold: true, ink: inks.soft, width: half })
    drawFaceplate(doc, items, { x, y: top + 16, width: half })
  }
  doc.y = top + 16 + height + 14
}

const columns = ['port', 'owner', 'before', 'after', 'class', 'cuts'].map((key) => ({
  key,
  head: text(`report_pdf.column.${key}`),
}))

function seenText(item: { light: Light; rx_dbm: number | null } | null): string {
  if (!item) return '–'
  const light = text(`choice.light.${item.light}`)
  return item.rx_dbm === null ? light : dbmText(item.rx_dbm)
}

function cellsOf(row: Report['diff'][number]): Record<string, string> {
  const cuts = row.cuts.filter((cut) => !cut.gasp).length
  return {
    port: String(row.port),
    owner: row.access?.code ?? text(row.own ? 'report_pdf.own' : 'report_pdf.other'),
    before: seenText(row.before),
    after: seenText(row.after),
    class: text(neighbourLook(row).label),
    cuts:
      cuts === 0 ? '–' : `${cuts} · ${cutsCount(row) ? `${row.longest_cut_s} s` : text('report_pdf.cuts.not_counted')}`,
  }
}

function drawNeighbours(doc: Doc, report: Report): void {
  if (report.diff.length === 0) {
    write(doc, text('report_pdf.alone'), { x: left, y: doc.y }, { size: 9.5, ink: inks.soft })
    return
  }
  const rows = report.diff.map((row) => ({ cells: cellsOf(row), color: neighbourLook(row).color }))
  drawTable(doc, columns, rows)
}

/** Findings of the controls if they are done; else where they will be published. */
function drawControls(doc: Doc, report: Report, work: WorkFacts): void {
  const at = clock(zoneOfPlace(work))
  const lines = report.controls.map((control) => controlLine(control, `, ${at(control.taken_at)}`))
  const words = lines.length > 0 ? lines.join('\n') : text('report_pdf.controls')
  write(doc, words, { x: left, y: doc.y + 8 }, { size: 8.5, ink: inks.soft, width })
}

/** Footer of every page: hash and source of the evidence. */
function drawProof(doc: Doc, report: Report, work: WorkFacts): void {
  const simulated = [report.before, report.after].some((one) => one?.source === 'simulated')
  const frozen = text(simulated ? 'report_pdf.frozen.simulated' : 'report_pdf.frozen', {
    at: clock(zoneOfPlace(work))(report.frozen_at),
  })
  drawFoot(doc, frozen, () => {
    const line = { size: 6.5, ink: inks.faint, width }
    write(doc, `SHA-256 ${report.sha256 ?? ''}`, { x: left, y: 803 }, line)
    write(doc, `${text('report_pdf.previous')} ${report.prev_sha256 ?? '–'}`, { x: left, y: 813 }, line)
    const edition = text('report.edition', { edition: report.edition })
    write(doc, edition, { x: left, y: 803 }, { ...line, size: 7, align: 'right' })
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
    drawControls(doc, report, work)
    drawProof(doc, report, work)
  })
}
