import { dayAt, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { isOrderClosed } from '@hilo/domain/order.ts'
import { IconArrowLeft, IconArrowRight, IconBan, IconChevronRight, IconPhone, IconRoute } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { serverNow } from '../../api/clock.ts'
import type { PackOrder } from '../../offline/pack.ts'
import { useOnline } from '../../offline/use-outbox.ts'
import { formatWeekday } from '../../ui/format.ts'
import { noted } from '../../ui/place-time.ts'
import { text } from '../../ui/text.ts'
import { clockOf } from './clock.ts'
import { Blank, Failed } from './Faces.tsx'
import { useNocPhone } from './NocLink.tsx'
import { OrderBox } from './OrderBox.tsx'
import { OrderCancelSheet } from './OrderCancelSheet.tsx'
import { directionsTo, hoursOf, startPath, streetOf, townOf } from './order-words.ts'
import css from './phone.module.css'
import { usePrepared } from './prepare.ts'
import { StateSign } from './StateSign.tsx'
import today from './today.module.css'
import { useCancelled } from './use-day.ts'
import { useBox, useUnderWay } from './use-work.ts'
import { pathOf } from './WorkRow.tsx'

/** One order as whoever goes there needs it: when, whom, where, which box, and the way into the work. */
export function OrderScreen() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useCall('admin_vno/orders/get', { id: Number(id) })
  const online = useOnline()
  const order = data?.records[0]
  if (order) return <OrderPage order={order} />
  if (data) return <Failed title={text('tech.order.gone')} sentence={text('tech.order.gone.text')} />
  if (!online) return <Failed title={text('tech.order.unknown')} sentence={text('tech.order.unknown.text')} />
  return error ? <Failed error={error} retry={() => void refetch()} /> : <Blank />
}

function OrderPage({ order }: { order: PackOrder }) {
  const box = useBox(order.cto_id ?? undefined)
  usePrepared(isOrderClosed(order.state) ? null : box, order.id)
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text(`choice.order_kind.${order.kind}`)}</h1>
        <p className={css.sub}>
          <span className="code">{order.code}</span>
          {order.external_order_id !== order.code && (
            <>
              {' · '}
              <span className="code">{order.external_order_id}</span>
            </>
          )}
        </p>
      </header>
      <div className={css.middle}>
        <Visit order={order} />
        <Home order={order} />
        {order.cto_id !== null && <OrderBox order={order} id={order.cto_id} />}
        <WaysOut order={order} />
      </div>
      <Foot order={order} />
    </div>
  )
}

/** When it was agreed, and whom to call about it. */
function Visit({
  order: { appointment, contact, held_reason, requested_date, time_zone: zone },
}: {
  order: PackOrder
}) {
  const late = appointment !== null && Date.parse(appointment.to) < serverNow()
  return (
    <section className={css.card}>
      <h2 className={css.heading}>{appointment ? text('tech.order.visit') : text('tech.order.no_visit')}</h2>
      {appointment && (
        <p>
          {dayWords(appointment.from, zone)}, {hoursOf(appointment, zone)}
        </p>
      )}
      {!appointment && requested_date !== null && (
        <p className={css.note}>{text('tech.order.requested', { day: formatWeekday(`${requested_date}T12:00`) })}</p>
      )}
      {late && (
        <p className={`${css.line} ${css.warn}`} style={{ margin: '6px 0 0' }}>
          <StateSign level="aviso" size={20} />
          {text('tech.order.late.text', { time: noted(clockOf(appointment.to, zone), appointment.to, zone) })}
        </p>
      )}
      {held_reason !== null && <p className={`${css.note} ${css.warn}`}>{text('tech.order.held')}</p>}
      {contact && (
        <a className={`${css.second} ${css.wide} ${today.act}`} href={`tel:${contact.phone}`}>
          <IconPhone size={24} stroke={1.9} aria-hidden />
          {text('tech.order.call', { name: contact.name })}
        </a>
      )}
    </section>
  )
}

