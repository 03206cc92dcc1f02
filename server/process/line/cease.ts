/** Ceases a customer's line: moves the event (type 7), deconfigures the OLT, updates the inventory. */
import { accessAfter, type AccessState } from '@hilo/domain/access.ts'
import { oltTries, lineTimes } from '@hilo/domain/line-work.ts'
import { portAfter, type PortState } from '@hilo/domain/port.ts'
import { assignmentStatus, eventType, processState } from '@hilo/domain/status.ts'
import { openStates } from '../../kernel/sql/states.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { recountBox } from '../box.ts'
import { writePort } from '../port-row.ts'
import { auditProcess, lockEvent, moveEvent, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { eventIdOf, type Process } from '../process.ts'
import { inProcess } from '../tx.ts'
import { failure, isSilent } from './job.ts'
import { notifyLine } from './line-notices.ts'

const { iddle, finalizing } = processState.is

interface Line {
  access: { id: number; state: AccessState; version: number } | null
  port: { id: number; state: PortState; access_id: number | null } | null
  /** An intervention is open at the port. */
  busy: boolean
  retire_drop: boolean
  now: Date
}

// Locks the port before the access: the common lock order.
const lockPort = `select p.id, p.state, a.access_id from port p
  left join port_assignment a on a.port_id = p.id and a.ended_at is null where p.id = $1 for no key update of p`
const lockAccess = 'select id, state, version from access where id = $1 for no key update'
const asked = `select u.retire_drop, app_now() as now, exists (select from event o where o.type = ${eventType.is.createListener}
    and o.process_state in (${openStates}) and (o.access_id = u.access_id or o.port_id = $2)) as busy
  from unsubscription u where u.event_id = $1`
const setAccess = `
  with moved as (
    update access set state = $2, ceased_at = case when $2 = 'baja' then app_now() else ceased_at end, version = version + 1,
      updated_at = app_now() where id = $1 returning id, version, vno_id)
  select changed('accesses', id, version, vno_id) from moved`
const keepDrop = `update drop_cable set state = 'reutilizable', version = version + 1, updated_at = app_now()
  where access_id = $1 and state = 'instalada'`
const countTry = 'update unsubscription set tries = tries + 1 where event_id = $1 returning tries'

async function lockLine(sql: Tx, event: EventRow): Promise<Line> {
  const [port] = await sql.rows<NonNullable<Line['port']>>(lockPort, [event.port_id])
  const [access] = await sql.rows<NonNullable<Line['access']>>(lockAccess, [event.access_id])
  const [known] = await sql.rows<Pick<Line, 'busy' | 'retire_drop' | 'now'>>(asked, [event.id, event.port_id])
  if (!known) throw new Error(`event ${event.id} is no unsubscription of this kind`)
  return { port: port ?? null, access: access ?? null, ...known }
}

/** The reason why the line cannot be ceased; null if it can. */
function obstacle({ access, port, busy }: Line): ReturnType<typeof failure> | null {
  if (!access || access.state !== 'en_baja') return failure('ACCESS_BAD_STATE')
  if (!port || port.access_id !== access.id || portAfter(port.state, 'unsubscribe') === null)
    return failure('PORT_NOT_AVAILABLE')
  return busy ? failure('ORDER_HAS_OPEN_EVENT') : null
}

/** Moves the request up to the OLT command; null if no command is needed. */
async function begin(sql: Tx, id: number): Promise<EventRow | null> {
  const event = await lockEvent(sql, id)
  if (event?.type !== eventType.is.unsubscription) return null
  if (event.process_state === finalizing) return event
  if (event.process_state !== iddle) return null
  const line = await lockLine(sql, event)
  const taken = await moveEvent(sql, event, 'take', { started_at: line.now })
  const error = obstacle(line)
  if (error) {
    const keptState = line.access && accessAfter(line.access.state, 'keep')
    if (line.access && keptState) await sql.rows(setAccess, [line.access.id, keptState])
    const failed = await moveEvent(sql, taken, 'open_failed', { error, finished_at: line.now })
    await auditProcess(sql, failed, 'unsubscribe', { process_state: failed.process_state, error })
    await notifyLine(sql, failed, 'unsubscription_failed')
    return null
  }
  return await moveEvent(sql, await moveEvent(sql, taken, 'opened'), 'finalize')
}

async function giveUp(sql: Tx, event: EventRow, error: ReturnType<typeof failure>): Promise<void> {
  const failed = await moveEvent(sql, event, 'close_wrong', { error })
  await auditProcess(sql, failed, 'unsubscribe', { process_state: failed.process_state, error })
  await notifyLine(sql, failed, 'unsubscription_failed')
}

/** The OLT did not take the command: retries, and finally marks it for a person. */
async function again(sql: Tx, id: number): Promise<void> {
  const event = await lockEvent(sql, id)
  if (event?.process_state !== finalizing) return
  const [row] = await sql.rows<{ tries: number }>(countTry, [id])
  const tries = row?.tries ?? 0
  if (tries >= oltTries) return await giveUp(sql, event, failure('OLT_UNREACHABLE'))
  const afterMs = lineTimes.olt[Math.min(tries, lineTimes.olt.length) - 1] ?? 0
  await scheduleCease(sql, id, { afterMs })
}

/** Port, access, drop and box change in one transaction. */
async function commit(sql: Tx, id: number): Promise<void> {
  const event = await lockEvent(sql, id)
  if (event?.process_state !== finalizing) return
  const line = await lockLine(sql, event)
  const error = obstacle(line)
  if (error || !line.port || !line.access) return await giveUp(sql, event, error ?? failure('ACCESS_BAD_STATE'))
  const state = portAfter(line.port.state, 'unsubscribe')
  const ceased = accessAfter(line.access.state, 'cease')
  if (state === null) return await giveUp(sql, event, failure('PORT_NOT_AVAILABLE'))
  const withdrawing = { state, assignment_status: assignmentStatus.is.to_be_withdrawn }
  await writePort(sql, line.port.id, withdrawing, { cause: 'unsubscribe', event_id: id })
  await sql.rows(setAccess, [line.access.id, ceased])
  if (!line.retire_drop) await sql.rows(keepDrop, [line.access.id])
  await recountBox(sql, event.cto_id)
  const done = await moveEvent(sql, event, 'close_clean', { finished_at: line.now, error: null })
  const after = { process_state: done.process_state, port: state, access: ceased }
  await auditProcess(sql, done, 'unsubscribe', after, { port: line.port.state, access: line.access.state })
  await schedule(sql, 'process.acknowledge', id, {}, { key: `acknowledge:${id}` })
  const at = { afterMs: lineTimes.lightAfterCease }
  await schedule(sql, 'process.cease_light', id, {}, { at, key: `cease_light:${id}` })
}

/** Schedules the ceasing, at a business time or after so many ms. */
export async function scheduleCease(sql: Tx, id: number, at: Date | { afterMs: number }): Promise<void> {
  await schedule(sql, 'process.unsubscribe', id, {}, { at, key: `unsubscribe:${id}` })
}

export async function ceaseJob({ db, reader }: Process, payload: unknown): Promise<void> {
  const id = eventIdOf(payload)
  const event = await inProcess(db, (sql) => begin(sql, id))
  if (!event || event.port_id === null) return
  const deprovisioned = await reader.deprovision(event.cto_id, event.port_id).then(
    () => true,
    (error: unknown) => !isSilent(error),
  )
  await inProcess(db, (sql) => (deprovisioned ? commit(sql, id) : again(sql, id)))
}
