import { eventAfter, resumeStateOf, type EventTrigger, type ProcessState } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Binding } from '@hilo/domain/picture-binding.ts'
import type { StepCheck } from '@hilo/domain/step-checks.ts'
import type { RecordedTimes } from '@hilo/domain/step-times.ts'
import type { FieldStep, Light, OpticalState, StepStatus, Verdict, WorkKind } from '@hilo/domain/status.ts'
import { auditStatement } from '../db/audit.ts'
import { everywhere, type Reach } from '../db/list-source.ts'
import type { Tx } from '../db/scope.ts'

/** One field step as it is kept with its intervention. */
export interface StepRow {
  step: FieldStep
  status: StepStatus
  started_at: string | null
  done_at: string | null
  active_ms: number
  data: Record<string, unknown>
  checks: (StepCheck & { text: string })[]
  pictures: {
    id: number
    file_id: number
    label_kind: number | null
    flags: string[]
    taken_at: string | null
    /** Missing for pictures from before bindings were kept. */
    bound?: Binding | null
  }[]
  skipped_reason: string | null
  /** As the device recorded it; `started_at` and `done_at` are when the server heard of it. */
  recorded?: RecordedTimes
}

/** One port of the faceplate as it travels with the intervention, for its own operator. */
export interface FaceplateItem {
  port: number
  port_state: number
  state: OpticalState
  own: boolean
  rx_dbm: number | null
  olt_rx_dbm: number | null
  light: Light
  read_at: string | null
}

export interface Listener {
  id: number | null
  opened_at: string | null
  closed_at: string | null
  olt_id: number | null
  pon: string | null
  watched_ports: number[]
}

/** An intervention as the process works on it. Times are the database's own. */
export interface EventRow {
  id: number
  code: string
  type: number
  parent_id: number | null
  process_state: ProcessState
  vno_id: number
  technical_id: number | null
  contractor_id: number | null
  origin: number
  channel: 'web' | 'android' | 'ios' | null
  cto_id: number
  port_id: number | null
  access_id: number | null
  service_order_id: number | null
  work_kind: WorkKind | null
  cev_version: number
  listener: Listener | null
  current_step: number | null
  steps: StepRow[]
  power_dbm: number | null
  before_snapshot_id: number | null
  after_snapshot_id: number | null
  verdict: Verdict | null
  harmed_count: number | null
  attempts: number
  close_failures: number
  resume_state: number | null
  error: { code: string; text: string } | null
  override: { by: { id: number; name: string } | null; reason: string; at: string } | null
  degraded: boolean
  deadline_at: Date | null
  touched_at: Date | null
  /** Greatest age of what was done without coverage; null where all came at once. */
  offline_ms: number | null
  started_at: Date | null
  finished_at: Date | null
  created_at: Date
  version: number
  /** Version after the last act; an older one is stale. */
  acted_version: number
}

const columns = `id, code, type, parent_id, process_state, vno_id, technical_id, contractor_id, origin, channel, cto_id, port_id,
  access_id, service_order_id, work_kind, cev_version, listener, current_step, steps, power_dbm, before_snapshot_id,
  after_snapshot_id, verdict, harmed_count, attempts, close_failures, resume_state, error, override, degraded, deadline_at,
  touched_at, offline_ms, started_at, finished_at, created_at, version, acted_version`

/** What the process may write into an intervention beside its state; objects go in as JSON. */
export interface EventPatch extends Partial<
  Omit<EventRow, 'id' | 'code' | 'type' | 'process_state' | 'version' | 'acted_version' | 'created_at' | 'vno_id'>
> {
  neighbour_items?: FaceplateItem[] | null
  alarms?: unknown[] | null
  position_start?: unknown
  position_end?: unknown
  device?: unknown
  override_request?: unknown
}

const json = new Set([
  'listener',
  'steps',
  'error',
  'override',
  'override_request',
  'neighbour_items',
  'alarms',
  'position_start',
  'position_end',
  'device',
])

const locked = `select ${columns} from event where id = $1
  and ($2::int is null or vno_id = $2) and ($3::bigint is null or technical_id = $3) for update`

/** The intervention, locked until the transaction ends; null when it is out of reach. */
export async function lockEvent(
  sql: Tx,
  id: number,
  { vnoId, technicalId }: Reach = everywhere,
): Promise<EventRow | null> {
  const [row] = await sql.rows<EventRow>(locked, [id, vnoId, technicalId])
  return row ?? null
}

