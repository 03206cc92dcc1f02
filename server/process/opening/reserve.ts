/** Who may work on a port: one intervention at a time, whatever its operator. Everything here in the scope of all operators. */
import { isOpen } from '@hilo/domain/event.ts'
import { portAfter, type PortState } from '@hilo/domain/port.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { assignmentStatus, inventoryStatus, portProblem, portState, processState } from '@hilo/domain/status.ts'
import { inProcess } from '../../db/in-process.ts'
import type { Tx } from '../../db/scope.ts'
import { text } from '../../http/texts.ts'
import { recountBox } from '../box.ts'
import { auditProcess, lockEvent, patchEvent, schedule, type EventRow } from '../event-row.ts'
import { portTaken } from '../port-holder.ts'
import { eventIdOf, type Process } from '../process.ts'

/** How long a port is kept for somebody who does nothing, in ms. */
export const reservationMs = 30 * 60_000
const life = `interval '${reservationMs} ms'`

interface LockedPort {
  id: number
  cto_id: number
  state: PortState
  assignment_status: number
  vno_id: number | null
  access_id: number | null
  now: Date
  /** Maintenance has the box. */
  locked: boolean
}

// The primary key decides: of two that ask at once the second waits for the first one's commit and gets no row.
const claim = `insert into port_claim (port_id, event_id, vno_id, expires_at) values ($1, $2, $3, app_now() + ${life})
  on conflict (port_id) do update set expires_at = excluded.expires_at where port_claim.event_id = excluded.event_id
  returning port_id`
const lockPort = `select p.id, p.cto_id, p.state, p.assignment_status, app_now() as now,
    (select cto_locked(c.lock_reason, c.lock_until) from cto c where c.id = p.cto_id) as locked,
    a.vno_id, a.access_id
  from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null where p.id = $1 for no key update of p`
const updatePort = `update port set state = $2, assignment_status = $3, inventory_status = $4, state_before = $5, problem = $6,
    last_change_at = app_now(), updated_at = app_now(), version = version + 1
  where id = $1 and set_config('app.port_change', $7, true) is not null`
const promise = `insert into port_assignment (port_id, vno_id, cto_id, label, state, assignment_status, access_id, reserved_until)
  select id, $2, cto_id, label, state, assignment_status, $3, app_now() + ${life} from port where id = $1`
const endPromise = 'update port_assignment set ended_at = app_now() where port_id = $1 and ended_at is null'

interface Written {
  /** In its name the port moves. */
  event?: Pick<EventRow, 'id'>
  /** Where the move itself does not say why. */
  cause?: string
  state: PortState
  assignment: number
  inventory?: number
  before?: PortState | null
  problem?: object | null
}

/** Writes what a port is; its box has to be counted again afterwards. */
export async function writePort(sql: Tx, portId: number, to: Written): Promise<void> {
  const { state, assignment, inventory = inventoryStatus.is.available, before = null, problem = null } = to
  const said = JSON.stringify({ event_id: to.event?.id, cause: to.cause })
  await sql.rows(updatePort, [portId, state, assignment, inventory, before, problem && JSON.stringify(problem), said])
}

const { asignado, ocupado, cesado } = portState.is
/** States of a port of one's own in which somebody may work on it as it is. */
const inUse: readonly number[] = [asignado, ocupado, cesado]

/**
 * Takes a port for an intervention: a free one is reserved for its operator, one of his own is kept from others.
 * @throws Problem PORT_NOT_AVAILABLE, without saying whose it is or why unless it is a colleague's; CTO_LOCKED
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
  await writePort(sql, portId, { event, state, assignment: assignmentStatus.is.reserved })
  await sql.rows(promise, [portId, event.vno_id, event.access_id])
  await recountBox(sql, port.cto_id)
  await schedule(sql, 'process.reservation', event.id, {}, { at: { afterMs: reservationMs }, key: key(event.id) })
  await auditProcess(sql, event, 'reserve', { port_id: portId, state }, { state: port.state })
}

const key = (eventId: number) => `reservation:${eventId}`

const dropClaim = 'delete from port_claim where event_id = $1 returning port_id'
// Given by an intervention alone: an order's promise has no end of its own.
const promised = `select exists (select from port_assignment where port_id = $1 and vno_id = $2 and ended_at is null
  and reserved_until is not null)::text`

// A drop laid for nobody yet leads nowhere once its port is given back; it is still there for the next order.
const loosen = `
  update drop_cable set state = 'reutilizable', port_id = null, version = version + 1, updated_at = app_now()
  where port_id = $1 and installed_event_id = $2 and access_id is null and state = 'instalada'`

/** Gives back what an intervention had taken; a port that was its operator's before stays so. */
export async function releasePort(sql: Tx, event: EventRow): Promise<void> {
  await releaseClaims(sql, event)
  await sql.rows(loosen, [event.port_id, event.id])
}

