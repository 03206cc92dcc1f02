import type { Order } from '@hilo/contract/orders/orders.ts'
import type { CallProblem } from '../../api/problem.ts'
import { text } from '../../ui/text.ts'
import { appointmentText, dayPlain, wallOf } from './clock.ts'

/** The server's record of a conflicting order, if included. */
export function serverOrder({ body }: CallProblem): Order | null {
  const { record } = body
  return typeof record === 'object' && record !== null && 'assigned_technical' in record ? (record as Order) : null
}

/** Conflict message: who has the order now, and since when. */
export function takenText(problem: CallProblem): string {
  const order = serverOrder(problem)
  if (!order) return text('problem.VERSION_CONFLICT')
  const hours = appointmentText(order)
  const day = order.appointment ? dayPlain(wallOf(order.appointment.from, order.time_zone).day) : ''
  return text('order.taken', {
    code: order.code,
    name: order.assigned_technical?.name ?? text('order.nobody').toLocaleLowerCase('es'),
    hours: hours ? `${day}, ${hours}` : text('order.noAppointment').toLocaleLowerCase('es'),
  })
}
