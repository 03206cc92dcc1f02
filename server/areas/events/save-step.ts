import { stepData } from '@hilo/contract/events/step-data.ts'
import type { Input } from '@hilo/contract/index.ts'
import { toPosition, type Position } from '@hilo/domain/position.ts'
import { isSettled, missingOf, requiredPictures, stepMayBecome, whyUnproven } from '@hilo/domain/field-steps.ts'
import { bindAll } from '@hilo/domain/picture-binding.ts'
import { stepsAtPort } from '@hilo/domain/port-change.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import type { StepFacts } from '@hilo/domain/step-checks.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { clockDoubt } from '@hilo/domain/step-times.ts'
import * as z from 'zod/mini'
import { asProcess } from '../../kernel/sql/in-process.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { missingDetail, validationProblem } from '../../kernel/validation.ts'
import { takeAct } from '../../process/act-guards.ts'
import { patchEvent, type EventPatch, type EventRow, type StepRow } from '../../process/event-row.ts'
import { saidAt, withAge } from '../../process/offline-age.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { releasePort, renewReservation, reportPort, reservePort } from '../../process/opening/reserve.ts'
import { judgedStep, stepFacts } from '../../process/steps/step-facts.ts'
import { looked, scheduleLook } from '../../process/steps/step-look.ts'
import { stepOf, withStep } from '../../process/steps/step-row.ts'
import { lockFor, portRace } from './event-action.ts'
import { portByNumber } from './queries.ts'

type Asked = Input<'admin_vno/events/step/save'>
type Data = Record<string, unknown>

/** Steps at the open box. */
const touching: readonly FieldStep[] = fieldSteps.slice(1, 7)

/** The step's fields from the wire, checked. */
function dataOf({ step, data = {} }: Asked): Data {
  const parsed = z.safeParse(stepData[step], data, { reportInput: true })
  if (!parsed.success) throw validationProblem(parsed.error.issues, 'data')
  return parsed.data
}

function refuseMissing<S extends FieldStep>(step: S, data: Data, event: EventRow, { ctoType }: StepFacts): void {
  const context = { workKind: event.work_kind ?? 'mantenimiento', ctoType }
  const missing = missingOf(step, data as StepData[S], context)
  if (missing.length > 0)
    throw new Problem('VALIDATION', { details: missing.map((path) => missingDetail(`data.${path}`)) })
}

/**
 * A picture of another figure or port, or used before, does not prove the step. A step without any picture may be done: its pictures may
 * follow, and are required before finalizing.
 * @throws Problem EVIDENCE_MISSING; `details` names each
 */
function refuseStale({ step, pictures }: StepRow, data: Data, event: EventRow, { port = null }: StepFacts): void {
  const due = requiredPictures(step, data as StepData[FieldStep], event.work_kind ?? 'mantenimiento')
  const details = due.flatMap((evidence) => {
    const why = whyUnproven(pictures, evidence, { step, data, port })
    if (why === null) return []
    return { field: `pictures.${evidence.reason}`, code: 'EVIDENCE_MISSING', message: `evidence.${why}` }
  })
  if (details.length === 0) return
  throw new Problem('EVIDENCE_MISSING', { details })
}

const bindPicture = 'update picture set bound = $2 where id = $1'

/**
 * The pictures of a step to be done, each bound to the step's figures.
 * @throws Problem VALIDATION, EVIDENCE_MISSING
 */
async function assertDone(sql: Tx, event: EventRow, row: StepRow, data: Data): Promise<StepRow['pictures']> {
  const { step } = row
  const facts = await stepFacts(sql, event, step, data)
  refuseMissing(step, data, event, facts)
  refuseStale(row, data, event, facts)
  const bound = bindAll(row.pictures, step, data, facts.port ?? null)
  for (const [at, one] of bound.entries())
    if (JSON.stringify(one.bound) !== JSON.stringify(row.pictures[at]?.bound))
      await sql.rows(bindPicture, [one.id, JSON.stringify(one.bound)])
  return bound
}

/** State found at the chosen port: a free one is reserved, any other goes to review. */
async function settlePort(context: WriteContext, event: EventRow, data: Data): Promise<number | null> {
  const { sql, principal } = context
  const [port] = await sql.rows<{ id: number }>(portByNumber, [event.cto_id, data['port_number']])
  if (!port)
    throw new Problem('VALIDATION', {
      details: [{ field: 'data.port_number', code: 'value', message: 'validation.value' }],
    })
  if (data['found'] !== 'libre') {
    const reported = await reportPort(sql, event, port.id, { code: Number(data['found']), userId: principal.user.id })
    return reported || port.id !== event.port_id ? event.port_id : null
  }
  if (port.id !== event.port_id) await releasePort(sql, event)
  await reservePort(sql, event, port.id)
  return port.id
}

