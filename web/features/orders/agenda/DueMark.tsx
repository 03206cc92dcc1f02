import type { Order } from '@hilo/contract/orders/orders.ts'
import { isOrderClosed } from '@hilo/domain/order.ts'
import { withZoneNote } from '../../../ui/place-time.ts'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { text } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { dayPlain, minuteText, wallOf } from '../clock.ts'
import { isDueTooSoon } from '../conflicts.ts'
import { isOverdue } from '../order-facts.ts'
import { ConflictMark } from '../Warnings.tsx'

/** Deadline of an unassigned order; red once passed, marked where it is before the first possible day. */
export function DueMark({ order }: { order: Order }) {
  const now = useNow(60_000)
  if (order.deadline_at === null || isOrderClosed(order.state)) return null
  const over = isOverdue(order, now)
  const { day, minute } = wallOf(order.deadline_at, order.time_zone)
  const tooSoon = !over && isDueTooSoon(order)
  return (
    <small className={over ? 'hl-danger' : tooSoon ? 'hl-warning' : undefined}>
      {over && <Shape kind="diamond" tone="danger" size={9} />}
      {tooSoon && <ConflictMark />}{' '}
      {text(over ? 'agenda.over' : 'agenda.due', {
        at: withZoneNote(`${dayPlain(day)}, ${minuteText(minute)}`, order.deadline_at, order.time_zone),
      })}
      {tooSoon && `: ${text('agenda.tooSoon')}`}
    </small>
  )
}
