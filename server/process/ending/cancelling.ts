/** The job that cancels an intervention. */
import { closeAttempts, type EventTrigger } from '@hilo/domain/event.ts'
import { closes } from '@hilo/domain/proof/judgement.ts'
import type { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { text } from '../../http/texts.ts'
import { keepReading } from './after-snapshot.ts'
import { scheduleAfterwards } from './follow-ups.ts'
import { compare, type Comparison } from '../judging/compare.ts'
import { auditProcess, moveEvent, patchEvent, type EventPatch, type EventRow } from '../event-row.ts'
import type { Process } from '../process.ts'
import { businessNow, retryEnding, runEnding, scheduleEnding, type Ending } from './final-reading.ts'
import { errorOf, harmReasons } from './refusal-reasons.ts'
import { holdOrderOf, moveOrderOf } from '../order-row.ts'
import { freezeReport, reportKey } from '../reports/quality-report.ts'
import { closedListener, isAsked, settleRequests } from './request-rows.ts'
import { releasePort } from '../opening/reserve.ts'
import { stepOf } from '../steps/step-row.ts'
import { tellCancelled, tellNotCancelled } from '../notices/event-notices.ts'
import { giveUp, setDeadline } from './deadline.ts'

const state = processState.is
/** What each outcome of a cancellation is called from where it was asked. */
const triggers: Readonly<Record<number, { clean: EventTrigger; harmed: EventTrigger | null }>> = {
  [state.created]: { clean: 'cancel_clean', harmed: 'cancel_harmed' },
  [state.wronglyFinalized]: { clean: 'back_out_clean', harmed: 'back_out_harmed' },
  [state.wronglyCancelled]: { clean: 'cancel_settled', harmed: null },
}

/** Ends the intervention: its port goes back, nobody listens any more, the report says what was found. */
async function undo(
  sql: Tx,
  event: EventRow,
  trigger: EventTrigger,
  seen: EventPatch,
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
    after_id: seen.after_snapshot_id ?? null,
    frozen_at: now,
    code: key,
  })
  const ended = await moveEvent(sql, event, trigger, {
    ...seen,
    listener: closedListener(event, now),
    finished_at: now,
    error: null,
    current_step: null,
  })
  await settleRequests(sql, ended, now)
  await moveOrderOf(sql, event, 'give_back')
  if (stepOf(event.steps, 'cto_access').data['no_access_reason'] != null) await holdOrderOf(sql, event)
  await scheduleAfterwards(sql, ended, report.id)
  await tellCancelled(sql, ended)
  await auditProcess(sql, event, trigger, { process_state: ended.process_state, verdict, report_id: report.id })
}

/** A neighbour is without light: the intervention stays until he has it back. */
async function keepOpen(sql: Tx, event: EventRow, trigger: EventTrigger | null, patch: EventPatch): Promise<void> {
  const kept =
    trigger === null
      ? await patchEvent(sql, event, patch)
      : await moveEvent(sql, event, trigger, { ...patch, deadline_at: await setDeadline(sql, event) })
  await settleRequests(sql, kept, await businessNow(sql))
  await tellNotCancelled(sql, kept)
  await auditProcess(sql, event, trigger ?? 'cancel_again', { process_state: kept.process_state, ...kept.error })
}

/** An OLT that stayed silent is asked again later, without anybody having to remember. */
const silentAfterMs = 15 * 60_000

/** An OLT that does not answer: first the cancellation has failed, then the intervention is in error. */
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
    // Only what failed goes on by itself: an intervention that was opened again is cancelled when somebody asks for it.
    due: async (sql, event) => event.process_state === state.wronglyCancelled || (await isAsked(sql, event, 'cancel')),
    failed,
    async decide(sql, event, decisive) {
      const trigger = triggers[event.process_state]
      if (!trigger) return
      const { facts, reading, sweptAt } = decisive
      const comparison = compare(facts, reading, { sweptAt, cancels: true })
      const seen = { ...(await keepReading(sql, event, decisive, comparison)), close_failures: 0 }
      failpoint('close.cancel')
      if (closes(comparison.verdict, comparison.level) === 'clean')
        return await undo(sql, event, trigger.clean, seen, comparison, key)
      const error = errorOf(harmReasons(event, decisive, comparison))
      await keepOpen(sql, event, trigger.harmed, { ...seen, error })
    },
  }
}

/** Cancels the intervention of the job once nobody was harmed by it. */
export async function cancelJob(process: Process, payload: unknown): Promise<void> {
  await runEnding(process, cancelling(await reportKey(process.db.owner)), payload)
}

/** A neighbour has his light again: an intervention whose cancellation failed is looked at once more. */
export async function settleCancelled(sql: Tx, event: EventRow): Promise<void> {
  if (event.process_state === state.wronglyCancelled) await scheduleEnding(sql, 'process.cancel', event.id)
}