/** Begin and end of the step by the device's clock. */
function recordedOf(before: StepRow, asked: Asked, event: EventRow, now: Date): NonNullable<StepRow['recorded']> {
  const { status } = asked
  const doneAt = saidAt(asked, now)
  const since = new Date(event.created_at.getTime() - (event.offline_ms ?? 0))
  const begun = status === 'started' || status === 'done'
  return {
    started_at: before.recorded?.started_at ?? (begun ? doneAt.toISOString() : null),
    done_at: status === 'done' ? doneAt.toISOString() : null,
    clock_s: clockDoubt({ said: doneAt, now, since }) ?? before.recorded?.clock_s ?? null,
  }
}

/** The step's row before its checks. */
function changed(before: StepRow, asked: Asked, data: Data, now: string): StepRow {
  const { status, skipped_reason, active_ms } = asked
  const begun = status === 'started' || status === 'done'
  return {
    ...before,
    status,
    data,
    started_at: before.started_at ?? (begun ? now : null),
    done_at: status === 'done' ? now : null,
    active_ms: Math.max(before.active_ms, active_ms ?? 0),
    skipped_reason: skipped_reason === undefined ? before.skipped_reason : skipped_reason,
  }
}

/** Fields of the intervention that the step sets. */
function ofEvent(event: EventRow, asked: Asked, data: Data, now: Date): EventPatch {
  const { step } = asked
  const power = data['power_dbm']
  const position = data['position']
  return {
    current_step: fieldSteps.indexOf(step) + 1,
    ...(touching.includes(step) && { touched_at: now }),
    ...(step === 'power' && power !== undefined && { power_dbm: power as number | null }),
    ...(step === 'initial' && position != null && { position_start: toPosition(position as Position) }),
    ...withAge(event, asked),
  }
}

async function save(context: WriteContext, event: EventRow, asked: Asked, sentData: Data): Promise<EventRow> {
  const { sql } = context
  const { step, status } = asked
  const before = stepOf(event.steps, step)
  const data = { ...before.data, ...sentData }
  const done = status === 'done'
  const pictures = done ? await assertDone(sql, event, before, data) : before.pictures
  const port = done && step === 'port_available' ? await settlePort(context, event, data) : event.port_id
  const now = await businessNow(sql)
  const moved = port !== event.port_id && port !== null && event.port_id !== null
  const patch = {
    ...ofEvent(event, asked, data, now),
    ...(port !== event.port_id && { port_id: port, error: null }),
    ...(moved && { power_dbm: null }),
  }
  const recorded = recordedOf(before, asked, event, now)
  const row = { ...changed(before, asked, data, now.toISOString()), pictures, recorded }
  const known: EventRow = {
    ...event,
    port_id: port,
    power_dbm: patch.power_dbm ?? (moved ? null : event.power_dbm),
    offline_ms: patch.offline_ms ?? event.offline_ms,
    steps: withStep(moved ? stepsAtPort(event.steps, Number(data['port_number'])) : event.steps, row),
  }
  const checks = judgedStep(step, data, await stepFacts(sql, known, step, data))
  if (touching.includes(step)) await renewReservation(sql, event.id)
  const written = withStep(known.steps, { ...row, checks })
  const steps = step === 'final_report' ? await ownLight(sql, { ...known, steps: written }) : written
  return await writeStep(sql, event, { ...patch, steps }, asked)
}

/** A late step finds the work's own ONT at its port: the serial tells whose light it was. */
async function ownLight(sql: Tx, event: EventRow): Promise<EventRow['steps']> {
  const port = stepOf(event.steps, 'port_available')
  const doubted = port.checks.some(({ code, level }) => code === 'port_light' && level === 'bloqueo')
  if (port.status !== 'done' || !doubted) return event.steps
  const facts = await stepFacts(sql, event, 'port_available', port.data)
  return withStep(event.steps, { ...port, checks: judgedStep('port_available', port.data, facts) })
}

async function writeStep(sql: Tx, event: EventRow, patch: EventPatch, { step, status }: Asked): Promise<EventRow> {
  const saved = await portRace(patchEvent(sql, event, patch))
  const look = looked.find((one) => one === step)
  if (look && status === 'done') await scheduleLook(sql, event.id, look)
  return saved
}

/**
 * Saves a step, done or not.
 * @throws Problem VALIDATION (`data.…`), NOT_FOUND, VERSION_CONFLICT, EVENT_BAD_STATE, PORT_NOT_AVAILABLE
 */
export async function saveStep(
  context: WriteContext,
  asked: Asked,
): Promise<{ event: EventRow; before: StepRow; after: StepRow }> {
  const data = dataOf(asked)
  const event = await lockFor(context, asked)
  const before = stepOf(event.steps, asked.step)
  // A draft from another device that comes late.
  if (asked.draft && isSettled(before.status)) return { event, before, after: before }
  await takeAct(context.sql, event, 'save_step')
  if (!stepMayBecome(before.status, asked.status, event.process_state)) throw new Problem('EVENT_BAD_STATE')
  const saved = await asProcess(context.sql, () => save(context, event, asked, data))
  return { event: saved, before, after: stepOf(saved.steps, asked.step) }
}
