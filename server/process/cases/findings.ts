/** Consequences of a judgement: cases for harm and doubt, notices for findings that need no case. */
import type { Doubt } from '@hilo/domain/proof/darkness.ts'
import { isOpen } from '@hilo/domain/event.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import { sameMoment } from '@hilo/domain/proof/marks.ts'
import type { NoticeKind } from '@hilo/domain/notice.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import type { EventRow } from '../event-row.ts'
import type { DiffRow, LossRow } from '../judging/compare.ts'
import { writeNotice, type Harm } from '../notices/notify.ts'
import { changeCase, closeCase, openCase, type Found } from './cases.ts'

/** Doubts that open a case: a customer has no light and a visit is needed. */
const withCase: readonly Doubt[] = ['dark_after_outage', 'replaced', 'change_ordered', 'disputed', 'dark_before']
/** Doubts that need no case, only a line in the notice: the customer has light, or the street lost its power. */
const withLine: Partial<Record<Doubt, NoticeKind>> = {
  dark_before: 'neighbour_doubt',
  weak_before: 'neighbour_weak',
  common_loss: 'neighbour_weak',
  undated: 'neighbour_doubt',
  power_cut: 'neighbour_doubt',
}

const codeOf = 'select code from cto where id = $1'
const accessOf = 'select code from access where id = $1'

/** What a finding says happened, from when on; `to`: null while it lasts. */
type Spans = Harm['spans']
const spansOf = (from: Date): Spans => [{ from, to: null }]

/** Notifies the customer's operator with its access, and the neutral operator with the intervention. */
export async function notifyOwner(
  sql: Tx,
  event: EventRow,
  kind: NoticeKind,
  one: DiffRow,
  spans: Spans,
): Promise<void> {
  const cto_code = await sql.json(codeOf, [event.cto_id])
  const at = spans[0]?.from.toISOString()
  const place = { cto_code, port: one.port, ...(one.at !== null && { at }) }
  const harm = { ctoId: event.cto_id, portId: one.port_id, spans }
  const about = { technicalId: null, caseId: null, kind, harm }
  if (one.vno_id !== null) {
    const access_code = one.access_id === null ? null : await sql.json(accessOf, [one.access_id])
    // Another operator's intervention is not named.
    const eventId = one.vno_id === event.vno_id ? event.id : null
    await writeNotice(sql, { ...about, vnoId: one.vno_id, eventId, payload: { ...place, access_code } })
  }
  await writeNotice(sql, { ...about, vnoId: null, eventId: event.id, payload: { ...place, event_code: event.code } })
}

/** Asks the technician, while at the box, to check a port before leaving. */
async function askTechnician(sql: Tx, event: EventRow, one: DiffRow, doubt: Doubt, from: Date): Promise<void> {
  if (event.technical_id === null || !isOpen(event.process_state)) return
  const { port, port_id: portId } = one
  const payload = {
    ...{ event_id: event.id, event_code: event.code, cto_code: await sql.json(codeOf, [event.cto_id]), port },
    reason_text: text(`notice.check.${doubt}`),
  }
  const to = { vnoId: event.vno_id, technicalId: event.technical_id, eventId: event.id, caseId: null }
  const harm = { ctoId: event.cto_id, portId, spans: spansOf(from) }
  await writeNotice(sql, { ...to, kind: 'neighbour_check', payload, harm })
}

const moment = (at: string | null) => (at === null ? null : new Date(at))
const spanOf = ({ at, to }: LossRow) => ({ from: new Date(at), to: moment(to) })

/** Losses of several ports that began together. */
function together(losses: readonly LossRow[]): LossRow[][] {
  const falls: LossRow[][] = []
  for (const loss of losses.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const [first] = falls.at(-1) ?? []
    if (first && Date.parse(loss.at) - Date.parse(first.at) <= sameMoment) falls.at(-1)?.push(loss)
    else falls.push([loss])
  }
  return falls
}

/** The neutral operator gets one notice per cut feeder, however many customers the box has. */
async function notifyBox(sql: Tx, event: EventRow, losses: readonly LossRow[]): Promise<void> {
  const about = { kind: 'box_down', vnoId: null, technicalId: null, eventId: event.id, caseId: null }
  for (const fall of together(losses)) {
    const cto_code = await sql.json(codeOf, [event.cto_id])
    const payload = { cto_code, ports: fall.length, event_code: event.code }
    const harm = { ctoId: event.cto_id, portId: null, spans: fall.map(spanOf) }
    await writeNotice(sql, { ...about, payload, harm })
  }
}

/** A first reading that came late may be weak already: the loss is then measured against a stored one, and mended when that is back. */
const lossFrom = ({ class: found, after, delta_db }: DiffRow): number | null =>
  found === 'degradado' && after?.rx_dbm != null && delta_db !== null ? after.rx_dbm - delta_db : null

async function followDoubt(sql: Tx, event: EventRow, one: DiffRow, found: Found): Promise<void> {
  if (one.doubt === null) return
  const { detectedAt } = found
  // With light again, no visit is needed.
  const isBack = one.doubt === 'dark_before' && one.after?.state === 'online'
  if (withCase.includes(one.doubt) && !isBack) {
    await openCase(sql, event, found)
    return await askTechnician(sql, event, one, one.doubt, detectedAt)
  }
  const line = withLine[one.doubt]
  if (line) await notifyOwner(sql, event, line, one, spansOf(detectedAt))
  // A customer with light stays one with less of it.
  if (line !== 'neighbour_weak') await changeCase(sql, event, found)
}

async function followOne(sql: Tx, event: EventRow, one: DiffRow, now: Date): Promise<void> {
  const detectedAt = one.at === null ? now : new Date(one.at)
  const rxBefore = lossFrom(one)
  const found = { portId: one.port_id, class: one.class, detectedAt, technicalId: one.technical_id, rxBefore }
  if (isHarm(one.class)) return await openCase(sql, event, found)
  if (one.not_back) {
    const off = moment(one.cuts.at(-1)?.down_at ?? null) ?? now
    return await notifyOwner(sql, event, 'neighbour_not_back', one, spansOf(off))
  }
  switch (one.class) {
    case 'degradado':
      return one.level === 'bloqueo'
        ? await openCase(sql, event, found)
        : await notifyOwner(sql, event, 'neighbour_weak', one, spansOf(detectedAt))
    case 'no_concluyente':
      return await followDoubt(sql, event, one, found)
    case 'apagado':
      return await changeCase(sql, event, found)
    case 'igual':
      // Another ONT serves the customer, or nothing was wrong.
      return await closeCase(sql, event, one.port_id, now, one.after?.rx_dbm ?? null)
  }
}

/**
 * Opens the cases and sends the notices that a judgement calls for.
 * @param judged all findings: each loss of service is notified once, also one that leaves the finding as it was
 * @param news the findings that differ from the judgement before
 */
export async function followFindings(
  sql: Tx,
  event: EventRow,
  judged: readonly DiffRow[],
  news: readonly DiffRow[],
): Promise<void> {
  const now = await businessNow(sql)
  await notifyBox(
    sql,
    event,
    judged.flatMap(({ losses }) => losses.filter(({ doubt }) => doubt === 'box_feeder')),
  )
  for (const one of news) await followOne(sql, event, one, now)
  for (const one of judged) {
    const over = one.losses.filter(({ doubt, to }) => doubt === null && to !== null)
    // A customer with the light of another port does not have the own one back.
    if (over.length > 0 && one.class !== 'movido') await notifyOwner(sql, event, 'neighbour_cut', one, over.map(spanOf))
  }
}
