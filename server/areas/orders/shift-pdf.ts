/** A technician's day as a PDF. */
import { verdictLook } from '@hilo/domain/neighbour-look.ts'
import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import { processState, type Verdict, type WorkKind } from '@hilo/domain/status.ts'
import { text } from '../../kernel/texts.ts'
import { clock, drawFacts, drawFoot, drawHead, drawPaper, drawTitle, inks, left } from '../../process/reports/paper.ts'
import { drawTable } from '../../process/reports/paper-table.ts'
import { write } from '../../process/reports/paper-text.ts'

interface Done {
  code: string
  process_state: number
  work_kind: WorkKind | null
  cto: string
  zone: PlaceZone
  started_at: string
  finished_at: string | null
  verdict: Verdict | null
  order: string | null
}
interface Waiting {
  code: string
  kind: string
  state: string
  cto: string | null
  zone: PlaceZone
  /** Null without an appointment. */
  from: string | null
  to: string | null
}
export interface Shift {
  technical: string
  contractor: string | null
  vno: string
  /** Key of the operator's logo. */
  logo: string | null
  works: Done[]
  waiting: Waiting[]
}

const { finalized, finalizedSync, cancelled, canceledSync } = processState.is
const short = { timeStyle: 'short', hour12: true } as const

const columnsOf = (...keys: string[]) => keys.map((key) => ({ key, head: text(`paper.column.${key}`) }))
const workColumns = columnsOf('from', 'to', 'code', 'kind', 'cto', 'state', 'verdict')
const waitingColumns = columnsOf('from', 'to', 'code', 'kind', 'cto', 'state')

function workRow(work: Done) {
  const at = clock(work.zone, short)
  return {
    ...(work.verdict && { color: verdictLook(work.verdict).color }),
    cells: {
      from: at(work.started_at),
      to: at(work.finished_at),
      code: work.code,
      kind: work.work_kind ? text(`choice.work_kind.${work.work_kind}`) : '–',
      cto: work.cto,
      state: text(processState.of(work.process_state)?.label ?? ''),
      verdict: work.verdict ? text(verdictLook(work.verdict).label) : '–',
    },
  }
}

function waitingRow(order: Waiting) {
  const at = clock(order.zone, short)
  return {
    cells: {
      from: at(order.from),
      to: at(order.to),
      code: order.code,
      kind: text(`choice.order_kind.${order.kind}`),
      cto: order.cto ?? '–',
      state: text(`choice.order_state.${order.state}`),
    },
  }
}

function totals({ works }: Shift): string {
  const of = (...states: number[]) => works.filter((work) => states.includes(work.process_state)).length
  const minutes = works.reduce((sum, { started_at, finished_at }) => {
    return finished_at === null ? sum : sum + Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 60_000)
  }, 0)
  const [done, dropped] = [of(finalized, finalizedSync), of(cancelled, canceledSync)]
  return text('paper.totals', { works: works.length, done, dropped, other: works.length - done - dropped, minutes })
}

const day = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: 'UTC' })

/** The PDF of a technician's day; times are local to each work's place. */
export async function drawShift(shift: Shift, date: string, logo: Buffer | null): Promise<Buffer> {
  const title = text('paper.shift')
  const when = day.format(new Date(`${date}T00:00:00Z`))
  return await drawPaper(`${title} ${date}`, (doc) => {
    drawHead(doc, title, when, logo)
    const who = [shift.technical, shift.contractor, shift.vno].filter(Boolean).join(' · ')
    drawFacts(doc, [
      [text('report_pdf.who'), who],
      [text('paper.total'), totals(shift)],
    ])
    drawTitle(doc, text('paper.works'))
    if (shift.works.length > 0) drawTable(doc, workColumns, shift.works.map(workRow))
    else write(doc, text('paper.nothing'), { x: left, y: doc.y }, { size: 9.5, ink: inks.soft })
    if (shift.waiting.length > 0) {
      drawTitle(doc, text('paper.waiting'))
      drawTable(doc, waitingColumns, shift.waiting.map(waitingRow))
    }
    drawFoot(doc, `${title} · ${when}`)
  })
}
