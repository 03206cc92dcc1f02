import type { Order } from '@hilo/contract/orders.ts'
import { isOrderClosed } from '@hilo/domain/order.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { boxLabel } from '../../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../../lists/text.ts'
import { Empty } from '../../../ui/Asked.tsx'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { noted } from '../../../ui/place-time.ts'
import { text } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { appointmentText, dayPlain, minuteText, wallOf } from '../clock.ts'
import { isOverdue } from '../order-facts.ts'
import styles from './agenda.module.css'
import { fold, type Agenda } from './use-agenda.ts'
import type { Moving } from './use-moving.ts'

const AssignDialog = lazy(() => import('../AssignDialog.tsx').then((part) => ({ default: part.AssignDialog })))
const ShareDialog = lazy(() => import('./ShareDialog.tsx').then((part) => ({ default: part.ShareDialog })))
const cardLimit = 10

/** When the customer expects somebody, or from which day on. */
export function whenText(order: Order): string {
  const hours = appointmentText(order)
  if (order.appointment && hours) return `${dayPlain(wallOf(order.appointment.from, order.time_zone).day)}, ${hours}`
  return order.requested_date
    ? text('agenda.from', { day: dayPlain(order.requested_date) })
    : text('order.noAppointment')
}

/** Until when an order is to be done that nobody goes to yet; red once that is over. */
export function DueMark({ order }: { order: Order }) {
  const now = useNow(60_000)
  if (order.deadline_at === null || isOrderClosed(order.state)) return null
  const over = isOverdue(order, now)
  const { day, minute } = wallOf(order.deadline_at, order.time_zone)
  return (
    <small className={over ? 'hl-danger' : undefined}>
      {over && <Shape kind="diamond" tone="danger" size={9} />}{' '}
      {text(over ? 'agenda.over' : 'agenda.due', {
        at: noted(`${dayPlain(day)}, ${minuteText(minute)}`, order.deadline_at, order.time_zone),
      })}
    </small>
  )
}

interface CardProps {
  order: Order
  moving: Moving
  chosen: boolean
  choosable: boolean
  onChoose: (chosen: boolean) => void
  onOpen: (id: number) => void
}

function Waiting({ order, moving, chosen, choosable, onChoose, onOpen }: CardProps) {
  return (
    <li className={styles.waiting} data-held={moving.held?.order.id === order.id || undefined}>
      {choosable && (
        <input
          type="checkbox"
          aria-label={text('agenda.choose', { code: order.code })}
          checked={chosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
      <button
        type="button"
        data-order={order.id}
        aria-describedby="agenda-keys"
        onPointerDown={(event) => moving.onPointerDown(event, order)}
        onKeyDown={(event) => moving.onKeyDown(event, order)}
        onBlur={moving.onBlur}
        onClick={() => !moving.wasDragged() && onOpen(order.id)}
      >
        <b className="code">{order.code}</b>
        <span>
          {choiceText('order_kind', order.kind)} <i className="code">{order.cto && boxLabel(order.cto.code)}</i>
        </span>
        <small>{whenText(order)}</small>
        <DueMark order={order} />
      </button>
    </li>
  )
}

interface TrayProps {
  agenda: Agenda
  moving: Moving
  allowed: boolean
  onOpen: (id: number) => void
}

/** Which orders of the tray are chosen, and what is done with them. */
function useChosen(tray: readonly Order[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = useMemo(() => tray.filter(({ id }) => ids.has(id)), [tray, ids])
  const choose = (id: number, yes: boolean) => {
    const next = new Set(ids)
    if (yes) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  return { ids, chosen, choose, clear: () => setIds(new Set()) }
}

interface ToolsProps {
  chosen: number
  clear: () => void
  typed: string
  onType: (typed: string) => void
  onAssign: () => void
}

/** The search; while something is chosen, what is done with it. */
function Tools({ chosen, clear, typed, onType, onAssign }: ToolsProps) {
  if (chosen === 0)
    return (
      <input
        className="hl-input"
        type="search"
        aria-label={text('agenda.tray.search')}
        placeholder={text('agenda.tray.search')}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
    )
  return (
    <div className={styles.chosen} role="status">
      <b>{text('agenda.chosen', { count: chosen })}</b>
      <button type="button" className="hl-plain" onClick={clear}>
        {text('agenda.unchoose')}
      </button>
      <button type="button" className="hl-button hl-small hl-main-button" onClick={onAssign}>
        {text('order.act.assign')}
      </button>
    </div>
  )
}

const matches = ({ code, external_order_id, cto, access }: Order, words: string) =>
  fold([code, external_order_id, cto?.code, access?.code].join(' ')).includes(words)

/** Orders that nobody goes to yet. Let go here, an order is nobody's again. */
export function Tray({ agenda, moving, allowed, onOpen }: TrayProps) {
  const { tray, waiting } = agenda
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(cardLimit)
  const [open, setOpen] = useState<'assign' | 'share' | null>(null)
  const { ids, chosen, choose, clear } = useChosen(tray)
  const found = tray.filter((order) => matches(order, fold(typed.trim())))
  const close = () => setOpen(null)
  const done = () => {
    close()
    clear()
  }
  const card = (order: Order) => (
    <Waiting
      key={order.id}
      order={order}
      moving={moving}
      chosen={ids.has(order.id)}
      choosable={allowed}
      onChoose={(yes) => choose(order.id, yes)}
      onOpen={onOpen}
    />
  )
  return (
    <aside className={styles.tray} data-spot="tray" aria-label={text('agenda.tray')}>
      <header>
        <h2>
          {text('agenda.tray')}{' '}
          <span>{waiting.data ? Math.max(tray.length, waiting.data.total?.value ?? 0) : '–'}</span>
        </h2>
        {allowed && tray.length > 0 && (
          <button type="button" className="hl-button hl-small" aria-haspopup="dialog" onClick={() => setOpen('share')}>
            {text('agenda.share')}
          </button>
        )}
      </header>
      <Tools chosen={chosen.length} clear={clear} typed={typed} onType={setTyped} onAssign={() => setOpen('assign')} />
      {tray.length === 0 && waiting.isSuccess && (
        <Empty title={text('agenda.tray.empty')}>{text('agenda.tray.empty.text')}</Empty>
      )}
      <ul>{found.slice(0, shown).map(card)}</ul>
      {found.length > shown && (
        <button type="button" className="hl-button hl-small" onClick={() => setShown(shown + cardLimit)}>
          {text('agenda.tray.more', { count: Math.min(cardLimit, found.length - shown) })}
        </button>
      )}
      <Suspense>
        {open === 'assign' && <AssignDialog orders={chosen} close={close} done={done} />}
        {open === 'share' && (
          <ShareDialog orders={chosen.length > 0 ? chosen : tray} agenda={agenda} close={close} done={done} />
        )}
      </Suspense>
    </aside>
  )
}
