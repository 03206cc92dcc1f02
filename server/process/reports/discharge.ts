/** Withdraws a discharge code when a later control finds a harmed neighbour. */
import type { WithdrawalReason } from '@hilo/domain/discharge.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import { auditProcess, lockEvent, noteEvent } from '../event-row.ts'
import { writeNotice } from '../notices/notify.ts'
import { redrawReport } from './redraw.ts'

/** Public page that verifies a discharge code. */
export const verifyUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => new URL('/verificar', publicUrl).href

interface Withdrawn {
  report_id: number
  discharge_code: string
  cto_code: string
}

const withdraw = `
  with made as (
    insert into discharge_withdrawal (report_id, event_id, at, reason)
    select id, event_id, $2, $3 from quality_report where event_id = $1 and discharge_code is not null
    on conflict (report_id) do nothing returning report_id)
  select r.id as report_id, r.discharge_code, c.code as cto_code from made
  join quality_report r on r.id = made.report_id join event e on e.id = r.event_id join cto c on c.id = e.cto_id`

/**
 * Withdraws every discharge code of an intervention, notifies its technician and operator, and audits it. Idempotent: the
 * first withdrawal counts and notices are sent once. Runs in the scope of all operators.
 * @param found.at business time at which the harm was found
 * @returns whether a valid code was withdrawn now
 */
export async function withdrawDischarge(
  sql: Tx,
  eventId: number,
  { at, reason }: { at: Date; reason: WithdrawalReason },
): Promise<boolean> {
  const event = await lockEvent(sql, eventId)
  if (!event) return false
  const withdrawn = await sql.rows<Withdrawn>(withdraw, [eventId, at, reason])
  const [latest] = withdrawn.toSorted((a, b) => b.report_id - a.report_id)
  if (!latest) return false
  const { discharge_code, cto_code } = latest
  const payload = {
    event_code: event.code,
    cto_code,
    discharge_code,
    reason,
    reason_text: text(`discharge.found.${reason}`),
  }
  const notice = { kind: 'discharge_withdrawn', vnoId: event.vno_id, eventId, caseId: null, payload }
  if (event.technical_id !== null) await writeNotice(sql, { ...notice, technicalId: event.technical_id })
  await writeNotice(sql, { ...notice, technicalId: null })
  await noteEvent(sql, event, {})
  await redrawReport(sql, eventId)
  await auditProcess(sql, event, 'withdraw_discharge', {
    report_ids: withdrawn.map((one) => one.report_id),
    reason,
    at,
  })
  return true
}
