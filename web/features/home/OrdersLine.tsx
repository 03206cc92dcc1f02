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

/** What each figure counts, and the view of the list that shows it; `alarm`: not to be overlooked. */
const figures = [
  {
    view: 'hoy',
    filter: (today: number) => ({
      appointment_from: { gte: new Date(today).toISOString(), lte: new Date(today + dayMs - 1).toISOString() },
    }),
  },
  { view: 'sinasignar', filter: () => ({ state: 'recibida' as const }) },
  {
    view: 'atrasadas',
    filter: (today: number) => ({
      state: ['recibida' as const, 'asignada' as const],
      appointment_from: { lte: new Date(today - 1).toISOString() },
    }),
    alarm: true,
  },
] as const

/** The orders of the day, those without a technician and those that are late; each figure leads to its rows. */
export function OrdersLine() {
  return (
    <p className={styles.orders}>
      <b>{text('home.orders')}</b>
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
      <strong>{formatTotal(data?.total)}</strong> {text(`home.orders.${figure.view}`)}
    </Link>
  )
}
