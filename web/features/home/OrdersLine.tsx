import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/query.ts'
import { dayOf, startOfDay } from '../../lists/state/days.ts'
import { text } from '../../ui/text.ts'
import styles from './rows.module.css'
import { formatTotal } from './total.ts'

const dayMs = 86_400_000
const counted = { limit: 1, count: true } as const

/** Figures, with the list view of their rows; `alarm`: highlighted. */
const figures = [
  {
    view: 'hoy',
    filter: (today: number) => ({
      state: ['recibida' as const, 'asignada' as const, 'en_curso' as const, 'completada' as const],
      appointment_from: { gte: new Date(today).toISOString(), lte: new Date(today + dayMs - 1).toISOString() },
    }),
  },
  { view: 'sinasignar', filter: () => ({ state: 'recibida' as const }) },
  {
    view: 'atrasadas',
    filter: () => ({ late: true }),
    alarm: true,
  },
] as const

/** Today's orders, unassigned ones and late ones; each figure links to its rows. */
export function OrdersLine() {
  return (
    <p className={styles.orders}>
      <b className="ink-1">{text('home.orders')}</b>
      {figures.map((figure) => (
        <OrdersFigure key={figure.view} figure={figure} />
      ))}
    </p>
  )
}

function OrdersFigure({ figure }: { figure: (typeof figures)[number] }) {
  const [today] = useState(() => startOfDay(dayOf(serverNow())))
  const { data } = useCall('admin_vno/orders/get', { filter: figure.filter(today), ...counted })
  const late = 'alarm' in figure && (data?.total?.value ?? 0) > 0
  return (
    <Link to="/vno/ordenes" search={{ vista: figure.view }} data-alarm={late || undefined}>
      <strong className="ink-1">{formatTotal(data?.total)}</strong>{' '}
      {text(`home.orders.${figure.view}`, { count: data?.total?.value ?? 0 })}
    </Link>
  )
}
