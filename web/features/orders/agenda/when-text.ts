import type { Order } from '@hilo/contract/orders/orders.ts'
import { text } from '../../../ui/text.ts'
import { appointmentText, dayPlain, wallOf } from '../clock.ts'
import { noHour } from './Visit.tsx'

/** Appointment, or the first possible day; of an assigned order without hours, that it has none. */
export function whenText(order: Order): string {
  const hours = appointmentText(order)
  if (order.appointment && hours) return `${dayPlain(wallOf(order.appointment.from, order.time_zone).day)}, ${hours}`
  if (order.assigned_technical_id !== null)
    return [noHour(order), order.requested_date && dayPlain(order.requested_date)].filter(Boolean).join(', ')
  return order.requested_date
    ? text('agenda.from', { day: dayPlain(order.requested_date) })
    : text('order.noAppointment')
}
