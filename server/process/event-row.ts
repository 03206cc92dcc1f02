import type { Platform } from '@hilo/domain/device.ts'
import { eventAfter, resumeStateOf, type EventTrigger, type ProcessState } from '@hilo/domain/event.ts'
import { requestMovesTo } from '@hilo/domain/event-request.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Binding } from '@hilo/domain/picture-binding.ts'
import type { JudgedMarks } from '@hilo/domain/port-look.ts'
import type { StepCheck } from '@hilo/domain/step-checks.ts'
import type { RecordedTimes } from '@hilo/domain/step-times.ts'
import {
  eventType,
  type FieldStep,
  type Light,
  type OpticalState,
  type StepStatus,
  type Verdict,
  type WorkKind,
} from '@hilo/domain/status.ts'
import { auditStatement } from '../kernel/sql/audit.ts'
import { everywhere, type Reach } from '../kernel/list/list-source.ts'
import type { Tx } from '../kernel/sql/scope.ts'

/** One field step as stored in its intervention. */
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
  /** Times by the device's clock; `started_at` and `done_at` are the server's. */
  recorded?: RecordedTimes
}

/** One port of the faceplate in the wire's form, for its own operator. */
export interface FaceplateItem extends JudgedMarks {
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

/** An intervention as the process reads it. Times are the database's. */
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
  channel: Platform | null
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
  /** Greatest age of work recorded without coverage, ms; null if all of it was sent at once. */
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

/** Fields of an intervention that the process may write, except its state; objects are stored as JSON. */
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

/** The intervention, locked until the transaction ends; null if out of reach. */
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
    // A database trigger writes the event's history and cannot know the name of the move, so it is set here.
    `with written as (update event set ${[...sets, 'version = version + 1', 'updated_at = app_now()'].join(', ')}
       where id = $1 and set_config('app.event_cause', $${entries.length + 2}, true) is not null returning ${columns}),
     told as (select changed('events', id, version, vno_id, technical_id) from written)
     select w.* from written w, told`,
    [event.id, ...values, trigger],
  )
  if (!row) throw new Error(`event ${event.id} was locked and is gone`)
  return row
}

/** Writes fields of a locked intervention; also sets version and change time, and publishes the change. */
export async function patchEvent(sql: Tx, event: EventRow, patch: EventPatch): Promise<EventRow> {
  return await write(sql, event, patch, true)
}

/** Like patchEvent, for observations: keeps `acted_version`, so that users can go on with the version they have. */
export async function noteEvent(sql: Tx, event: EventRow, patch: EventPatch): Promise<EventRow> {
  return await write(sql, event, patch, false)
}

/**
 * Moves a locked intervention through its state machine. This file is the only writer of `process_state` after creation.
 * @throws Problem EVENT_BAD_STATE for an illegal move
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

/** Columns that a request takes from its intervention when it ends. */
interface RequestPatch {
  finished_at: Date
  verdict: Verdict | null
  harmed_count: number | null
  /** Of a finalization only: a cancellation keeps its reason there. */
  error: EventRow['error']
}

const { finalizeListener } = eventType.is
const endedColumns = `finished_at = $5, verdict = $6, harmed_count = $7,
  error = case when e.type = ${finalizeListener} then $8::json else e.error end,`

/**
 * Moves the requests of a locked intervention to the state that the intervention has reached, where their state machine
 * allows it.
 * @param patch what they take over from the intervention when it ends; null when it is acknowledged
 * @param also another CTE of the same statement, with the intervention as `$1`: saves a round trip
 */
export async function moveRequests(
  sql: Tx,
  { id, process_state: to }: EventRow,
  patch: RequestPatch | null,
  also?: { name: string; text: string },
): Promise<void> {
  const moves = requestMovesTo(to)
  const values = patch && [
    patch.finished_at,
    patch.verdict,
    patch.harmed_count,
    patch.error && JSON.stringify(patch.error),
  ]
  await sql.rows(
    `with moved as (
       update event e set process_state = $2, ${patch ? endedColumns : ''} version = version + 1, updated_at = app_now()
         from unnest($3::int[], $4::int[]) as m(type, state)
        where e.parent_id = $1 and e.type = m.type and e.process_state = m.state
       returning e.id, e.version, e.vno_id, e.technical_id),
     told as (select changed('events', id, version, vno_id, technical_id) from moved)
     ${also ? `, ${also.name} as (${also.text})` : ''}
     select (select count(*) from told)${also ? ` + (select count(*) from ${also.name})` : ''}`,
    [id, to, moves.map(({ type }) => type), moves.map(({ from }) => from), ...(values ?? [])],
  )
}

/** Audits an act of the process itself in the same transaction: no session, device or address. */
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
