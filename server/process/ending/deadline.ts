/** Interventions that nobody brings to an end in their time. */
import { eventTimes, type EventTrigger } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { text } from '../../http/texts.ts'
import { keepReading } from './after-snapshot.ts'
import { compare } from '../judging/compare.ts'
import { auditProcess, lockEvent, moveEvent, schedule, type EventPatch, type EventRow } from '../event-row.ts'
import { eventIdOf, type Process } from '../process.ts'
import { businessNow, factsOf, look, type Decisive } from './final-reading.ts'
import { freezeReport } from '../reports/quality-report.ts'
import { closedListener, settleRequests } from './request-rows.ts'
import { releasePort } from '../opening/reserve.ts'
import { tellError } from '../notices/event-notices.ts'
import { inProcess } from '../tx.ts'

const { created, wronglyFinalized, wronglyCancelled } = processState.is
const triggers: Readonly<Record<number, 'deadline' | 'unresolved' | 'cancel_exhausted'>> = {
  [created]: 'deadline',
  [wronglyFinalized]: 'unresolved',
  [wronglyCancelled]: 'cancel_exhausted',
}

/** Gives what has just failed its time to be put right; answers until when. */
export async function setDeadline(sql: Tx, event: EventRow): Promise<Date> {
  const now = await businessNow(sql)
  const at = new Date(now.getTime() + eventTimes.unresolvedAfter)
  await schedule(sql, 'process.deadline', event.id, {}, { at, key: `deadline:${event.id}` })
  return at
}

/** Into error, where only the neutral operator moves it on. */
export async function giveUp(
  sql: Tx,
  event: EventRow,
  trigger: Extract<EventTrigger, 'deadline' | 'unresolved' | 'cancel_exhausted' | 'close_exhausted'>,
  patch: EventPatch,
): Promise<EventRow> {
  const stopped = await moveEvent(sql, event, trigger, patch)
  await settleRequests(sql, stopped, await businessNow(sql))
  await tellError(sql, stopped)
  await auditProcess(sql, event, trigger, { process_state: stopped.process_state, ...stopped.error })
  return stopped
}

/** Nobody has closed it: what the box shows now is kept, who is in the dark has his case, and nobody listens any longer. */
async function abandon(sql: Tx, event: EventRow, seen: Omit<Decisive, 'facts'> | null): Promise<void> {
  const now = await businessNow(sql)
  const error = { code: 'PORT_RESERVED_EXPIRED', text: text('closing.deadline') }
  const listener = closedListener(event, now)
  await releasePort(sql, event)
  if (!seen) return void (await giveUp(sql, event, 'deadline', { listener, error }))
  const comparison = compare(await factsOf(sql, event), seen.reading, { sweptAt: seen.sweptAt, cancels: true })
  const kept = await keepReading(sql, event, seen, comparison)
  await freezeReport(sql, event, {
    ...comparison,
    override: null,
    before_id: event.before_snapshot_id,
    after_id: kept.after_snapshot_id ?? null,
    frozen_at: now,
    code: null,
  })
  await giveUp(sql, event, 'deadline', { ...kept, listener, error })
}

/** Ends the intervention of the job when its time is over; an earlier one comes again at its time. */
export async function deadlineJob(process: Process, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const overdue = await inProcess(process.db, async (sql) => {
    const event = await lockEvent(sql, id)
    if (!event?.deadline_at || !triggers[event.process_state]) return null
    if (event.deadline_at <= (await businessNow(sql)))
      return { state: event.process_state, facts: await factsOf(sql, event) }
    await schedule(sql, 'process.deadline', id, {}, { at: event.deadline_at, key: `deadline:${id}` })
    return null
  })
  if (!overdue) return
  const seen = overdue.state === created ? await look(process, overdue.facts) : null
  failpoint('close.deadline')
  await inProcess(process.db, async (sql) => {
    const event = await lockEvent(sql, id)
    const trigger = event && triggers[event.process_state]
    if (!trigger || !event.deadline_at || event.deadline_at > (await businessNow(sql))) return
    if (trigger === 'deadline') await abandon(sql, event, seen instanceof Problem ? null : seen)
    else
      await giveUp(sql, event, trigger, {
        error: event.error ?? { code: 'NEIGHBOUR_HARMED', text: text('problem.NEIGHBOUR_HARMED') },
      })
  })
}
