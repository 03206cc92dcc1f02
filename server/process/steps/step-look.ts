/** OLT readings for steps: the OLT is read after the step is saved, and the step's checks are updated. */
import { normalSerial } from '@hilo/domain/ont-serial.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, processState, type FieldStep } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import type { BoxAnswer } from '../../plant/reader.ts'
import { auditProcess, lockEvent, noteEvent, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { isForeign } from '../foreign.ts'
import { eventIdOf, type Process } from '../process.ts'
import { judgedAgain } from './judge-again.ts'
import { freshStep, stepOf, withStep } from './step-row.ts'
import { inProcess } from '../tx.ts'

/** Steps judged by a reading of the OLT. */
export const looked = ['port_available', 'drop_enrollment', 'final_report'] as const satisfies readonly FieldStep[]
type Looked = (typeof looked)[number]
/** Steps with figures that are compared with the OLT's reading once there is one. */
const measured: readonly FieldStep[] = ['power', 'final_report']

/** How long a new ONT is searched for, ms, and the interval. */
const detection = { patienceMs: 120_000, everyMs: 10_000 }

interface Look {
  step: Looked
  /** Searches without an ONT so far. */
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

/** Stores which ONT was detected, or that none was. */
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

/** True if a new ONT is expected after this step. */
function awaitsOnt({ steps, work_kind }: EventRow): boolean {
  return stepOf(steps, 'drop_enrollment').data['action'] !== 'B' && work_kind !== 'baja'
}

/** The serial that the technician recorded. */
function typedSerial({ steps }: EventRow): string | null {
  const { ont_serial: serial } = stepOf(steps, 'final_report').data
  return typeof serial === 'string' ? normalSerial(serial) : null
}

const knownDetection = `select exists (select from event where parent_id = $1 and type = ${eventType.is.enrollmentDetect}
  and created_at >= coalesce($2::timestamptz, '-infinity'))::text`

/** If the closing comes before the next search, its reading detects the ONT. */
export async function detectAtClosing(sql: Tx, event: EventRow, { readings }: Pick<BoxAnswer, 'readings'>) {
  const step = stepOf(event.steps, 'drop_enrollment')
  const here = readings.find(({ portId }) => portId === event.port_id)
  if (step.status !== 'done' || !awaitsOnt(event) || here?.state !== 'online' || here.serial === null) return
  if (await isForeign(sql, event, here.serial, typedSerial(event))) return
  const known = await sql.json(knownDetection, [event.id, step.done_at])
  if (known !== 'true') await addDetection(sql, event, here.serial)
}

const working: readonly number[] = [processState.is.created, processState.is.wronglyFinalized]
const { creating, wronglyCreated, created, finalizing, wronglyFinalized, wronglyCancelled } = processState.is
const open = [creating, wronglyCreated, created, finalizing, wronglyFinalized, wronglyCancelled].join(', ')

/** The work's ONT as detected by the OLT. If several are possible the technician chooses. */
interface Seen {
  serial: string | null
  choice: readonly string[]
}

/**
 * Of the serials new on a PON, those that may be this work's: without an access, of no ordered ONT change, recorded by no
 * other work. `works`: open interventions on the PON.
 */
const selectNew = `
  select json_build_object('works', (select count(*) from event o join cto k on k.id = o.cto_id
      where k.pon_id = c.pon_id and o.type = ${eventType.is.createListener} and o.process_state in (${open})),
    'mine', (select coalesce(json_agg(s order by s), '[]') from unnest($2::text[]) s
      where not exists (select from access x where x.ont_serial = s and x.state <> 'baja' and x.id is distinct from e.access_id)
        and not exists (select from ont_change h where h.new_serial = s and h.state = 'en_curso')
        and not exists (select from event o cross join json_array_elements(o.steps) t
          where o.id <> e.id and o.type = ${eventType.is.createListener} and o.process_state in (${open})
            and t->>'step' = 'final_report' and t->'data'->>'ont_serial' = s)))::text
  from event e join cto c on c.id = e.cto_id where e.id = $1`
const ponOf = 'select c.pon_id::text from cto c where c.id = $1'

/** The ONT that came up since the work began, if it is unambiguous. */
async function lookForNew({ db, reader }: Process, event: EventRow): Promise<Seen> {
  const ponId = Number(await inProcess(db, (sql) => sql.json(ponOf, [event.cto_id])))
  const found = await reader.candidates(ponId, event.started_at ?? event.created_at, 'process')
  const serials = found.map(({ serial }) => serial)
  const text = await inProcess(db, (sql) => sql.json(selectNew, [event.id, serials]))
  const { works, mine } = JSON.parse(text ?? '{"works":0,"mine":[]}') as { works: number; mine: string[] }
  const [only] = mine
  return mine.length === 1 && works === 1 && only !== undefined
    ? { serial: only, choice: [] }
    : { serial: null, choice: mine }
}

/** Reads the box and, for a new drop, searches for the new ONT. Null if the OLT does not answer. */
async function look(process: Process, event: EventRow, step: Looked): Promise<Seen | null> {
  try {
    const { readings } = await process.reader.readBox(event.cto_id, { purpose: 'process', maxAgeS: 0 })
    const here = readings.find(({ portId }) => portId === event.port_id)
    if (here?.state === 'online') return { serial: here.serial, choice: [] }
    if (step !== 'drop_enrollment' || event.port_id === null) return { serial: null, choice: [] }
    return await lookForNew(process, event)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** The job: judges the step again with the reading. A reopened step waits until it is done again. */
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
  const detected = await look(process, asked, step)
  await inProcess(process.db, async (sql) => {
    const event = await due(sql)
    if (!event) return
    // Another operator's ONT cannot be this work's.
    const serial =
      detected && !(await isForeign(sql, event, detected.serial, typedSerial(event))) ? detected.serial : null
    const waits = step === 'drop_enrollment' && awaitsOnt(event)
    const over = (tries + 1) * detection.everyMs >= detection.patienceMs
    if (detected) await judgeAgain(sql, event, step, detected)
    if (waits && (serial !== null || over)) await addDetection(sql, event, serial)
    if (waits && serial === null && !over) await scheduleLook(sql, id, step, tries + 1)
  })
}

/** Fills in the serial seen by the OLT if none was recorded yet. */
async function judgeAgain(sql: Tx, event: EventRow, step: Looked, { serial, choice }: Seen): Promise<void> {
  const detected = serial === null ? { ontChoice: choice } : { detectedSerial: serial }
  let steps = withStep(event.steps, await judgedAgain(sql, event, stepOf(event.steps, step), detected))
  for (const other of event.steps)
    if (other.step !== step && measured.includes(other.step))
      steps = withStep(steps, await judgedAgain(sql, event, other))
  const last = stepOf(steps, 'final_report')
  const fills = step === 'drop_enrollment' && serial !== null && last.data['ont_serial'] == null
  const filled = fills ? withStep(steps, { ...last, data: { ...last.data, ont_serial: serial } }) : steps
  if (JSON.stringify(filled) !== JSON.stringify(event.steps)) await noteEvent(sql, event, { steps: filled })
}
