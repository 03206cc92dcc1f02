/**
 * Port claims: one intervention at a time on a port, across all operators. Everything here runs in the scope of all operators.
 */
import { isOpen } from '@hilo/domain/event.ts'
import { portAfter, type PortState } from '@hilo/domain/port.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { assignmentStatus, inventoryStatus, portProblem, portState, processState } from '@hilo/domain/status.ts'
import { inProcess } from '../../kernel/sql/in-process.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import { recountBox } from '../box.ts'
import { auditProcess, lockEvent, patchEvent, type EventRow } from '../event-row.ts'
import { schedule } from '../schedule.ts'
import { portTaken } from '../port-holder.ts'
import { endAssignment, sound, writePort } from '../port-row.ts'
import { eventIdOf, type Process } from '../process.ts'

/** Lifetime of a claim without activity, ms. */
const reservationMs = 30 * 60_000
const life = `interval '${reservationMs} ms'`

interface LockedPort {
  id: number
  cto_id: number
  state: PortState
  assignment_status: number
  vno_id: number | null
  access_id: number | null
  now: Date
  /** The box is locked for maintenance. */
  locked: boolean
}

// The primary key decides: of two concurrent claims the second waits for the first's commit and gets no row.
const claim = `insert into port_claim (port_id, event_id, vno_id, expires_at) values ($1, $2, $3, app_now() + ${life})
  on conflict (port_id) do update set expires_at = excluded.expires_at where port_claim.event_id = excluded.event_id
  returning port_id`
const lockPort = `select p.id, p.cto_id, p.state, p.assignment_status, app_now() as now,
    (select cto_locked(c.lock_reason, c.lock_until) from cto c where c.id = p.cto_id) as locked,
    a.vno_id, a.access_id
  from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null where p.id = $1 for no key update of p`
const promise = `insert into port_assignment (port_id, vno_id, cto_id, label, state, assignment_status, access_id, reserved_until)
  select id, $2, cto_id, label, state, assignment_status, $3, app_now() + ${life} from port where id = $1`

const { asignado, ocupado, cesado } = portState.is
const inventory_status = inventoryStatus.is.inventory_review
/** States of an own port in which work is possible without changing the state. */
const inUse: readonly number[] = [asignado, ocupado, cesado]

/**
 * Claims a port for an intervention: a free one is reserved for its operator, an own one is locked for others.
 * @throws Problem PORT_NOT_AVAILABLE, naming holder and reason only for a colleague's; CTO_LOCKED
 */
export async function reservePort(sql: Tx, event: EventRow, portId: number): Promise<void> {
  const [claimed] = await sql.rows(claim, [portId, event.id, event.vno_id])
  if (!claimed) throw await portTaken(sql, event, portId)
  const [port] = await sql.rows<LockedPort>(lockPort, [portId])
  if (!port || port.cto_id !== event.cto_id) throw new Problem('PORT_NOT_AVAILABLE')
  if (port.vno_id === event.vno_id && inUse.includes(port.state)) {
    // A port in use by another customer cannot become the worked one.
    const others = port.state === ocupado && port.access_id !== null && port.access_id !== event.access_id
    if (others) throw new Problem('PORT_NOT_AVAILABLE')
    return
  }
  const state = portAfter(port.state, 'assign')
  if (state === null || port.vno_id !== null) throw new Problem('PORT_NOT_AVAILABLE')
  if (port.locked && event.work_kind !== 'mantenimiento') throw new Problem('CTO_LOCKED')
  await writePort(
    sql,
    portId,
    { ...sound, state, assignment_status: assignmentStatus.is.reserved },
    { event_id: event.id },
  )
  await sql.rows(promise, [portId, event.vno_id, event.access_id])
  await recountBox(sql, port.cto_id)
  await schedule(sql, 'process.reservation', event.id, {}, { at: { afterMs: reservationMs }, key: key(event.id) })
  await auditProcess(sql, event, 'reserve', { port_id: portId, state }, { state: port.state })
}

const key = (eventId: number) => `reservation:${eventId}`

const dropClaim = 'delete from port_claim where event_id = $1 returning port_id'
// Only a promise by an intervention expires with it; an order's promise stays.
const promised = `select exists (select from port_assignment where port_id = $1 and vno_id = $2 and ended_at is null
  and reserved_until is not null)::text`

// A drop laid without a customer is detached when its port is released; it remains for the next order.
const loosen = `
  update drop_cable set state = 'reutilizable', port_id = null, version = version + 1, updated_at = app_now()
  where port_id = $1 and installed_event_id = $2 and access_id is null and state = 'instalada'`

/** Releases what an intervention had reserved; a port that was its operator's before stays so. */
export async function releasePort(sql: Tx, event: EventRow): Promise<void> {
  await releaseClaims(sql, event)
  await sql.rows(loosen, [event.port_id, event.id])
}

