import { dayAt, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { isOrderClosed } from '@hilo/domain/order.ts'
import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconArrowRight from '@iconify-json/tabler/arrow-right'
import IconBan from '@iconify-json/tabler/ban'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconPhone from '@iconify-json/tabler/phone'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../../api/query.ts'
import { session } from '../../../api/session.ts'
import { serverNow } from '../../../api/clock.ts'
import { Button, Press } from '../../../kit/Button.tsx'
import { AnchorButton, LinkButton } from '../../../kit/LinkButton.tsx'
import type { PackOrder } from '../../../offline/pack.ts'
import { useOnline } from '../../../offline/use-outbox.ts'
import { formatWeekday } from '../../../ui/format.ts'
import { withZoneNote } from '../../../ui/place-time.ts'
import { text } from '../../../ui/text.ts'
import { clockOf } from '../clock.ts'
import { Directions } from '../Directions.tsx'
import { Blank, Failed } from '../LoadStates.tsx'
import { useNocPhone } from '../NocLink.tsx'
import { OrderBox } from '../box/OrderBox.tsx'
import { CreateProblem } from './CreateProblem.tsx'
import { OrderCancelSheet } from './OrderCancelSheet.tsx'
import { hoursOf, startPath, streetOf, townOf, workOf } from './order-words.ts'
import css from '../phone.module.css'
import { usePrepared } from '../box/prepare.ts'
import { StateSign } from '../StateSign.tsx'
import today from './today.module.css'
import { portOf, useCreate } from './use-create.ts'
import { useCancelled } from './use-day.ts'
import { useBox, usePort, useUnderWay } from '../use-work.ts'
import { pathOf } from './WorkRow.tsx'

/** One order: time, customer, place, box, and the button to start the work. */
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
  const port = portOf(usePort(order.port_id), box)
  const { busy, problem, create } = useCreate(null)
  const kind = workOf[order.kind]
  // With kind and box known there is nothing left to ask.
  const start = kind && box ? () => void create({ box, kind, port, order: order.id }) : null
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
        {problem && <CreateProblem problem={problem} />}
        <Visit order={order} />
        <Home order={order} />
        {order.cto_id !== null && <OrderBox order={order} id={order.cto_id} />}
        <WaysOut order={order} />
      </div>
      <Foot order={order} busy={busy} start={start} />
    </div>
  )
}

/** Appointment and contact. */
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
          {text('tech.order.late.text', { time: withZoneNote(clockOf(appointment.to, zone), appointment.to, zone) })}
        </p>
      )}
      {held_reason !== null && <p className={`${css.note} ${css.warn}`}>{text('tech.order.held')}</p>}
      {contact && (
        <AnchorButton size="glove" shape="wide" className="mt-10" href={`tel:${contact.phone}`}>
          <IconPhone size={24} stroke={1.9} aria-hidden />
          {text('tech.order.call', { name: contact.name })}
        </AnchorButton>
      )}
    </section>
  )
}

/** Day of a visit in the place's time zone. */
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

/** Other actions on the order. */
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
            <span className="grow shrink">{text('tech.noc')}</span>
            <IconChevronRight size={22} stroke={2} aria-hidden />
          </a>
        </li>
      )}
      {may && (
        <li>
          <Press className={today.row} aria-haspopup="dialog" onClick={() => setLeaving(true)}>
            <IconBan size={26} stroke={1.7} aria-hidden />
            <span className="grow shrink">{text('tech.order.cannot')}</span>
            <IconChevronRight size={22} stroke={2} aria-hidden />
          </Press>
        </li>
      )}
      {leaving && <OrderCancelSheet order={order} close={() => setLeaving(false)} />}
    </ul>
  )
}

/** `start`: begins the work at once; null if its kind or its box has to be chosen first. */
function Foot({ order, busy, start }: { order: PackOrder; busy: boolean; start: (() => void) | null }) {
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
        <LinkButton size="glove" shape="square" to="/tecnico" aria-label={text('tech.to_today')}>
          <IconArrowLeft size={26} stroke={2} aria-hidden />
        </LinkButton>
        {over ? (
          <LinkButton kind="main" size="glove" to="/tecnico">
            {text('tech.to_today')}
          </LinkButton>
        ) : !mine && !other && start ? (
          <Button kind="main" size="glove" busy={busy} onClick={start}>
            {text(busy ? 'tech.new.opening' : 'tech.order.start')}
            <IconArrowRight size={26} stroke={2} aria-hidden />
          </Button>
        ) : (
          <LinkButton kind="main" size="glove" to={mine ? pathOf(mine) : other ? pathOf(other) : startPath(order)}>
            {text(mine ? 'tech.order.go_on' : other ? 'tech.order.go_to_other' : 'tech.order.start')}
            <IconArrowRight size={26} stroke={2} aria-hidden />
          </LinkButton>
        )}
      </div>
    </div>
  )
}
