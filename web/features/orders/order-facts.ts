import type { Order } from '@hilo/contract/orders/orders.ts'
import { isOrderClosed } from '@hilo/domain/order.ts'
import { reasonCatalogues, reasonText } from '@hilo/domain/reason.ts'
import { formatDateTime } from '../../ui/format.ts'
import { withZoneNote } from '../../ui/place-time.ts'
import { text } from '../../ui/text.ts'

type Due = Pick<Order, 'state' | 'deadline_at' | 'completed_at'>
type DueThere = Due & Pick<Order, 'time_zone'>

/** Open after its deadline. */
export const isOverdue = ({ state, deadline_at: at }: Due, now: number): boolean =>
  at !== null && !isOrderClosed(state) && Date.parse(at) < now

/** Deadline in the place's time zone, or whether it was met; null without one. */
export function deadlineText(order: DueThere, now: number): string | null {
  const { deadline_at, completed_at, time_zone } = order
  if (deadline_at === null) return null
  const at = withZoneNote(formatDateTime(deadline_at, time_zone), deadline_at, time_zone)
  if (completed_at !== null)
    return text(Date.parse(completed_at) > Date.parse(deadline_at) ? 'order.deadline.late' : 'order.deadline.kept', {
      at,
    })
  return isOverdue(order, now) ? text('order.deadline.over', { at }) : at
}

const known: readonly string[] = reasonCatalogues.order_cancel

/** Reason of a cancellation as text; custom reasons as they are. */
export function reasonOf({ cancellation }: Pick<Order, 'cancellation'>): string | null {
  if (!cancellation) return null
  const { reason_code: code } = cancellation
  return known.includes(code) ? text(reasonText('order_cancel', code)) : code
}

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** "C/ Peña Prieta 38, 2.º B, 28053 Madrid" */
export function homeText({ address }: Pick<Order, 'address'>): string | null {
  if (!address) return null
  const of = (name: string) => word(address[name])
  const street = [of('street'), of('number')].filter(Boolean).join(' ')
  const town = [of('postal_code'), of('municipality')].filter(Boolean).join(' ')
  return [street, of('floor'), town].filter(Boolean).join(', ') || null
}

/** "FTTH600, 600/300 Mb/s" */
export function productText({ product }: Pick<Order, 'product'>): string | null {
  if (!product) return null
  const [down, up] = [word(product['down_mbps']), word(product['up_mbps'])]
  const speed = [down, up].filter(Boolean).join('/')
  return [word(product['code']), speed && `${speed} Mb/s`].filter(Boolean).join(', ') || null
}