/** Day of a visit on the calendar of its place. */
function dayWords(time: string, zone: PlaceZone): string {
  if (dayAt(Date.parse(time), zone) === dayAt(serverNow(), zone)) return text('tech.order.today')
  return formatWeekday(time, zone).replace(/ de \d{4}$/, '')
}

function Home({ order }: { order: PackOrder }) {
  const [street, town] = [order.address === null ? '' : streetOf(order), townOf(order)]
  if (street === '') return null
  return (
    <section className={css.card}>
      <h2 className={css.heading}>{text('tech.order.home')}</h2>
      <p>{street}</p>
      {town !== '' && <p className={css.note}>{town}</p>}
      <Directions to={`${street.split(',')[0]}, ${town}`}>{text('tech.order.directions')}</Directions>
    </section>
  )
}

export function Directions({ to, children }: { to: { lat: number; lon: number } | string; children: ReactNode }) {
  return (
    <a
      className={`${css.second} ${css.wide} ${today.act}`}
      href={directionsTo(to, navigator.userAgent)}
      target="_blank"
      rel="noreferrer"
    >
      <IconRoute size={24} stroke={1.9} aria-hidden />
      {children}
    </a>
  )
}

/** What else there is to do about it. */
function WaysOut({ order }: { order: PackOrder }) {
  const phone = useNocPhone()
  const cancelled = useCancelled().has(order.id)
  const [leaving, setLeaving] = useState(false)
  const may =
    session.can('cancellation_create') && !isOrderClosed(order.state) && !cancelled && order.state !== 'en_curso'
  if (phone === null && !may) return null
  return (
    <ul className={today.list} style={{ marginTop: 10 }}>
      {phone !== null && (
        <li>
          <a className={today.row} href={`tel:${phone}`}>
            <IconPhone size={26} stroke={1.7} aria-hidden />
            <span className={today.body}>{text('tech.noc')}</span>
            <IconChevronRight size={22} stroke={2} aria-hidden />
          </a>
        </li>
      )}
      {may && (
        <li>
          <button type="button" className={today.row} aria-haspopup="dialog" onClick={() => setLeaving(true)}>
            <IconBan size={26} stroke={1.7} aria-hidden />
            <span className={today.body}>{text('tech.order.cannot')}</span>
            <IconChevronRight size={22} stroke={2} aria-hidden />
          </button>
        </li>
      )}
      {leaving && <OrderCancelSheet order={order} close={() => setLeaving(false)} />}
    </ul>
  )
}

function Foot({ order }: { order: PackOrder }) {
  const { works } = useUnderWay()
  const cancelled = useCancelled().has(order.id)
  const mine = works.find(({ service_order_id }) => service_order_id === order.id)
  const [other] = works
  const over = cancelled || isOrderClosed(order.state)
  const line = over ? (cancelled ? 'tech.order.cancelling' : `choice.order_state.${order.state}`) : null
  return (
    <div className={css.foot} data-over>
      {line !== null && <p className={css.line}>{text(line)}</p>}
      {line === null && !mine && other && <p className={css.line}>{text('tech.order.other', { code: other.code })}</p>}
      <div className={css.row}>
        <Link className={`${css.second} ${css.back}`} to="/tecnico" aria-label={text('tech.to_today')}>
          <IconArrowLeft size={26} stroke={2} aria-hidden />
        </Link>
        {over ? (
          <Link className={css.main} to="/tecnico">
            {text('tech.to_today')}
          </Link>
        ) : (
          <Link className={css.main} to={mine ? pathOf(mine) : other ? pathOf(other) : startPath(order)}>
            {text(mine ? 'tech.order.go_on' : other ? 'tech.order.go_to_other' : 'tech.order.start')}
            <IconArrowRight size={26} stroke={2} aria-hidden />
          </Link>
        )}
      </div>
    </div>
  )
}
