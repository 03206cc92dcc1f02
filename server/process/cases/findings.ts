/** Who is told of what a judgement found: cases for harm and doubt, notices for what needs no case. */
import type { Doubt } from '@hilo/domain/proof/darkness.ts'
import { isHarm } from '@hilo/domain/proof/judgement.ts'
import type { NoticeKind } from '@hilo/domain/notice.ts'
import type { Tx } from '../../db/scope.ts'
import type { EventRow } from '../event-row.ts'
import type { DiffRow } from '../judging/compare.ts'
import { tell } from '../notices/notify.ts'
import { openCase } from './cases.ts'

/** Doubts for which a case is opened: a customer has no light and somebody has to go and look. */
const withCase: readonly Doubt[] = ['dark_after_outage', 'replaced', 'change_ordered', 'disputed']

const codeOf = 'select code from cto where id = $1'
const accessOf = 'select code from access where id = $1'

/** Tells the customer's operator with his access, and the neutral operator with the intervention. */
async function tellOwner(sql: Tx, event: EventRow, kind: NoticeKind, one: DiffRow): Promise<void> {
  const cto_code = await sql.json(codeOf, [event.cto_id])
  const place = { cto_code, port: one.port, ...(one.at !== null && { at: one.at }) }
  const about = { technicalId: null, caseId: null, kind }
  if (one.vno_id !== null) {
    const access_code = one.access_id === null ? null : await sql.json(accessOf, [one.access_id])
    // The intervention of another operator stays unnamed.
    const eventId = one.vno_id === event.vno_id ? event.id : null
    await tell(sql, { ...about, vnoId: one.vno_id, eventId, payload: { ...place, access_code } })
  }
  await tell(sql, { ...about, vnoId: null, eventId: event.id, payload: { ...place, event_code: event.code } })
}

/** The technician is asked to look at a port before he leaves. */
async function askTechnician(sql: Tx, event: EventRow, { port }: DiffRow): Promise<void> {
  if (event.technical_id === null) return
  const payload = { event_id: event.id, event_code: event.code, cto_code: await sql.json(codeOf, [event.cto_id]), port }
  const to = { vnoId: event.vno_id, technicalId: event.technical_id, eventId: event.id, caseId: null }
  await tell(sql, { ...to, kind: 'neighbour_check', payload })
}

const boxTold = `select 1 from notification where kind = 'box_down' and vno_id is null and payload->>'cto_code' = $1
  and at > app_now() - interval '15 minutes'`

/** The neutral operator hears of a box whose feeder is cut once, however many customers hang from it. */
async function tellBox(sql: Tx, event: EventRow, ports: readonly number[]): Promise<void> {
  const cto_code = (await sql.json(codeOf, [event.cto_id])) ?? ''
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('box_down', $1))`, [event.cto_id])
  if ((await sql.rows(boxTold, [cto_code])).length > 0) return
  const payload = { cto_code, ports: ports.length, event_code: event.code }
  await tell(sql, { kind: 'box_down', vnoId: null, technicalId: null, eventId: event.id, caseId: null, payload })
}

async function followOne(sql: Tx, event: EventRow, one: DiffRow, now: Date): Promise<void> {
  const detectedAt = one.at === null ? now : new Date(one.at)
  const found = { portId: one.port_id, class: one.class, detectedAt, technicalId: one.technical_id }
  if (isHarm(one.class)) return await openCase(sql, event, found)
  if (one.not_back) return await tellOwner(sql, event, 'neighbour_not_back', one)
  switch (one.class) {
    case 'degradado':
      return one.level === 'bloqueo'
        ? await openCase(sql, event, found)
        : await tellOwner(sql, event, 'neighbour_weak', one)
    case 'corte_recuperado':
      return await tellOwner(sql, event, 'neighbour_cut', one)
    case 'no_concluyente':
      if (one.doubt !== null && withCase.includes(one.doubt)) {
        await openCase(sql, event, found)
        return await askTechnician(sql, event, one)
      }
      if (one.doubt === 'dark_before') await tellOwner(sql, event, 'neighbour_doubt', one)
  }
}

/**
 * Opens the cases and tells whom a judgement concerns.
 * @param news the findings that differ from the judgement before
 */
export async function followFindings(sql: Tx, event: EventRow, news: readonly DiffRow[]): Promise<void> {
  const now = new Date((await sql.json('select wire_time(app_now())', [])) ?? Date.now())
  const feeder = news.filter(({ doubt }) => doubt === 'box_feeder')
  if (feeder.length > 0)
    await tellBox(
      sql,
      event,
      feeder.map(({ port }) => port),
    )
  for (const one of news) await followOne(sql, event, one, now)
}
