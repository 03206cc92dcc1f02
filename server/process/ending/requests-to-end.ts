/** What people ask of an open intervention: to finalize it, to cancel it, to close it against the verdict. */
import { processState } from '@hilo/domain/status.ts'
import { readyToFinalize, type Readiness } from '@hilo/domain/field-steps.ts'
import { settingIn } from '@hilo/domain/settings.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '@hilo/domain/problem.ts'
import { asProcess } from '../../db/in-process.ts'
import type { Tx } from '../../db/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { finish } from './closing.ts'
import { compare, judgedReading } from '../judging/compare.ts'
import { auditProcess, moveEvent, patchEvent, type EventRow } from '../event-row.ts'
import { conflicts, lockStock, type Conflict } from './inventory.ts'
import { businessNow, factsOf, scheduleEnding } from './final-reading.ts'
import { checkText, isJudgedAtClosing } from '../steps/step-reasons.ts'
import { addRequest, isAsked, type Who } from './request-rows.ts'
import { chosenFor } from '../settings.ts'
import { tellOverrideAsked } from '../notices/event-notices.ts'

export type { Who } from './request-rows.ts'

const { created, wronglyFinalized, wronglyCancelled } = processState.is

const detail = (code: ProblemCode, field: string, message: string): ProblemDetail => ({ field, code, message })

function refuseUnready(event: EventRow, { steps, pictures, checks }: Readiness): void {
  if (steps.length > 0) {
    const details = steps.map((step) => detail('STEPS_MISSING', `steps.${step}`, `choice.step.${step}`))
    throw new Problem('STEPS_MISSING', { details })
  }
  if (pictures.length > 0) {
    const details = pictures.map(({ step, reason }) =>
      detail('EVIDENCE_MISSING', `steps.${step}.pictures`, `choice.evidence.${reason}`),
    )
    throw new Problem('EVIDENCE_MISSING', { details })
  }
  const undone = checks.filter(({ code }) => !isJudgedAtClosing(code))
  if (undone.length === 0) return
  const details = undone.map(({ step, code }) =>
    detail('STEPS_MISSING', `steps.${step}.${code}`, checkText(event, step, code)),
  )
  throw new Problem('STEPS_MISSING', { details })
}

/** One thing is asked at a time. */
async function assertFree(sql: Tx, event: EventRow, from: readonly number[]): Promise<void> {
  if (!from.includes(event.process_state) || event.override !== null || (await isAsked(sql, event)))
    throw new Problem('EVENT_BAD_STATE')
}

/**
 * Asks to finalize: the box is read once it is quiet, and the reading decides. A work that is done but wrong (too little
 * power, another label) is taken too, and refused there with its reasons, so that a supervisor can decide on it.
 * @throws Problem EVENT_BAD_STATE, STEPS_MISSING, EVIDENCE_MISSING; `details` names each
 */
export async function requestFinalize(
  sql: Tx,
  event: EventRow,
  who: Who,
  { position, ...more }: { position?: unknown; offline_ms?: number } = {},
): Promise<EventRow> {
  await assertFree(sql, event, [created, wronglyFinalized])
  if (event.work_kind === null) throw new Problem('EVENT_BAD_STATE')
  const settings = await chosenFor(sql, event.vno_id)
  const extra = {
    steps: settingIn(settings, `extra_steps.${event.work_kind}`),
    pictures: settingIn(settings, 'extra_pictures'),
  }
  refuseUnready(event, readyToFinalize(event.work_kind, event.steps, extra))
  const trigger = event.process_state === created ? 'finalize' : 'finalize_again'
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

/**
 * Asks to cancel: the intervention stays as it is until the box has been read.
 * @throws Problem EVENT_BAD_STATE
 */
export async function requestCancel(
  sql: Tx,
  event: EventRow,
  who: Who,
  { reason, ...more }: { reason: string; offline_ms?: number },
): Promise<EventRow> {
  await assertFree(sql, event, [created, wronglyFinalized, wronglyCancelled])
  const asked = await patchEvent(sql, event, { ...more, close_failures: 0 })
  await addRequest(sql, asked, 'cancel', who, { reason })
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
 * A supervisor closes what the readings do not let close. The verdict stays, the neighbours' cases stay open, no discharge
 * is given, and the report carries the decision.
 * @throws Problem EVENT_BAD_STATE; what the inventory cannot hold, which no decision changes
 */
export async function overrideClose(
  sql: Tx,
  event: EventRow,
  who: Who,
  { reason }: { reason: string },
): Promise<EventRow> {
  await assertFree(sql, event, [wronglyFinalized])
  return await asProcess(sql, async () => {
    const facts = await factsOf(sql, event)
    const reading = judgedReading(facts)
    const stock = await lockStock(sql, event)
    const [conflict] = await conflicts(sql, event, stock, reading)
    if (conflict) throw new Problem(problemOfConflict[conflict])
    const found = compare(facts, reading)
    const now = await businessNow(sql)
    const override = { by: who.user, reason, at: now.toISOString() }
    const closed = await finish(sql, event, 'override', {
      seen: { override },
      comparison: { ...found, verdict: event.verdict ?? found.verdict },
      stock,
      reading,
      key: null,
    })
    return closed
  })
}

/**
 * A technician asks his supervisor to decide.
 * @throws Problem EVENT_BAD_STATE
 */
export async function requestOverride(
  sql: Tx,
  event: EventRow,
  who: Who,
  { reason }: { reason: string },
): Promise<EventRow> {
  await assertFree(sql, event, [wronglyFinalized])
  const now = await businessNow(sql)
  const asked = await patchEvent(sql, event, {
    override_request: { by: who.user, reason, at: now.toISOString() },
  })
  await asProcess(sql, async () => {
    await tellOverrideAsked(sql, asked, who.user.name, reason)
    await auditProcess(sql, asked, 'override_asked', { reason })
  })
  return asked
}