/** Lets go of every port that is kept for it: those that were only promised to it are free again. */
export async function releaseClaims(sql: Tx, event: EventRow, why: { cause?: string } = {}): Promise<void> {
  for (const { port_id: portId } of await sql.rows<{ port_id: number }>(dropClaim, [event.id])) {
    const [port] = await sql.rows<LockedPort>(lockPort, [portId])
    const given = (await sql.json(promised, [portId, event.vno_id])) === 'true'
    const state = port && portAfter(port.state, 'release')
    if (!port || !given || state == null) continue
    await sql.rows(endPromise, [portId])
    await writePort(sql, portId, { event, ...why, state, assignment: assignmentStatus.is.available })
    await recountBox(sql, port.cto_id)
    await auditProcess(sql, event, 'release', { port_id: portId, state }, { state: port.state })
  }
}

const renew = `with held as (
    update port_claim set expires_at = app_now() + ${life} where event_id = $1 returning port_id)
  update port_assignment a set reserved_until = app_now() + ${life}
    from held where a.port_id = held.port_id and a.ended_at is null and a.reserved_until is not null`

/** Somebody is at work: the port is kept for another while. */
export async function renewReservation(sql: Tx, eventId: number): Promise<void> {
  await sql.rows(renew, [eventId])
}

const keepProblem = 'update port set problem = $2, updated_at = app_now(), version = version + 1 where id = $1'

/**
 * A port found unusable. A free one, or one reserved for this intervention, waits for somebody to look at it. A customer's
 * own keeps its customer and its problem until the work is closed; one in use by others is what the inventory says anyway.
 * Answers whether the intervention still works on it.
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
  const given = (await sql.json(promised, [portId, event.vno_id])) === 'true'
  if (found.vno_id === event.vno_id && inUse.includes(found.state) && !given) {
    await sql.rows(keepProblem, [portId, JSON.stringify(problem)])
    await auditProcess(sql, event, 'report_port', { port_id: portId, code })
    return portId === event.port_id
  }
  if (portId === event.port_id) await releasePort(sql, event)
  const [port] = await sql.rows<LockedPort>(lockPort, [portId])
  const state = port?.state === portState.is.disponible ? portAfter(port.state, 'report') : null
  if (!port || state === null) return false
  const { assignment_status: assignment, state: before } = port
  const inventory = inventoryStatus.is.inventory_review
  await writePort(sql, portId, { event, state, assignment, inventory, before, problem })
  await recountBox(sql, port.cto_id)
  await auditProcess(sql, event, 'report_port', { port_id: portId, state, code }, { state: before })
  return false
}

/**
 * A port that the work gives up for another one: somebody looks at it before anybody gets it again. A customer who still
 * hangs there stays its customer until the work is closed.
 */
export async function leavePort(sql: Tx, event: EventRow, portId: number, problem: object): Promise<void> {
  await sql.rows('delete from port_claim where port_id = $1 and event_id = $2', [portId, event.id])
  const [port] = await sql.rows<LockedPort>(lockPort, [portId])
  if (!port || (port.vno_id !== null && port.vno_id !== event.vno_id)) return
  const given = (await sql.json(promised, [portId, event.vno_id])) === 'true'
  if (given) await sql.rows(endPromise, [portId])
  const state = portAfter(port.state, 'report')
  if (state === null) return void (await sql.rows(keepProblem, [portId, JSON.stringify(problem)]))
  const assignment = given ? assignmentStatus.is.available : port.assignment_status
  const before = given ? portState.is.disponible : port.state
  const inventory = inventoryStatus.is.inventory_review
  await writePort(sql, portId, { event, cause: 'hair_change', state, assignment, inventory, before, problem })
  await recountBox(sql, port.cto_id)
  await auditProcess(sql, event, 'leave_port', { port_id: portId, state }, { state: port.state })
}

const endOfClaim = `select min(expires_at) as ends, bool_and(expires_at <= app_now()) as over from port_claim where event_id = $1`

/** A port that nobody used goes back; its step has to be done again. While the closing is decided nothing is taken away. */
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