/** Releases every claim of an intervention: ports that were only promised are free again. */
export async function releaseClaims(sql: Tx, event: EventRow, why: { cause?: string } = {}): Promise<void> {
  for (const { port_id: portId } of await sql.rows<{ port_id: number }>(dropClaim, [event.id])) {
    const [port] = await sql.rows<LockedPort>(lockPort, [portId])
    const isReserved = (await sql.json(promised, [portId, event.vno_id])) === 'true'
    const state = port && portAfter(port.state, 'release')
    if (!port || !isReserved || state == null) continue
    await endAssignment(sql, portId)
    await writePort(
      sql,
      portId,
      { ...sound, state, assignment_status: assignmentStatus.is.available },
      { event_id: event.id, ...why },
    )
    await recountBox(sql, port.cto_id)
    await auditProcess(sql, event, 'release', { port_id: portId, state }, { state: port.state })
  }
}

const renew = `with held as (
    update port_claim set expires_at = app_now() + ${life} where event_id = $1 returning port_id)
  update port_assignment a set reserved_until = app_now() + ${life}
    from held where a.port_id = held.port_id and a.ended_at is null and a.reserved_until is not null`

/** Renews the claim on activity. */
export async function renewReservation(sql: Tx, eventId: number): Promise<void> {
  await sql.rows(renew, [eventId])
}

/**
 * A port found unusable. A free one, or one reserved for this intervention, goes to review. A customer's own port keeps
 * customer and problem until the work is closed; a port in use by others is left as the inventory has it. Returns whether the
 * intervention still works on it.
 */
export async function reportPort(
  sql: Tx,
  event: EventRow,
  portId: number,
  { code, userId }: { code: number; userId: number },
): Promise<boolean> {
  const [found] = await sql.rows<LockedPort>(lockPort, [portId])
  if (!found || found.cto_id !== event.cto_id) return false
  const at = found.now.toISOString()
  const problem = { reason: portProblem.is.unavailable, code, reported_by: userId, event_id: event.id, at }
  const isReserved = (await sql.json(promised, [portId, event.vno_id])) === 'true'
  if (found.vno_id === event.vno_id && inUse.includes(found.state) && !isReserved) {
    await writePort(sql, portId, { problem })
    await auditProcess(sql, event, 'report_port', { port_id: portId, code })
    return portId === event.port_id
  }
  if (portId === event.port_id) await releasePort(sql, event)
  const [port] = await sql.rows<LockedPort>(lockPort, [portId])
  const state = port?.state === portState.is.disponible ? portAfter(port.state, 'report') : null
  if (!port || state === null) return false
  const { assignment_status, state: before } = port
  const reported = { state, assignment_status, inventory_status, state_before: before, problem }
  await writePort(sql, portId, reported, { event_id: event.id })
  await recountBox(sql, port.cto_id)
  await auditProcess(sql, event, 'report_port', { port_id: portId, state, code }, { state: before })
  return false
}

/**
 * A port that the work leaves for another one: goes to review before it can be assigned. A customer still connected there
 * keeps it until the work is closed.
 */
export async function leavePort(sql: Tx, event: EventRow, portId: number, problem: object): Promise<void> {
  await sql.rows('delete from port_claim where port_id = $1 and event_id = $2', [portId, event.id])
  const [port] = await sql.rows<LockedPort>(lockPort, [portId])
  if (!port || (port.vno_id !== null && port.vno_id !== event.vno_id)) return
  const isReserved = (await sql.json(promised, [portId, event.vno_id])) === 'true'
  if (isReserved) await endAssignment(sql, portId)
  const state = portAfter(port.state, 'report')
  if (state === null) return void (await writePort(sql, portId, { problem }))
  const assignment = isReserved ? assignmentStatus.is.available : port.assignment_status
  const before = isReserved ? portState.is.disponible : port.state
  const left = { state, assignment_status: assignment, inventory_status, state_before: before, problem }
  await writePort(sql, portId, left, { event_id: event.id, cause: 'hair_change' })
  await recountBox(sql, port.cto_id)
  await auditProcess(sql, event, 'leave_port', { port_id: portId, state }, { state: port.state })
}

const endOfClaim = `select min(expires_at) as ends, bool_and(expires_at <= app_now()) as over from port_claim where event_id = $1`

/** Releases an unused port; its step must be done again. Never while the closing is decided. */
export async function reservationJob({ db }: Process, payload: unknown): Promise<void> {
  await inProcess(db, async (sql) => {
    const event = await lockEvent(sql, eventIdOf(payload))
    if (!event) return
    const [claimed] = await sql.rows<{ ends: Date | null; over: boolean }>(endOfClaim, [event.id])
    if (!claimed?.ends) return
    if (!isOpen(event.process_state)) return
    if (event.process_state !== processState.is.created || !claimed.over) {
      const at = claimed.over ? { afterMs: reservationMs } : claimed.ends
      return await schedule(sql, 'process.reservation', event.id, {}, { at, key: key(event.id) })
    }
    await releaseClaims(sql, event, { cause: 'reservation_expired' })
    const steps = event.steps.map((one) =>
      one.step === 'port_available' && one.status === 'done'
        ? { ...one, status: 'paused' as const, done_at: null }
        : one,
    )
    const code = 'PORT_RESERVED_EXPIRED'
    await patchEvent(sql, event, { port_id: null, steps, error: { code, text: text(`problem.${code}`) } })
  })
}
