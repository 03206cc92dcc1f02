/** The job that closes an intervention: report and inventory in one transaction. */
import { closeAttempts } from '@hilo/domain/event.ts'
import { closes } from '@hilo/domain/proof/judgement.ts'
import type { Problem } from '@hilo/domain/problem.ts'
import { settingIn } from '@hilo/domain/settings.ts'
import { processState } from '@hilo/domain/status.ts'
import { text } from '../../kernel/texts.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { compare, type Comparison, type Reading } from '../judging/compare.ts'
import { auditProcess, moveEvent, patchEvent, type EventPatch, type EventRow } from '../event-row.ts'
import { storeDecisiveReading } from './decisive-reading.ts'
import { commitInventory, conflicts, lockStock, type Stock } from './inventory.ts'
import type { Process } from '../process.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { retryEnding, runEnding, type Ending } from './final-reading.ts'
import { errorOf, reasonsOf } from './refusal-reasons.ts'
import { moveOrderOf } from '../order-row.ts'
import { freezeReport, reportKey } from '../reports/quality-report.ts'
import { closedListener, settleRequests } from './request-rows.ts'
import { scheduleAfterwards } from './follow-ups.ts'
import { chosenFor } from '../settings.ts'
import { detectAtClosing } from '../steps/step-look.ts'
import { notifyClosed, notifyRefused } from '../notices/event-notices.ts'
import { giveUp, setDeadline } from './deadline.ts'

/** The report and the inventory are written together with the final state. */
export async function finish(
  sql: Tx,
  event: EventRow,
  trigger: 'close_clean' | 'override',
  parts: { readingPatch: EventPatch; comparison: Comparison; stock: Stock; reading: Reading; key: Buffer | null },
): Promise<EventRow> {
  const now = await businessNow(sql)
  const accessId = await commitInventory(sql, event, parts.stock, parts.reading)
  failpoint('close.inventory')
  const { verdict, diff, counters } = parts.comparison
  const override = parts.readingPatch.override ?? event.override
  const report = await freezeReport(sql, event, {
    diff,
    counters,
    verdict,
    override,
    before_id: event.before_snapshot_id,
    after_id: parts.readingPatch.after_snapshot_id ?? event.after_snapshot_id,
    frozen_at: now,
    code: parts.key,
  })
  failpoint('close.frozen')
  const closed = await moveEvent(sql, event, trigger, {
    ...parts.readingPatch,
    access_id: accessId,
    listener: closedListener(event, now),
    finished_at: now,
    error: null,
    current_step: null,
  })
  await settleRequests(sql, closed, now)
  await moveOrderOf(sql, event, 'complete', accessId)
  await scheduleAfterwards(sql, closed, report.id)
  await notifyClosed(sql, closed, report)
  await auditProcess(
    sql,
    event,
    trigger,
    { process_state: closed.process_state, verdict, report_id: report.id },
    { process_state: event.process_state },
  )
  failpoint('close.told')
  return closed
}

async function refuse(
  sql: Tx,
  event: EventRow,
  readingPatch: EventPatch,
  comparison: Comparison,
  error: NonNullable<EventRow['error']>,
): Promise<void> {
  const deadline_at = await setDeadline(sql, event)
  const refused = await moveEvent(sql, event, 'close_wrong', { ...readingPatch, error, deadline_at })
  await settleRequests(sql, refused, await businessNow(sql))
  await notifyRefused(sql, refused)
  await auditProcess(sql, event, 'close_wrong', { process_state: refused.process_state, ...error })
}

/** After three tries without an answer of the OLT the intervention is in error and can be reprocessed. */
async function failed(sql: Tx, event: EventRow, problem: Problem): Promise<void> {
  const failures = event.close_failures + (problem.code === 'OLT_BUSY' ? 0 : 1)
  if (failures < closeAttempts) {
    await patchEvent(sql, event, { close_failures: failures })
    return await retryEnding(sql, 'process.close', event.id)
  }
  const error = { code: problem.code, text: text(`problem.${problem.code}`) }
  await giveUp(sql, event, 'close_exhausted', { close_failures: failures, error })
}

function closing(key: Buffer): Ending {
  return {
    task: 'process.close',
    due: (_, event) => Promise.resolve(event.process_state === processState.is.finalizing),
    failed,
    async decide(sql, event, decisive) {
      const { facts, reading, sweptAt } = decisive
      const stops = settingIn(await chosenFor(sql, event.vno_id), 'degradation_blocks')
      const comparison = compare(facts, reading, { sweptAt, degradedBlocks: stops })
      const readingPatch: EventPatch = {
        ...(await storeDecisiveReading(sql, event, decisive, comparison)),
        close_failures: 0,
      }
      failpoint('close.snapshot')
      await detectAtClosing(sql, event, reading)
      const stock = await lockStock(sql, event)
      const harmed = closes(comparison.verdict, comparison.level) === 'harmed'
      const stopping = await conflicts(sql, event, stock, reading)
      const reasons = await reasonsOf(sql, event, { ...decisive, comparison, stock, harmed, conflicts: stopping })
      const error = errorOf(reasons)
      if (error) await refuse(sql, event, readingPatch, comparison, error)
      else await finish(sql, event, 'close_clean', { readingPatch, comparison, stock, reading, key })
    },
  }
}

/** Job: closes the intervention or stores the reasons for refusing. Does nothing unless it is finalizing. */
export async function closeJob(process: Process, payload: unknown): Promise<void> {
  await runEnding(process, closing(await reportKey(process.db.owner)), payload)
}
