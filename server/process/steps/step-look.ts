/** What a step has to wait for: the OLT is asked once the step is kept, and its checks follow what it says. */
import { normalSerial } from '@hilo/domain/ont-serial.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, processState, type FieldStep } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'
import { text } from '../../http/texts.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { auditProcess, lockEvent, noteEvent, schedule, type EventRow } from '../event-row.ts'
import { isForeign } from '../foreign.ts'
import { eventIdOf, type Process } from '../process.ts'
import { judgedAgain } from './judge-again.ts'
import { freshStep, stepOf, withStep } from './step-row.ts'
import { inProcess } from '../tx.ts'

/** The steps that are judged by what the OLT says. */
export const looked = ['port_available', 'drop_enrollment', 'final_report'] as const satisfies readonly FieldStep[]
type Looked = (typeof looked)[number]
/** Steps with figures that are compared with what the OLT reads, as soon as it has read it. */
const measured: readonly FieldStep[] = ['power', 'final_report']

/** An ONT that has been plugged in is looked for during this time, in ms, and so often. */
export const detection = { patienceMs: 120_000, everyMs: 10_000 }

interface Look {
  step: Looked
  /** Looks that have found no ONT yet. */
  tries: number
}

const key = (eventId: number, step: Looked) => `look:${step}:${eventId}`

export async function scheduleLook(sql: Tx, eventId: number, step: Looked, tries = 0): Promise<void> {
  const afterMs = tries === 0 ? 0 : detection.everyMs
  await schedule(sql, 'process.look', eventId, { step, tries }, { key: key(eventId, step), at: { afterMs } })
}

function lookOf(payload: unknown): Look {
  const { step, tries } = payload as { step?: unknown; tries?: unknown }
  const known = looked.find((one) => one === step)
  if (!known || typeof tries !== 'number') throw new Error('a look names no step')
  return { step: known, tries }
}

const insertDetection = `
  insert into event (code, type, parent_id, process_state, vno_id, technical_id, contractor_id, origin, channel, cto_id, port_id,
    access_id, cev_version, steps, error, started_at, finished_at, created_by, created_at, updated_at)
  select next_event_code(), ${eventType.is.enrollmentDetect}, e.id, $2, e.vno_id, e.technical_id, e.contractor_id, e.origin, e.channel,
    e.cto_id, e.port_id, e.access_id, e.cev_version, $3, $4, app_now(), app_now(), e.created_by, app_now(), app_now()
  from event e where e.id = $1 returning id`

/** The row that says which ONT was seen, or that none was. */
async function addDetection(sql: Tx, event: EventRow, serial: string | null): Promise<void> {
  const { finalized, wronglyFinalized } = processState.is
  const error = serial === null ? { code: 'ONT_NOT_DETECTED', text: text('problem.ONT_NOT_DETECTED') } : null
  const step = { ...freshStep('drop_enrollment'), status: 'done', data: { ont_serial: serial } }
  const state = serial === null ? wronglyFinalized : finalized
  const values = [event.id, state, JSON.stringify([step]), error && JSON.stringify(error)]
  const [row] = await sql.rows<{ id: number }>(insertDetection, values)
  if (row) await sql.rows(`select changed('events', $1, 1, $2, $3)`, [row.id, event.vno_id, event.technical_id])
  await auditProcess(sql, event, 'detect', { ont_serial: serial })
}

/** Whether the step is one after which an ONT is to appear. */
function awaitsOnt({ steps, work_kind }: EventRow): boolean {
  return stepOf(steps, 'drop_enrollment').data['action'] !== 'B' && work_kind !== 'baja'
}

/** The serial that the technician wrote down himself. */
function typedSerial({ steps }: EventRow): string | null {
  const { ont_serial: serial } = stepOf(steps, 'final_report').data
  return typeof serial === 'string' ? normalSerial(serial) : null
}

const knownDetection = `select exists (select from event where parent_id = $1 and type = ${eventType.is.enrollmentDetect}
  and created_at >= coalesce($2::timestamptz, '-infinity'))::text`

/** Closing may come before the next look: then it is the reading that closes which sees the ONT. */
export async function detectAtClosing(sql: Tx, event: EventRow, { readings }: Pick<BoxAnswer, 'readings'>) {
  const step = stepOf(event.steps, 'drop_enrollment')
  const here = readings.find(({ portId }) => portId === event.port_id)
  if (step.status !== 'done' || !awaitsOnt(event) || here?.state !== 'online' || here.serial === null) return
  if (await isForeign(sql, event, here.serial, typedSerial(event))) return
  const known = await sql.json(knownDetection, [event.id, step.done_at])
  if (known !== 'true') await addDetection(sql, event, here.serial)
}

const working: readonly number[] = [processState.is.created, processState.is.wronglyFinalized]

/** Reads the box and, for a new drop, looks for the ONT at its port. Null when the OLT does not answer. */
async function look({ reader }: Process, event: EventRow, step: Looked): Promise<{ serial: string | null } | null> {
  try {
    const { readings } = await reader.readBox(event.cto_id, { purpose: 'process', maxAgeS: 0 })
    const here = readings.find(({ portId }) => portId === event.port_id)
    if (here?.state === 'online') return { serial: here.serial }
    if (step !== 'drop_enrollment' || event.port_id === null) return { serial: null }
    return { serial: await reader.detect(event.cto_id, event.port_id, 'process') }
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** The job: judges the step again by what the OLT has said. A step that is open again waits until it is done again. */
export async function lookJob(process: Process, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const { step, tries } = lookOf(payload)
  const due = async (sql: Tx) => {
    const event = await lockEvent(sql, id)
    const done = event !== null && stepOf(event.steps, step).status === 'done'
    return done && working.includes(event.process_state) ? event : null
  }
  const asked = await inProcess(process.db, due)
  if (!asked) return
  const seen = await look(process, asked, step)
  await inProcess(process.db, async (sql) => {
    const event = await due(sql)
    if (!event) return
    // Another operator's ONT is none that this work has brought.
    const serial = seen && !(await isForeign(sql, event, seen.serial, typedSerial(event))) ? seen.serial : null
    const waits = step === 'drop_enrollment' && awaitsOnt(event)
    const over = (tries + 1) * detection.everyMs >= detection.patienceMs
    if (seen) await judgeAgain(sql, event, step, serial)
    if (waits && (serial !== null || over)) await addDetection(sql, event, serial)
    if (waits && serial === null && !over) await scheduleLook(sql, id, step, tries + 1)
  })
}

/** A serial that the OLT sees is filled in where nobody has written one yet. */
async function judgeAgain(sql: Tx, event: EventRow, step: Looked, serial: string | null): Promise<void> {
  const detected = serial === null ? {} : { detectedSerial: serial }
  let steps = withStep(event.steps, await judgedAgain(sql, event, stepOf(event.steps, step), detected))
  for (const other of event.steps)
    if (other.step !== step && measured.includes(other.step))
      steps = withStep(steps, await judgedAgain(sql, event, other))
  const last = stepOf(steps, 'final_report')
  const fills = step === 'drop_enrollment' && serial !== null && last.data['ont_serial'] == null
  const filled = fills ? withStep(steps, { ...last, data: { ...last.data, ont_serial: serial } }) : steps
  if (JSON.stringify(filled) !== JSON.stringify(event.steps)) await noteEvent(sql, event, { steps: filled })
}
