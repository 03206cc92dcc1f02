/** The work order as a PDF to share and sign: work done, place and material. */
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import { processState, type Verdict, type WorkKind } from '@hilo/domain/status.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { text } from '../../kernel/texts.ts'
import type { StepRow } from '../../process/event-row.ts'
import {
  clock,
  dbmText,
  drawFacts,
  drawFoot,
  drawHead,
  drawPaper,
  drawTitle,
  inks,
  keepTogether,
  left,
  width,
} from '../../process/reports/paper.ts'
import { drawTable } from '../../process/reports/paper-table.ts'
import { write, type Doc } from '../../process/reports/paper-text.ts'

export interface Work {
  code: string
  process_state: number
  work_kind: WorkKind | null
  cto: string
  address: string
  zone: PlaceZone
  port: string | null
  access: string | null
  home: string | null
  technical: string | null
  contractor: string | null
  vno: string
  /** Key of the operator's logo. */
  logo: string | null
  order: string | null
  external_order_id: string | null
  order_kind: string | null
  appointment_from: string | null
  appointment_to: string | null
  started_at: string | null
  finished_at: string | null
  power_dbm: number | null
  verdict: Verdict | null
  discharge_code: string | null
  discharge_withdrawn: Report['discharge_withdrawn']
  /** Public page that verifies the code. */
  verify_url: string
  steps: StepRow[]
}
type Facts = [string, string | null][]

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ') || null
const dbm = (value: number | null | undefined) => (value == null ? null : dbmText(value))
const yes = (value: boolean | null | undefined) => (value == null ? null : text(value ? 'paper.yes' : 'paper.no'))
const word = (set: string, value: string | null | undefined) => (value ? text(`choice.${set}.${value}`) : null)

function headFacts(work: Work): Facts {
  const at = clock(work.zone)
  const visit =
    work.appointment_from &&
    `${at(work.appointment_from)} – ${clock(work.zone, { timeStyle: 'short', hour12: true })(work.appointment_to)}`
  return [
    [text('paper.order'), joined(work.order, work.external_order_id, word('order_kind', work.order_kind))],
    [text('paper.appointment'), visit],
    [
      text('report_pdf.work'),
      joined(word('work_kind', work.work_kind), text(processState.of(work.process_state)?.label ?? '')),
    ],
    [text('report_pdf.box'), `${work.cto} · ${work.address}`],
    [text('report_pdf.where'), joined(work.port, work.access, work.home)],
    [text('report_pdf.who'), joined(work.technical, work.contractor, work.vno)],
    [text('report_pdf.started'), work.started_at && at(work.started_at)],
    [text('report_pdf.finished'), work.finished_at && at(work.finished_at)],
  ]
}

function recorded<S extends keyof StepData>({ steps }: Work, step: S): StepData[S] {
  return steps.find((one) => one.step === step)?.data ?? {}
}

/** The discharge code with the page that verifies it, or its withdrawal with time and reason. */
function codeOf({ discharge_code: code, discharge_withdrawn: withdrawn, verify_url, zone }: Work): string | null {
  if (code === null) return null
  if (withdrawn === null) return `${code} · ${text('report_pdf.code.verify')} ${verify_url}`
  return `${text('report_pdf.code.withdrawn_at', { code, at: clock(zone)(withdrawn.at) })} ${text(`discharge.found.${withdrawn.reason}`)}`
}

function workFacts(work: Work): Facts {
  const drop = recorded(work, 'drop_enrollment')
  const power = recorded(work, 'power')
  const last = recorded(work, 'final_report')
  const length = drop.length_m == null ? null : `${drop.length_m} m`
  return [
    [text('paper.drop'), joined(drop.drop_label_read, word('drop_type', drop.drop_type), length)],
    [
      text('paper.power'),
      joined(dbm(power.power_dbm ?? work.power_dbm), joined(power.meter?.model, power.meter?.serial)),
    ],
    [text('paper.roseta'), dbm(power.roseta_dbm)],
    [text('paper.ont'), joined(last.ont_serial, dbm(last.rx_dbm))],
    [text('paper.speed_ok'), yes(last.speed_ok)],
    [text('paper.customer_present'), yes(last.customer_present)],
    [text('paper.materials'), (last.materials ?? []).map(({ code, quantity }) => `${quantity} × ${code}`).join(', ')],
    [text('paper.minutes'), last.minutes == null ? null : String(last.minutes)],
    [text('paper.comments'), joined(recorded(work, 'report').comments, power.comments, last.comments)],
    [text('paper.verdict'), word('verdict', work.verdict)],
    [text('report_pdf.code'), codeOf(work)],
  ]
}

function drawSteps(doc: Doc, work: Work): void {
  const at = clock(work.zone, { timeStyle: 'short', hour12: true })
  const columns = [
    { key: 'step', head: text('paper.step') },
    { key: 'status', head: text('paper.status') },
    { key: 'at', head: text('report_pdf.finished') },
    { key: 'pictures', head: text('paper.pictures') },
  ]
  const rows = work.steps.map((one) => ({
    cells: {
      step: text(`choice.step.${one.step}`),
      status: text(`choice.step_status.${one.status}`),
      at: at(one.done_at),
      pictures: String(one.pictures.length),
    },
  }))
  drawTable(doc, columns, rows)
}

function drawSignatures(doc: Doc): void {
  keepTogether(doc, 96)
  const top = doc.y + 64
  const half = (width - 24) / 2
  for (const [index, key] of ['paper.sign_technical', 'paper.sign_customer'].entries()) {
    const x = left + index * (half + 24)
    doc.lineWidth(0.6).strokeColor(inks.soft)
    doc
      .moveTo(x, top)
      .lineTo(x + half, top)
      .stroke()
    write(doc, text(key), { x, y: top + 4 }, { size: 8, ink: inks.faint, width: half })
  }
}

/** The PDF of the work order. */
export async function drawWorkorder(work: Work, logo: Buffer | null): Promise<Buffer> {
  const title = text('paper.workorder')
  return await drawPaper(`${title} ${work.code}`, (doc) => {
    drawHead(doc, title, work.code, logo)
    drawFacts(doc, headFacts(work))
    drawTitle(doc, text('paper.done'))
    drawFacts(doc, workFacts(work))
    if (work.steps.length > 0) {
      drawTitle(doc, text('paper.steps'))
      drawSteps(doc, work)
    }
    drawSignatures(doc)
    drawFoot(doc, `${title} ${work.code}`)
  })
}
