import { stepData } from '@hilo/contract/step-data.ts'
import type { Input } from '@hilo/contract/index.ts'
import { place, type Position } from '@hilo/domain/position.ts'
import { isSettled, missingOf, stepMayBecome } from '@hilo/domain/field-steps.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { fieldSteps, type FieldStep } from '@hilo/domain/status.ts'
import type { StepFacts } from '@hilo/domain/step-checks.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import * as z from 'zod/mini'
import { asProcess } from '../../db/in-process.ts'
import type { Tx } from '../../db/scope.ts'
import type { WriteContext } from '../../http/handler.ts'
import { missingDetail, validationProblem } from '../../http/validation.ts'
import { patchEvent, type EventPatch, type EventRow, type StepRow } from '../../process/event-row.ts'
import { withAge } from '../../process/offline-age.ts'
import { businessNow } from '../../process/ending/final-reading.ts'
import { releasePort, renewReservation, reportPort, reservePort } from '../../process/opening/reserve.ts'
import { judgedStep, stepFacts } from '../../process/steps/step-facts.ts'
import { looked, scheduleLook } from '../../process/steps/step-look.ts'
import { stepOf, withStep } from '../../process/steps/step-row.ts'
import { lockFor, portRace } from './acted.ts'
import { portByNumber } from './queries.ts'

type Asked = Input<'admin_vno/events/step/save'>
type Data = Record<string, unknown>

/** Steps with hands in the box. */
const touching: readonly FieldStep[] = fieldSteps.slice(1, 7)

/** The fields of the step as they travelled, checked. */
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

/** What the technician found at the port he chose: free, it is kept for him; anything else somebody has to look at. */
async function settlePort(context: WriteContext, event: EventRow, data: Data): Promise<number | null> {
  const { sql, principal } = context
  const [port] = await sql.rows<{ id: number }>(portByNumber, [event.cto_id, data['port_number']])
  if (!port)
    throw new Problem('VALIDATION', {
      details: [{ field: 'data.port_number', code: 'value', message: 'validation.value' }],
    })
  if (data['found'] !== 'libre') {
    const kept = await reportPort(sql, event, port.id, { code: Number(data['found']), userId: principal.user.id })
    return kept || port.id !== event.port_id ? event.port_id : null
  }
  if (port.id !== event.port_id) await releasePort(sql, event)
  await reservePort(sql, event, port.id)
  return port.id
}

/** The row of the step as it will be kept, without its checks. */
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

/** What the step says of the intervention itself. */
function ofEvent(event: EventRow, asked: Asked, data: Data, now: Date): EventPatch {
  const { step } = asked
  const power = data['power_dbm']
  const seen = data['position']
  return {
    current_step: fieldSteps.indexOf(step) + 1,
    ...(touching.includes(step) && { touched_at: now }),
    ...(step === 'power' && power !== undefined && { power_dbm: power as number | null }),
    ...(step === 'initial' && seen != null && { position_start: place(seen as Position) }),
    ...withAge(event, asked),
  }
}

async function save(context: WriteContext, event: EventRow, asked: Asked, given: Data): Promise<EventRow> {
  const { sql } = context
  const { step, status } = asked
  const before = stepOf(event.steps, step)
  const data = { ...before.data, ...given }
  const done = status === 'done'
  if (done) refuseMissing(step, data, event, await stepFacts(sql, event, step, data))
  const port = done && step === 'port_available' ? await settlePort(context, event, data) : event.port_id
  const now = await businessNow(sql)
  const patch = { ...ofEvent(event, asked, data, now), ...(port !== event.port_id && { port_id: port, error: null }) }
  const row = changed(before, asked, data, now.toISOString())
  const known: EventRow = {
    ...event,
    port_id: port,
    power_dbm: patch.power_dbm ?? event.power_dbm,
    offline_ms: patch.offline_ms ?? event.offline_ms,
  }
  const checks = judgedStep(step, data, await stepFacts(sql, known, step, data))
  if (touching.includes(step)) await renewReservation(sql, event.id)
  const written = withStep(event.steps, { ...row, checks })
  const steps = step === 'final_report' ? await ownLight(sql, { ...known, steps: written }) : written
  return await writeStep(sql, event, { ...patch, steps }, asked)
}

/** A step that arrives late finds the work's own ONT at its port: whose light that was is known with the ONT's serial. */
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
 * Keeps a step as far as it has come.
 * @throws Problem VALIDATION (`data.…`), NOT_FOUND, VERSION_CONFLICT, EVENT_BAD_STATE, PORT_NOT_AVAILABLE
 */
export async function saveStep(
  context: WriteContext,
  asked: Asked,
): Promise<{ event: EventRow; before: StepRow; after: StepRow }> {
  const given = dataOf(asked)
  const event = await lockFor(context, asked.event_id, asked.version)
  const before = stepOf(event.steps, asked.step)
  // It was typed elsewhere, and comes late.
  if (asked.draft && isSettled(before.status)) return { event, before, after: before }
  if (!stepMayBecome(before.status, asked.status, event.process_state)) throw new Problem('EVENT_BAD_STATE')
  const saved = await asProcess(context.sql, () => save(context, event, asked, given))
  return { event: saved, before, after: stepOf(saved.steps, asked.step) }
}
