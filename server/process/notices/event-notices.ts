/** Notices sent at the end of an intervention, and their recipients. */
import { verdictSentence } from '@hilo/domain/neighbour-look.ts'
import { operatorNotices, settingIn } from '@hilo/domain/settings.ts'
import type { Verdict } from '@hilo/domain/status.ts'
import { text } from '../../kernel/texts.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { EventRow } from '../event-row.ts'
import { writeNotice } from './notify.ts'
import type { FrozenReport } from '../reports/quality-report.ts'
import { chosenFor } from '../settings.ts'

type Kind =
  | 'event_finalized'
  | 'event_overridden'
  | 'event_refused'
  | 'event_cancelled'
  | 'event_not_cancelled'
  | 'event_error'
  | 'override_requested'
  | 'acknowledge_failed'

/** Notifies the operator's administrators, the technician or the neutral operator. */
async function tellOf(
  sql: Tx,
  event: EventRow,
  kind: Kind,
  to: 'operator' | 'technician' | 'neutral',
  payload: Record<string, unknown> = {},
): Promise<void> {
  if (to === 'technician' && event.technical_id === null) return
  if (to === 'operator' && operatorNotices.some((one) => one === kind)) {
    const wanted = settingIn(await chosenFor(sql, event.vno_id), 'notify_operator')
    if (!wanted.includes(kind)) return
  }
  await writeNotice(sql, {
    kind,
    vnoId: to === 'neutral' ? null : event.vno_id,
    technicalId: to === 'technician' ? event.technical_id : null,
    eventId: event.id,
    caseId: null,
    payload: { event_code: event.code, version: event.version, ...payload },
  })
}

/** The code, or why there is none. */
export function codeText(verdict: Verdict | null, code: string | null): string {
  if (code !== null) return text('notice.code', { code })
  const { key, values } = verdictSentence(verdict, 0)
  return text('notice.no_code', { reason: text(key, values) })
}

export async function notifyClosed(sql: Tx, event: EventRow, { discharge_code }: FrozenReport): Promise<void> {
  const { verdict } = event
  if (event.override) return await tellOf(sql, event, 'event_overridden', 'technician', { verdict })
  const code_text = codeText(verdict, discharge_code)
  await tellOf(sql, event, 'event_finalized', 'technician', { verdict, discharge_code, code_text })
}

export async function notifyRefused(sql: Tx, event: EventRow): Promise<void> {
  await tellOf(sql, event, 'event_refused', 'technician', { error: event.error })
}

export async function notifyCancelled(sql: Tx, event: EventRow): Promise<void> {
  await tellOf(sql, event, 'event_cancelled', 'technician', { verdict: event.verdict })
}

export async function notifyNotCancelled(sql: Tx, event: EventRow): Promise<void> {
  for (const to of ['technician', 'operator'] as const)
    await tellOf(sql, event, 'event_not_cancelled', to, { error: event.error })
}

/** Notifies an intervention in error, which only the neutral operator can move. */
export async function notifyError(sql: Tx, event: EventRow): Promise<void> {
  for (const to of ['technician', 'operator', 'neutral'] as const)
    await tellOf(sql, event, 'event_error', to, { error: event.error })
}

export async function notifyOverrideRequested(sql: Tx, event: EventRow, by: string, reason: string): Promise<void> {
  await tellOf(sql, event, 'override_requested', 'operator', { by, reason })
}

export async function notifyUnacknowledged(sql: Tx, event: EventRow): Promise<void> {
  await tellOf(sql, event, 'acknowledge_failed', 'neutral')
}

const treeOf = 'select p.id, p.code, c.code as cto from cto c join pon p on p.id = c.pon_id where c.id = $1'
const treeTold = `select 1 from notification where kind = 'pon_down' and vno_id is null and payload->>'pon_code' = $1
  and at > app_now() - interval '15 minutes'`

/** Notifies the neutral operator of a fallen tree once, however many interventions it affects. */
export async function notifyTree(sql: Tx, event: Pick<EventRow, 'cto_id'>): Promise<void> {
  const [pon] = await sql.rows<{ id: number; code: string; cto: string }>(treeOf, [event.cto_id])
  if (!pon) return
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('pon_down', $1))`, [pon.id])
  if ((await sql.rows(treeTold, [pon.code])).length > 0) return
  const payload = { pon_code: pon.code, ctos: [pon.cto] }
  await writeNotice(sql, { kind: 'pon_down', vnoId: null, technicalId: null, eventId: null, caseId: null, payload })
}
