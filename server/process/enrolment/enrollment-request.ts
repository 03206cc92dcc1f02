/** Enrolments requested through an operator's API: one job moves the event through its whole life. */
import { isRemoval, type EnrollmentKind } from '@hilo/domain/enrollment.ts'
import type { EventTrigger } from '@hilo/domain/event.ts'
import { firstState } from '@hilo/domain/event.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, origin } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { text } from '../../kernel/texts.ts'
import { findElement, type Named } from './enrollment-place.ts'
import { enroll, refusalOf, refused, type EnrollmentAsked } from './enrollment.ts'
import { auditProcess, lockEvent, moveEvent, type EventPatch, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { nextEventCode } from '../event-code.ts'
import { eventIdOf, type Process } from '../process.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { inProcess } from '../tx.ts'

const { apiEnrollment, apiUnenrollment, apiEnrollmentUploadfile } = eventType.is

export const enrollFileTask = 'process.enroll_file'
/** Tries of a file: about an hour, to outlast an outage of the file store. */
const fileAttempts = 8

interface NewRequest {
  type: typeof apiEnrollment | typeof apiUnenrollment | typeof apiEnrollmentUploadfile
  vnoId: number
  ctoId: number
  portId: number | null
  origin: number
  channel: string | null
  payload: object | null
  fileId: number | null
  /** Columns of the file to ignore, by their heading. */
  ignoreColumns?: readonly string[] | null
  user: { id: number; name: string }
  accountType: string
}

const insertRequest = `
  with added as (
    insert into event (code, type, process_state, vno_id, origin, channel, cto_id, port_id, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, app_now(), app_now()) returning *),
  kept as (insert into enrollment_request (event_id, vno_id, payload, file_id, user_id, ignore_columns)
    select id, vno_id, $10, $11, $12, $13 from added),
  told as (select changed('events', id, version, vno_id) from added)
  select a.id, json_build_object('id', a.id, 'version', a.version, 'code', a.code, 'type', a.type, 'process_state', a.process_state,
    'result_flag', 3, 'vno_id', a.vno_id,
    'vno', (select json_build_object('id', v.id, 'name', v.name) from vno v where v.id = a.vno_id), 'cto_id', a.cto_id, 'cto', json_build_object('id', c.id, 'code', c.code),
    'port_id', a.port_id,
    'port', (select json_build_object('id', p.id, 'code', p.label) from port p where p.id = a.port_id), 'created_at', wire_time(a.created_at))::text as record
  from added a join cto c on c.id = a.cto_id, told`

/** Stores a request: its event and its job. Returns the event as JSON text. */
export async function acceptRequest(sql: Tx, asked: NewRequest): Promise<{ id: number; record: string }> {
  const { user, accountType } = asked
  const [row] = await sql.rows<{ id: number; record: string }>(insertRequest, [
    await nextEventCode(sql),
    asked.type,
    firstState,
    asked.vnoId,
    asked.origin,
    asked.channel,
    asked.ctoId,
    asked.portId,
    JSON.stringify({ ...user, account_type: accountType, origin: asked.origin }),
    asked.payload && JSON.stringify(asked.payload),
    asked.fileId,
    user.id,
    asked.ignoreColumns ?? null,
  ])
  if (!row) throw new Error('a request without its row')
  const key = `enroll:${row.id}`
  if (asked.type === apiEnrollmentUploadfile)
    await schedule(sql, enrollFileTask, row.id, {}, { key, attempts: fileAttempts })
  else await schedule(sql, 'process.enroll', row.id, {}, { key })
  return row
}

export interface Request {
  payload: (EnrollmentAsked & Named) | null
  user_id: number
  file_id: number | null
  ignore_columns: string[] | null
  created_by: object | null
}

export async function requestOf(sql: Tx, eventId: number): Promise<Request> {
  const [request] = await sql.rows<Request>(
    `select q.payload, q.user_id, q.file_id, q.ignore_columns, e.created_by from enrollment_request q join event e on e.id = q.event_id
     where q.event_id = $1`,
    [eventId],
  )
  if (!request) throw new Error(`event ${eventId} asks for nothing`)
  return request
}

/** Moves a request along and publishes the change. */
export async function walk(sql: Tx, event: EventRow, triggers: readonly EventTrigger[]): Promise<EventRow> {
  let now = event
  for (const trigger of triggers) now = await moveEvent(sql, now, trigger)
  return now
}

/** Ends a request: a failure with its reason; a success is sent to the operator's webhook. */
export async function endRequest(
  sql: Tx,
  event: EventRow,
  trigger: 'open_failed' | 'close_wrong' | 'close_clean',
  patch: EventPatch = {},
): Promise<void> {
  const ended = await moveEvent(sql, event, trigger, { ...patch, finished_at: await businessNow(sql) })
  await auditProcess(sql, event, `enroll.${trigger}`, { process_state: ended.process_state, error: ended.error })
  if (trigger === 'close_clean')
    await schedule(sql, 'process.acknowledge', event.id, {}, { key: `acknowledge:${event.id}` })
}

/** Unique constraints that hold a label; another one that is violated says nothing of it. */
const labelConstraints: readonly unknown[] = ['drop_cable_label_key']

/** Code of a unique constraint that a simultaneous request has reached first. */
function takenCode(error: unknown): 'LABEL_DUPLICATE' | 'ALREADY_EXISTS' | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined
  return 'constraint' in error && labelConstraints.includes(error.constraint) ? 'LABEL_DUPLICATE' : 'ALREADY_EXISTS'
}

