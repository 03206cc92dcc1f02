/** Webhook of the end of an intervention; the operator's answer is the last step of its life. */
import { eventTimes } from '@hilo/domain/event.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { postJson, signature } from '../../net/send.ts'
import { auditProcess, lockEvent, moveEvent, moveRequests, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { eventIdOf, type Process } from '../process.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { notifyUnacknowledged } from './event-notices.ts'
import { inProcess } from '../tx.ts'

const { finalized, cancelled } = processState.is
/** Backoff between tries: doubles from 15 s up to an hour. */
const waits = { first: 15_000, most: 3_600_000 }

type Send = (url: string, body: string, headers: Record<string, string>) => Promise<boolean>

/** True if the operator's system accepted it; a redirect is not accepted. */
export const post: Send = async (url, body, headers) => {
  const status = await postJson(url, body, headers, null).catch(() => 0)
  return status >= 200 && status < 300
}

const message = `select json_build_object('id', 'event-' || e.id || '-' || e.process_state, 'event_id', e.id, 'code', e.code,
    'process_state', e.process_state, 'work_kind', e.work_kind, 'vno', v.external_id, 'cto', c.code, 'port', p.number,
    'access', x.code, 'service_order', o.external_order_id, 'verdict', e.verdict, 'harmed_count', e.harmed_count,
    'discharge_code', r.discharge_code, 'discharge_withdrawn_at', wire_time(w.at), 'report_sha256', encode(r.sha256, 'hex'), 'finished_at', wire_time(e.finished_at))::text
  from event e join vno v on v.id = e.vno_id join cto c on c.id = e.cto_id left join port p on p.id = e.port_id
  left join access x on x.id = e.access_id left join service_order o on o.id = e.service_order_id
  left join quality_report r on r.event_id = e.id and r.frozen_at = e.finished_at
  left join discharge_withdrawal w on w.report_id = r.id where e.id = $1`

function triedOf(payload: unknown): number {
  const { tried } = payload as { tried?: unknown }
  return typeof tried === 'number' ? tried : 0
}

async function acknowledge(sql: Tx, event: EventRow): Promise<void> {
  const moved = await moveEvent(
    sql,
    event,
    event.process_state === finalized ? 'acknowledge_final' : 'acknowledge_cancel',
  )
  await moveRequests(sql, moved, null)
  await auditProcess(sql, event, 'acknowledge', { process_state: moved.process_state })
}

/** Not accepted: retries, and after three days marks it for a person. */
async function again(sql: Tx, event: EventRow, tried: number): Promise<void> {
  const now = await businessNow(sql)
  const ended = (event.finished_at ?? event.created_at).getTime()
  if (now.getTime() - ended > eventTimes.acknowledgeRetries) return await notifyUnacknowledged(sql, event)
  const afterMs = Math.min(waits.first * 2 ** tried, waits.most)
  await schedule(
    sql,
    'process.acknowledge',
    event.id,
    { tried: tried + 1 },
    { at: { afterMs }, key: `acknowledge:${event.id}` },
  )
}

/** Sends the webhook; an operator without one acknowledges the intervention at once. */
export async function acknowledgeJob({ db, config }: Process, payload: unknown, send: Send = post): Promise<void> {
  const id = eventIdOf(payload)
  const due = async (sql: Tx) => {
    const event = await lockEvent(sql, id)
    return event?.process_state === finalized || event?.process_state === cancelled ? event : null
  }
  const body = await inProcess(db, async (sql) => ((await due(sql)) ? await sql.json(message, [id]) : null))
  if (body === null) return
  const seconds = Math.floor(Date.now() / 1000)
  const { oss } = config
  const taken = !oss || (await send(oss.url, body, { 'x-hilo-signature': signature(oss.secret, seconds, body) }))
  failpoint('close.acknowledged')
  await inProcess(db, async (sql) => {
    const event = await due(sql)
    if (!event) return
    if (taken) await acknowledge(sql, event)
    else await again(sql, event, triedOf(payload))
  })
}
