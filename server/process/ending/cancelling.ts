/** The job that cancels an intervention. */
import { closeAttempts, type EventTrigger } from '@hilo/domain/event.ts'
import { closes } from '@hilo/domain/proof/judgement.ts'
import type { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { text } from '../../kernel/texts.ts'
import { storeDecisiveReading } from './decisive-reading.ts'
import { scheduleAfterwards } from './follow-ups.ts'
import { compare, type Comparison } from '../judging/compare.ts'
import { auditProcess, moveEvent, patchEvent, type EventPatch, type EventRow } from '../event-row.ts'
import type { Process } from '../process.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { retryEnding, runEnding, scheduleEnding, type Ending } from './final-reading.ts'
import { errorOf, harmReasons } from './refusal-reasons.ts'
import { holdOrderOf, moveOrderOf } from '../order-row.ts'
import { freezeReport, reportKey } from '../reports/quality-report.ts'
import { closedListener, isAsked, settleRequests } from './request-rows.ts'
import { releasePort } from '../opening/reserve.ts'
import { stepOf } from '../steps/step-row.ts'
import { notifyCancelled, notifyNotCancelled } from '../notices/event-notices.ts'
import { giveUp, setDeadline } from './deadline.ts'

const state = processState.is
/** Event triggers of each outcome of a cancellation, by the state in which it was requested. */
const triggers: Readonly<Record<number, { clean: EventTrigger; harmed: EventTrigger | null }>> = {
  [state.created]: { clean: 'cancel_clean', harmed: 'cancel_harmed' },
  [state.wronglyFinalized]: { clean: 'back_out_clean', harmed: 'back_out_harmed' },
  [state.wronglyCancelled]: { clean: 'cancel_settled', harmed: null },
}

/** Ends the intervention: releases its port, stops watching, freezes the report. */
async function undo(
  sql: Tx,
  event: EventRow,
  trigger: EventTrigger,
  readingPatch: EventPatch,
  { diff, counters, verdict }: Comparison,
  key: Buffer,
): Promise<void> {
  const now = await businessNow(sql)
  await releasePort(sql, event)
  failpoint('close.released')
  const report = await freezeReport(sql, event, {
    diff,
    counters,
    verdict,
    override: event.override,
    before_id: event.before_snapshot_id,
    after_id: readingPatch.after_snapshot_id ?? null,
    frozen_at: now,
    code: key,
  })
  const ended = await moveEvent(sql, event, trigger, {
    ...readingPatch,
    listener: closedListener(event, now),
    finished_at: now,
    error: null,
    current_step: null,
  })
  await settleRequests(sql, ended, now)
  await moveOrderOf(sql, event, 'give_back')
  if (stepOf(event.steps, 'cto_access').data['no_access_reason'] != null) await holdOrderOf(sql, event)
  await scheduleAfterwards(sql, ended, report.id)
  await notifyCancelled(sql, ended)
  await auditProcess(sql, event, trigger, { process_state: ended.process_state, verdict, report_id: report.id })
}

/** A neighbour is without light: the intervention stays open until the light is back. */
async function keepOpen(sql: Tx, event: EventRow, trigger: EventTrigger | null, patch: EventPatch): Promise<void> {
  const stillOpen =
    trigger === null
      ? await patchEvent(sql, event, patch)
      : await moveEvent(sql, event, trigger, { ...patch, deadline_at: await setDeadline(sql, event) })
  await settleRequests(sql, stillOpen, await businessNow(sql))
  await notifyNotCancelled(sql, stillOpen)
  await auditProcess(sql, event, trigger ?? 'cancel_again', {
    process_state: stillOpen.process_state,
    ...stillOpen.error,
  })
}

/** Delay before an OLT that stayed silent is read again. */
const silentAfterMs = 15 * 60_000

/** OLT does not answer: the cancellation fails first; if it stays silent, the intervention ends in error. */
async function failed(sql: Tx, event: EventRow, problem: Problem): Promise<void> {
  const failures = event.close_failures + (problem.code === 'OLT_BUSY' ? 0 : 1)
  if (failures < closeAttempts) {
    await patchEvent(sql, event, { close_failures: failures })
    return await retryEnding(sql, 'process.cancel', event.id)
  }
  const error = { code: problem.code, text: text(`problem.${problem.code}`) }
  const { harmed } = triggers[event.process_state] ?? { harmed: null }
  if (harmed !== null) {
    await keepOpen(sql, event, harmed, { close_failures: 0, error })
    return await scheduleEnding(sql, 'process.cancel', event.id, { at: { afterMs: silentAfterMs } })
  }
  await giveUp(sql, event, 'cancel_exhausted', { close_failures: failures, error })
}

function cancelling(key: Buffer): Ending {
  return {
    task: 'process.cancel',
    // Only a failed cancellation is retried automatically; a reopened intervention is cancelled on request only.
    due: async (sql, event) => event.process_state === state.wronglyCancelled || (await isAsked(sql, event, 'cancel')),
    failed,
    async decide(sql, event, decisive) {
      const trigger = triggers[event.process_state]
      if (!trigger) return
      const { facts, reading, sweptAt } = decisive
      const comparison = compare(facts, reading, { sweptAt, cancels: true })
      const readingPatch = { ...(await storeDecisiveReading(sql, event, decisive, comparison)), close_failures: 0 }
      failpoint('close.cancel')
      if (closes(comparison.verdict, comparison.level) === 'clean')
        return await undo(sql, event, trigger.clean, readingPatch, comparison, key)
      const error = errorOf(harmReasons(event, decisive, comparison))
      await keepOpen(sql, event, trigger.harmed, { ...readingPatch, error })
    },
  }
}

/** Job: cancels the intervention if the reading shows no harm. */
export async function cancelJob(process: Process, payload: unknown): Promise<void> {
  await runEnding(process, cancelling(await reportKey(process.db.owner)), payload)
}

/** Retries a failed cancellation when a neighbour's light is back. */
export async function settleCancelled(sql: Tx, event: EventRow): Promise<void> {
  if (event.process_state === state.wronglyCancelled) await scheduleEnding(sql, 'process.cancel', event.id)
}
