import type { Order } from '@hilo/contract/orders/orders.ts'
import { isOrderClosed } from '@hilo/domain/order.ts'
import { Link } from '@tanstack/react-router'
import { Facts, type Fact } from '../../lists/panel/Facts.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { appointmentText, dayPlain, dayTitle, wallOf } from './clock.ts'
import { deadlineText, homeText, isOverdue, productText, reasonOf } from './order-facts.ts'

const accessRoute = (id: number): string => `/vno/accesos/${id}`

/** Appointment, in the place's time zone. */
function Appointment({ order }: { order: Order }) {
  if (!order.appointment) return <span className="hl-faint">{text('order.noAppointment')}</span>
  return (
    <>
      {dayTitle(wallOf(order.appointment.from, order.time_zone).day)}
      <br />
      {appointmentText(order)}
    </>
  )
}

/** Deadline, highlighted once passed. */
function Deadline({ order }: { order: Order }) {
  const now = useNow(60_000)
  const deadline = deadlineText(order, now)
  if (deadline === null) return <span className="hl-faint">{text('order.deadline.none')}</span>
  if (!isOverdue(order, now)) return deadline
  return (
    <span className="hl-danger">
      <Shape kind="diamond" tone="danger" size={9} /> {deadline}
    </span>
  )
}

/** Contact; without one, the reason. */
function Contact({ order }: { order: Order }) {
  if (order.contact)
    return (
      <>
        {order.contact.name}
        <br />
        <a href={`tel:${order.contact.phone}`}>{order.contact.phone}</a>
        <br />
        <span className="hl-faint">{text('order.contact.erased')}</span>
      </>
    )
  return (
    <span className="hl-faint">{text(isOrderClosed(order.state) ? 'order.contact.gone' : 'order.contact.none')}</span>
  )
}

/** Reason and author of a cancellation. */
function endFacts(order: Order): (Fact | false)[] {
  const { cancellation } = order
  return [
    { name: 'order.rejected', value: order.reject_code },
    cancellation !== null && { name: 'column.orders.cancellation.reason_code', value: reasonOf(order) },
    cancellation !== null && { name: 'column.orders.cancellation.comments', value: cancellation.comments },
    cancellation !== null && {
      name: 'order.cancelled.by',
      value: `${cancellation.by.name}, ${formatDateTime(cancellation.at)}`,
    },
  ]
}

/** Kind, place, time and technician. */
export function OrderFacts({ order }: { order: Order }) {
  const { access, cto, port } = order
  return (
    <Facts
      facts={[
        { name: 'list.orders.filter.appointment', value: <Appointment order={order} /> },
        { name: 'column.orders.deadline_at', value: <Deadline order={order} /> },
        {
          name: 'column.orders.assigned_technical.name',
          value: order.assigned_technical ? (
            <>
              {order.assigned_technical.name} <span className="hl-faint">{order.contractor?.name}</span>
            </>
          ) : (
            <span className="hl-faint">{text('order.nobody')}</span>
          ),
        },
        { name: 'order.contact', value: <Contact order={order} /> },
        { name: 'list.address', value: homeText(order) },
        { name: 'order.product', value: productText(order) },
        {
          name: 'column.orders.access.code',
          value: access && (
            <Link className="code" to={accessRoute(access.id)}>
              {access.code}
            </Link>
          ),
        },
        {
          name: 'column.orders.cto.code',
          value: cto && (
            <>
              <Link className="code" to="/vno/ctos/$id" params={{ id: String(cto.id) }}>
                {boxLabel(cto.code)}
              </Link>{' '}
              {port && (
                <span className="hl-faint">{text('list.port', { number: Number(port.code.split('/')[1]) })}</span>
              )}
            </>
          ),
        },
        { name: 'column.orders.requested_date', value: order.requested_date && dayPlain(order.requested_date) },
        { name: 'order.held', value: order.held_reason && text(`order.held.${order.held_reason}`) },
        {
          name: 'order.event',
          value: order.open_event && (
            <Link className="code" to="/vno/intervenciones/$id" params={{ id: String(order.open_event.id) }}>
              {order.open_event.code}
            </Link>
          ),
        },
        ...endFacts(order),
        { name: 'column.orders.external_order_id', value: <span className="code">{order.external_order_id}</span> },
        { name: 'column.orders.vno.name', value: order.vno.name },
        { name: 'column.orders.created_at', value: formatDateTime(order.created_at) },
      ]}
    />
  )
}

/** "Alta", "Avería" */
export const kindText = (order: Pick<Order, 'kind'>): string => choiceText('order_kind', order.kind)
