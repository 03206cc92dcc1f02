import IconChevronRight from '@iconify-json/tabler/chevron-right'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../../api/clock.ts'
import type { PackOrder } from '../../../offline/pack.ts'
import { formatDate } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { formatFar, streetOf } from './order-words.ts'
import phone from '../phone.module.css'
import { RowTime } from './RowTime.tsx'
import { StateSign } from '../StateSign.tsx'
import css from './today.module.css'

/** Order in a list: time, kind, place and distance. */
export function OrderRow({ order, metres, day = false }: { order: PackOrder; metres: number | null; day?: boolean }) {
  const { appointment } = order
  const late = appointment !== null && Date.parse(appointment.to) < serverNow()
  return (
    <li>
      <Link className={css.row} to="/tecnico/orden/$id" params={{ id: String(order.id) }}>
        <When order={order} day={day} />
        <span className="grow shrink">
          <span className={css.top}>
            {text(`choice.order_kind.${order.kind}`)}
            {late ? (
              <span className={`${css.badge} ${phone.warn}`}>
                <StateSign level="aviso" size={18} />
                {text('tech.order.late')}
              </span>
            ) : (
              metres !== null && <span className="hand-m ink-note nowrap normal">{formatFar(metres)}</span>
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
        <small className="block ink-2 normal">{text('tech.order.any_hour')}</small>
        {day && requested_date !== null && (
          <small className="block ink-2 normal">{formatDate(`${requested_date}T12:00`)}</small>
        )}
      </span>
    )
  return <RowTime at={appointment.from} day={day} zone={time_zone} />
}
