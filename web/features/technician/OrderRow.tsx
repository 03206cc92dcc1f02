import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../api/clock.ts'
import type { PackOrder } from '../../offline/pack.ts'
import { formatDate } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { formatFar, streetOf } from './order-words.ts'
import phone from './phone.module.css'
import { RowTime } from './RowTime.tsx'
import { StateSign } from './StateSign.tsx'
import css from './today.module.css'

/** One order to be done: when, what, where, how far. */
export function OrderRow({ order, metres, day = false }: { order: PackOrder; metres: number | null; day?: boolean }) {
  const { appointment } = order
  const late = appointment !== null && Date.parse(appointment.to) < serverNow()
  return (
    <li>
      <Link className={css.row} to="/tecnico/orden/$id" params={{ id: String(order.id) }}>
        <When order={order} day={day} />
        <span className={css.body}>
          <span className={css.top}>
            {text(`choice.order_kind.${order.kind}`)}
            {late ? (
              <span className={`${css.badge} ${phone.warn}`}>
                <StateSign level="aviso" size={18} />
                {text('tech.order.late')}
              </span>
            ) : (
              metres !== null && <span className={css.far}>{formatFar(metres)}</span>
            )}
          </span>
          <span className={phone.note}>{streetOf(order)}</span>
        </span>
        <IconChevronRight size={24} stroke={2} aria-hidden />
      </Link>
    </li>
  )
}

function When({ order: { appointment, requested_date, time_zone }, day }: { order: PackOrder; day: boolean }) {
  if (appointment === null)
    return (
      <span className={css.time}>
        <small>{text('tech.order.any_hour')}</small>
        {day && requested_date !== null && <small>{formatDate(`${requested_date}T12:00`)}</small>}
      </span>
    )
  return <RowTime at={appointment.from} day={day} zone={time_zone} />
}
