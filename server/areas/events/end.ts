/** Endings without a reading: an intervention not opened yet, or one that the neutral operator takes out of error. */
import type { EventTrigger } from '@hilo/domain/event.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { moveEvent, type EventRow } from '../../process/event-row.ts'
import { schedule } from '../../process/schedule.ts'
import { scheduleOpen } from '../../process/opening/open.ts'
import { moveOrderOf } from '../../process/order-row.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { scheduleEnding } from '../../process/ending/final-reading.ts'
import { scheduleControls } from '../../process/ending/follow-ups.ts'
import { addRequest, closedListener, settleRequests } from '../../process/ending/request-rows.ts'
import { releasePort } from '../../process/opening/reserve.ts'
import { portRace, whoOf } from './event-action.ts'

/** Cancels without reading the plant: releases its claims and sends the webhook. */
export async function dropEvent(
  context: WriteContext,
  event: EventRow,
  trigger: EventTrigger,
  { reason, ...more }: { reason: string; offline_ms?: number },
): Promise<EventRow> {
  const { sql } = context
  return await asProcess(sql, async () => {
    const now = await businessNow(sql)
    await releasePort(sql, event)
    await addRequest(sql, event, 'cancel', whoOf(context), { reason })
    const patch = { ...more, error: null, finished_at: now, listener: closedListener(event, now), current_step: null }
    const ended = await moveEvent(sql, event, trigger, patch)
    await settleRequests(sql, ended, now)
    await moveOrderOf(sql, event, 'give_back')
    await schedule(sql, 'process.acknowledge', event.id, {}, { key: `acknowledge:${event.id}` })
    await scheduleControls(sql, ended)
    return ended
  })
}

/** Takes an intervention out of error: resumes it, or cancels it whatever the box shows. */
export async function reprocess(
  context: WriteContext,
  event: EventRow,
  trigger: EventTrigger,
  reason: string,
): Promise<EventRow> {
  const { sql } = context
  if (trigger === 'reprocess_cancel') return await dropEvent(context, event, trigger, { reason })
  if (trigger === 'reprocess_open') {
    const again = await portRace(moveEvent(sql, event, trigger, { attempts: 1, error: null }))
    await scheduleOpen(sql, event.id)
    return again
  }
  const again = await moveEvent(sql, event, trigger, { close_failures: 0, error: null })
  await addRequest(sql, again, 'finalize', whoOf(context), {})
  await scheduleEnding(sql, 'process.close', event.id)
  return again
}