async function write(
  sql: Tx,
  event: EventRow,
  patch: EventPatch & { process_state?: number },
  acted: boolean,
  trigger: EventTrigger | '' = '',
): Promise<EventRow> {
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined)
  const sets = entries.map(([name], index) => `${name} = $${index + 2}`)
  if (acted) sets.push('acted_version = version + 1')
  const values = entries.map(([name, value]): unknown =>
    json.has(name) && value !== null ? JSON.stringify(value) : value,
  )
  const [row] = await sql.rows<EventRow>(
    // The event's history is written by the database, which cannot know the name of the move.
    `with written as (update event set ${[...sets, 'version = version + 1', 'updated_at = app_now()'].join(', ')}
       where id = $1 and set_config('app.event_cause', $${entries.length + 2}, true) is not null returning ${columns}),
     told as (select changed('events', id, version, vno_id, technical_id) from written)
     select w.* from written w, told`,
    [event.id, ...values, trigger],
  )
  if (!row) throw new Error(`event ${event.id} was locked and is gone`)
  return row
}

/** Writes fields of a locked intervention: version, time of change and live stream go along. */
export async function patchEvent(sql: Tx, event: EventRow, patch: EventPatch): Promise<EventRow> {
  return await write(sql, event, patch, true)
}

/** Like patchEvent for what was only observed: whoever is working on the intervention may go on from the version he has. */
export async function noteEvent(sql: Tx, event: EventRow, patch: EventPatch): Promise<EventRow> {
  return await write(sql, event, patch, false)
}

/**
 * Moves a locked intervention along its life; the only place where `process_state` is written after its creation.
 * @throws Problem EVENT_BAD_STATE when the machine knows no such move from here
 */
export async function moveEvent(
  sql: Tx,
  event: EventRow,
  trigger: EventTrigger,
  patch: EventPatch = {},
): Promise<EventRow> {
  const to = eventAfter(event.process_state, trigger)
  if (to === null) throw new Problem('EVENT_BAD_STATE')
  return await write(sql, event, { resume_state: resumeStateOf(trigger), ...patch, process_state: to }, true, trigger)
}

/** What the process itself did, in the same transaction: it has no session, no device and no address. */
export async function auditProcess(
  sql: Tx,
  event: Pick<EventRow, 'id' | 'vno_id'>,
  act: string,
  after: unknown,
  before?: unknown,
): Promise<void> {
  const { text, values } = auditStatement({
    actorId: null,
    accountType: 'system',
    vnoId: event.vno_id,
    call: `process/${act}`,
    entity: 'event',
    entityId: event.id,
    before,
    after,
    channel: 'system',
    device: '',
    address: '',
    requestId: `process/${act}/${event.id}`,
  })
  await sql.rows(text, values)
}

/** Shared by whoever schedules, alone for whoever moves the clock. */
export const clockLock = 48_414_945

interface JobOptions {
  at?: Date | { afterMs: number }
  key?: string
  attempts?: number
}

/**
 * Schedules a job of the process in this transaction, at an instant of business time (now when left out). The same key
 * replaces what was scheduled before; jobs of one queue run one after another.
 */
export async function addJob(
  sql: Tx,
  task: `process.${string}`,
  queue: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  const { at } = options
  const afterMs = at === undefined ? 0 : 'afterMs' in at ? at.afterMs : null
  // Whoever moves the clock moves what is scheduled, and must not miss what is being scheduled just now.
  if (at !== undefined) await sql.rows(`select pg_advisory_xact_lock_shared(${clockLock})`, [])
  await sql.rows(
    `select app_add_job($1, $2, $3,
       case when $4::timestamptz is null then clock_timestamp() + $5::int8 * interval '1 ms'
         else clock_timestamp() + ($4::timestamptz - app_now()) end, $6, $7)`,
    [
      task,
      JSON.stringify(payload),
      options.key ?? null,
      afterMs === null ? (at as Date) : null,
      afterMs ?? 0,
      queue,
      options.attempts ?? 25,
    ],
  )
}

/** The same for a job of one intervention: its jobs run one after another. */
export async function schedule(
  sql: Tx,
  task: `process.${string}`,
  eventId: number,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  await addJob(sql, task, `event:${eventId}`, { event_id: eventId, ...payload }, options)
}
