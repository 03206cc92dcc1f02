/** Requests for an open intervention: finalize, cancel, override the verdict. `takeAct` has checked that they are allowed. */
import type { EventTrigger } from '@hilo/domain/event.ts'
import { Problem, type ProblemCode } from '@hilo/domain/problem.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { finish } from './closing.ts'
import { compare, judgedReading } from '../judging/compare.ts'
import { auditProcess, moveEvent, patchEvent, type EventRow } from '../event-row.ts'
import { conflicts, lockStock, type Conflict } from './inventory.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { factsOf, scheduleEnding } from './final-reading.ts'
import { addRequest, type Who } from './request-rows.ts'
import { notifyOverrideRequested } from '../notices/event-notices.ts'

export type { Who } from './request-rows.ts'

/**
 * Requests finalizing: the box is read once it is quiet, and the reading decides. Work that is done but wrong (power too low,
 * another label) is accepted here and refused by the closing with its reasons, so that a supervisor can decide.
 */
export async function requestFinalize(
  sql: Tx,
  event: EventRow,
  trigger: EventTrigger,
  who: Who,
  { position, ...more }: { position?: unknown; offline_ms?: number } = {},
): Promise<EventRow> {
  const moved = await moveEvent(sql, event, trigger, {
    ...more,
    close_failures: 0,
    error: null,
    ...(position != null && { position_end: position }),
  })
  await addRequest(sql, moved, 'finalize', who, { position })
  await scheduleEnding(sql, 'process.close', event.id)
  failpoint('close.requested')
  return moved
}

/** Requests cancelling: the intervention stays unchanged until the box has been read. */
export async function requestCancel(
  sql: Tx,
  event: EventRow,
  who: Who,
  { reason, ...more }: { reason: string; offline_ms?: number },
): Promise<EventRow> {
  const asked = await patchEvent(sql, event, { ...more, close_failures: 0 })
  await addRequest(sql, asked, 'cancel', who, { reason })
  await scheduleEnding(sql, 'process.cancel', event.id)
  return asked
}

/** Reads the box of a failed cancellation again; the reason given with the request stands. */
export async function retryCancel(sql: Tx, event: EventRow): Promise<EventRow> {
  const asked = await patchEvent(sql, event, { close_failures: 0 })
  await scheduleEnding(sql, 'process.cancel', event.id)
  return asked
}

const problemOfConflict: Readonly<Record<Conflict, ProblemCode>> = {
  port: 'PORT_NOT_AVAILABLE',
  lit: 'PORT_NOT_AVAILABLE',
  drop: 'LABEL_DUPLICATE',
  ont: 'ONT_NOT_DETECTED',
  access: 'EVENT_BAD_STATE',
}

/**
 * A supervisor closes against the verdict. The verdict stays, the neighbours' cases stay open, no discharge code is given, and
 * the report names the decision.
 * @throws Problem for an inventory conflict, which no override can lift
 */
export async function overrideClose(
  sql: Tx,
  event: EventRow,
  who: Who,
  { reason }: { reason: string },
): Promise<EventRow> {
  return await asProcess(sql, async () => {
    const facts = await factsOf(sql, event)
    const reading = judgedReading(facts)
    const stock = await lockStock(sql, event)
    const [conflict] = await conflicts(sql, event, stock, reading)
    if (conflict) throw new Problem(problemOfConflict[conflict])
    const found = compare(facts, reading)
    const override = { by: who.user, reason, at: new Date(facts.now).toISOString() }
    const closed = await finish(sql, event, 'override', {
      readingPatch: { override },
      comparison: { ...found, verdict: event.verdict ?? found.verdict },
      stock,
      reading,
      key: null,
    })
    return closed
  })
}

/** A technician asks for a supervisor's override. */
export async function requestOverride(
  sql: Tx,
  event: EventRow,
  who: Who,
  { reason }: { reason: string },
): Promise<EventRow> {
  const now = await businessNow(sql)
  const asked = await patchEvent(sql, event, {
    override_request: { by: who.user, reason, at: now.toISOString() },
  })
  await asProcess(sql, async () => {
    await notifyOverrideRequested(sql, asked, who.user.name, reason)
    await auditProcess(sql, asked, 'override_asked', { reason })
  })
  return asked
}
