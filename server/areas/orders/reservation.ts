/** Reservations of an order: a future access and its port. */
import { portAfter, type PortState } from '@hilo/domain/port.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { assignmentStatus, eventType } from '@hilo/domain/status.ts'
import { endedStates } from '../../kernel/sql/states.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { addAccess } from '../../process/access-row.ts'
import { recountBox } from '../../process/box.ts'
import { writeOrder, type OrderPatch, type OrderRow } from '../../process/order-row.ts'
import { sound, writePort } from '../../process/port-row.ts'
import { text } from '../../kernel/texts.ts'
import { heldProblem } from '../../kernel/validation.ts'

interface Feasibility {
  id: number
  port_id: number | null
  valid: boolean
}
const lockFeasibility = `select id, port_id, released_at is null and valid_until > app_now() as valid from feasibility
  where id = $1 and vno_id = $2 for no key update`
const lockPort = `select p.id, p.cto_id, p.state, a.id as assignment_id, a.access_id, a.reserved_until
  from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null and a.vno_id = $2
  where p.id = $1 for no key update of p`
interface HeldPort {
  id: number
  cto_id: number
  state: PortState
  assignment_id: number | null
  access_id: number | null
  reserved_until: Date | null
}
const keepPort = `update port_assignment set access_id = $2, reserved_until = null where id = $1`
const useFeasibility = `update feasibility set released_at = app_now(), version = version + 1, updated_at = app_now() where id = $1`

/**
 * Turns the port reserved by a feasibility inquiry into that of a future access.
 * @returns the new access and its box; null if the inquiry reserved no port
 * @throws Problem NOT_FOUND, PORT_NOT_AVAILABLE if the reservation has expired
 */
export async function promiseAccess(
  sql: Tx,
  vnoId: number,
  feasibilityId: number,
  home: { product: object | null; address: object | null },
): Promise<{ access: number; cto: number } | null> {
  const [asked] = await sql.rows<Feasibility>(lockFeasibility, [feasibilityId, vnoId])
  if (!asked) throw new Problem('NOT_FOUND')
  if (asked.port_id === null) return null
  const [port] = await sql.rows<HeldPort>(lockPort, [asked.port_id, vnoId])
  const held = asked.valid && port?.assignment_id != null && port.access_id === null && port.reserved_until !== null
  if (!held) throw new Problem('PORT_NOT_AVAILABLE')
  const { address, product } = home
  const place = { vno_id: vnoId, cto_id: port.cto_id, port_id: port.id }
  const access = await addAccess(sql, { ...place, state: 'reservado', product, home: address && { address } })
  if (access === null) throw new Error('an access without its code')
  await sql.rows(keepPort, [port.assignment_id, access])
  await writePort(sql, port.id, { ...sound, state: port.state, assignment_status: assignmentStatus.is.assigned }, {})
  await sql.rows(useFeasibility, [asked.id])
  return { access, cto: port.cto_id }
}

// An access that another order needs as well stays.
const ceasePromised = `update access x set state = 'baja', ceased_at = app_now(), version = version + 1, updated_at = app_now()
  where x.id = $1 and x.vno_id = $2 and x.state = 'reservado' and not exists (select from service_order o
    where o.access_id = x.id and o.id <> $3 and o.state in ('recibida', 'asignada', 'en_curso'))
  returning x.port_id`
const endPromise = 'update port_assignment set ended_at = app_now() where id = $1'

/** Releases the reservations of an order: its future access and port. */
async function breakPromise(sql: Tx, order: OrderRow): Promise<void> {
  if (order.access_id === null) return
  const [ceased] = await sql.rows<{ port_id: number }>(ceasePromised, [order.access_id, order.vno_id, order.id])
  if (!ceased) return
  const [port] = await sql.rows<HeldPort>(lockPort, [ceased.port_id, order.vno_id])
  if (port?.assignment_id == null || port.access_id !== order.access_id) return
  const state = portAfter(port.state, 'release')
  if (state === null) return
  await sql.rows(endPromise, [port.assignment_id])
  await writePort(sql, port.id, { ...sound, state, assignment_status: assignmentStatus.is.available }, {})
  await recountBox(sql, port.cto_id)
}

const worked = `select json_build_object('id', id, 'code', code)::text from event where service_order_id = $1 and type = ${eventType.is.createListener}
  and process_state not in (${endedStates}) order by id desc limit 1`

/**
 * Ends an order without work and deletes its customer's contact.
 * @throws Problem ORDER_HAS_OPEN_EVENT with the intervention in `record`, ORDER_ALREADY_COMPLETED, ORDER_BAD_STATE
 */
export async function endOrder(
  sql: Tx,
  order: OrderRow,
  move: 'cancel' | 'reject',
  patch: OrderPatch,
): Promise<OrderRow> {
  const open = await sql.json(worked, [order.id])
  if (open !== null) {
    const event = JSON.parse(open) as { code: string }
    throw heldProblem('ORDER_HAS_OPEN_EVENT', 'service_order_id', text('inUse.event', { code: event.code }), event)
  }
  const ended = await writeOrder(sql, order, move, patch)
  await breakPromise(sql, order)
  return ended
}
