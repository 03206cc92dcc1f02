/** Deadlines of interventions that were not closed in time. */
import { eventTimes, type EventTrigger } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { text } from '../../kernel/texts.ts'
import { storeDecisiveReading } from './decisive-reading.ts'
import { compare } from '../judging/compare.ts'
import { auditProcess, lockEvent, moveEvent, type EventPatch, type EventRow } from '../event-row.ts'
import { schedule, scheduleAfter } from '../schedule.ts'
import { eventIdOf, type Process } from '../process.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { factsOf, look, type DecisiveReading } from './final-reading.ts'
import { freezeReport } from '../reports/quality-report.ts'
import { scheduleLooks } from './follow-ups.ts'
import { closedListener, settleRequests } from './request-rows.ts'
import { releasePort } from '../opening/reserve.ts'
import { notifyError } from '../notices/event-notices.ts'
import { inProcess } from '../tx.ts'

const { created, wronglyFinalized, wronglyCancelled } = processState.is
const triggers: Readonly<Record<number, 'deadline' | 'unresolved' | 'cancel_exhausted'>> = {
  [created]: 'deadline',
  [wronglyFinalized]: 'unresolved',
  [wronglyCancelled]: 'cancel_exhausted',
}

/** Sets the deadline for correcting a failure; returns it. */
export async function setDeadline(sql: Tx, event: EventRow): Promise<Date> {
  return await scheduleAfter(sql, 'process.deadline', event.id, eventTimes.unresolvedAfter)
}

/** Moves the intervention to error, from which only the neutral operator can move it. */
export async function giveUp(
  sql: Tx,
  event: EventRow,
  trigger: Extract<EventTrigger, 'deadline' | 'unresolved' | 'cancel_exhausted' | 'close_exhausted'>,
  patch: EventPatch,
): Promise<EventRow> {
  const stopped = await moveEvent(sql, event, trigger, patch)
  await settleRequests(sql, stopped, await businessNow(sql))
  await notifyError(sql, stopped)
  await scheduleLooks(sql, stopped)
  await auditProcess(sql, event, trigger, { process_state: stopped.process_state, ...stopped.error })
  return stopped
}

/** The deadline has passed: stores the last reading, opens the cases of dark neighbours, stops watching. */
async function abandon(sql: Tx, event: EventRow, decisive: Omit<DecisiveReading, 'facts'> | null): Promise<void> {
  const now = await businessNow(sql)
  const error = { code: 'PORT_RESERVED_EXPIRED', text: text('closing.deadline') }
  const listener = closedListener(event, now)
  await releasePort(sql, event)
  if (!decisive) return void (await giveUp(sql, event, 'deadline', { listener, error }))
  const comparison = compare(await factsOf(sql, event), decisive.reading, { sweptAt: decisive.sweptAt, cancels: true })
  const patch = await storeDecisiveReading(sql, event, decisive, comparison)
  await freezeReport(sql, event, {
    ...comparison,
    override: null,
    before_id: event.before_snapshot_id,
    after_id: patch.after_snapshot_id ?? null,
    frozen_at: now,
    code: null,
  })
  await giveUp(sql, event, 'deadline', { ...patch, listener, error })
}

/** Deadline job: ends the intervention if its deadline has passed, else reschedules itself. */
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
  const looked = overdue.state === created ? await look(process, overdue.facts) : null
  failpoint('close.deadline')
  await inProcess(process.db, async (sql) => {
    const event = await lockEvent(sql, id)
    const trigger = event && triggers[event.process_state]
    if (!trigger || !event.deadline_at || event.deadline_at > (await businessNow(sql))) return
    if (trigger === 'deadline') await abandon(sql, event, looked instanceof Problem ? null : looked)
    else
      await giveUp(sql, event, trigger, {
        error: event.error ?? { code: 'NEIGHBOUR_HARMED', text: text('problem.NEIGHBOUR_HARMED') },
      })
  })
}
