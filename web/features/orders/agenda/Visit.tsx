import type { Order } from '@hilo/contract/orders/orders.ts'
import { serverNow } from '../../../api/clock.ts'
import { Press } from '../../../kit/Button.tsx'
import { boxLabel } from '../../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../../lists/text.ts'
import { ChoiceShape } from '../../../ui/shapes/ChoiceDot.tsx'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { zoneNote } from '../../../ui/place-time.ts'
import { text } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { appointmentText, minuteText, wallOf } from '../clock.ts'
import type { Conflict } from '../conflicts.ts'
import { isOverdue } from '../order-facts.ts'
import { agreedText, conflictText } from '../Warnings.tsx'
import styles from './agenda.module.css'
import type { Moving } from './use-moving.ts'

/** What stands for the hour of a visit that has none. */
export const noHour = ({ requested_date }: Pick<Order, 'requested_date'>): string =>
  text(requested_date === null ? 'agenda.noDate' : 'agenda.noHour')

/** Accessible name of a visit. */
function visitLabel(order: Order, conflicts: readonly Conflict[], agreed?: { from: string; to: string }): string {
  return [
    order.code,
    choiceText('order_kind', order.kind),
    appointmentText(order) ?? noHour(order),
    order.cto && boxLabel(order.cto.code),
    choiceText('order_state', order.state),
    isOverdue(order, serverNow()) && text('order.overdue'),
    ...conflicts.map((conflict) => conflictText(conflict, agreedText(agreed, order.time_zone))),
  ]
    .filter(Boolean)
    .join(', ')
}

interface VisitProps {
  order: Order
  conflicts: readonly Conflict[]
  agreed?: { from: string; to: string } | undefined
  moving: Moving
  onOpen: (id: number) => void
  /** Its panel is open beside the board. */
  open?: boolean | undefined
  chip?: boolean
  style?: Record<string, string | number>
}

const shaped = new Set(['en_curso', 'completada'])

/** A visit on the board: hour and kind, its code by the day, and the box; a triangle marks a conflict. */
export function Visit({ order, conflicts, agreed, moving, onOpen, open, chip, style }: VisitProps) {
  const label = visitLabel(order, conflicts, agreed)
  const over = isOverdue(order, useNow(60_000))
  const isDragged = moving.dragged?.order.id === order.id
  const hour = order.appointment ? minuteText(wallOf(order.appointment.from, order.time_zone).minute) : noHour(order)
  const note = order.appointment && zoneNote(order.appointment.from, order.time_zone)
  const start = chip ? hour.replace(':00', '') : hour
  return (
    <Press
      className={chip ? styles.chip : styles.visit}
      style={style}
      data-order={order.id}
      data-state={order.state}
      data-warned={conflicts.length > 0 || undefined}
      data-held={isDragged || undefined}
      data-open={open || undefined}
      aria-describedby="agenda-keys"
      title={label}
      onPointerDown={(event) => moving.onPointerDown(event, order)}
      onKeyDown={(event) => moving.onKeyDown(event, order)}
      onBlur={moving.onBlur}
      onClick={() => !moving.wasDragged() && onOpen(order.id)}
    >
      <span className="hidden-visually">{label}</span>
      <b className="semibold" aria-hidden>
        {shaped.has(order.state) && <ChoiceShape of="order_state" word={order.state} size={9} />}
        {over && <Shape kind="diamond" tone="danger" size={10} />}
        {conflicts.length > 0 && <Shape kind="triangle" tone="warning" size={10} />}
        {start} <span>{choiceText('order_kind', order.kind)}</span>
      </b>
      {!chip && (
        <span className="code" aria-hidden>
          {order.code}
        </span>
      )}
      <span className="code" aria-hidden>
        {[order.cto && boxLabel(order.cto.code), note].filter(Boolean).join(' · ')}
      </span>
    </Press>
  )
}