/** A failure of the request as stored; undefined if it is not the requester's mistake. */
export function errorOf(error: unknown): { code: string; text: string } | undefined {
  if (error instanceof Problem && error.status < 500) {
    const { details = [] } = error.extra
    const messages = details.map((one) => `${one.field}: ${text(one.message)}`).join(' ')
    return { code: error.code, text: messages || text(`problem.${error.code}`) }
  }
  const code = takenCode(error)
  return code && { code, text: text(`problem.${code}`) }
}

/** Runs the requested change in a savepoint and returns its failure; the transaction goes on. */
export async function tried<T>(
  sql: Tx,
  work: () => Promise<T>,
): Promise<{ done: T } | { error: { code: string; text: string } }> {
  await sql.rows('savepoint enrolling', [])
  try {
    const done = await work()
    await sql.rows('release savepoint enrolling', [])
    return { done }
  } catch (error) {
    const problem = errorOf(error)
    if (!problem) throw error
    await sql.rows('rollback to savepoint enrolling', [])
    return { error: problem }
  }
}

/** The type of the event that asks for an enrolment of a kind. */
export const requestType = (kind: EnrollmentKind) => (isRemoval(kind) ? apiUnenrollment : apiEnrollment)

/** The job: opens the checked event; after the change is stored, finalizes it. */
export async function enrollJob({ db }: Process, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  await inProcess(db, async (sql) => {
    const event = await lockEvent(sql, id)
    if (event?.process_state !== firstState) return
    const { payload: asked, user_id: userId, created_by: createdBy } = await requestOf(sql, id)
    if (!asked) throw new Error(`event ${id} asks for nothing`)
    const taken = await walk(sql, event, ['take'])
    const checked = await tried(sql, async () => {
      const element = await findElement(sql, event.vno_id, asked.kind, asked)
      const refusal = await refusalOf(sql, asked, element)
      if (refusal) throw refused(refusal)
      return element
    })
    if ('error' in checked) return await endRequest(sql, taken, 'open_failed', { error: checked.error })
    const open = await walk(sql, taken, ['opened', 'finalize'])
    failpoint('enroll.checked')
    const entered = {
      event,
      technicalId: null,
      origin: origin.is.api,
      userId,
      createdBy,
      pictures: [],
      hasPicture: false,
    }
    const committed = await tried(sql, () => enroll(sql, asked, checked.done, entered))
    if ('error' in committed) return await endRequest(sql, open, 'close_wrong', { error: committed.error })
    const { port } = checked.done
    await sql.rows('update enrollment_request set enrollment_id = $2 where event_id = $1', [id, committed.done])
    await endRequest(sql, open, 'close_clean', { port_id: port?.id ?? null, access_id: port?.access_id ?? null })
  })
}
