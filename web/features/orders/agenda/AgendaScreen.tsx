import type { Order } from '@hilo/contract/orders.ts'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { problemText } from '../../../api/problem-text.ts'
import { session } from '../../../api/session.ts'
import '../../../lists/lists.css'
import { ListPanel } from '../../../lists/panel/ListPanel.tsx'
import { boxLabel } from '../../../lists/registry/faceplate-items.ts'
import { usePhone } from '../../../lists/use-media.ts'
import { choiceText } from '../../../lists/text.ts'
import { Empty } from '../../../ui/Asked.tsx'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { text } from '../../../ui/text.ts'
import { dayPlain } from '../clock.ts'
import type { Conflict } from '../conflicts.ts'
import { ordersList } from '../orders.list.ts'
import { agreedText, conflictText } from '../Warnings.tsx'
import styles from './agenda.module.css'
import { DayBoard } from './DayBoard.tsx'
import { Head } from './Head.tsx'
import { hoursOf } from './lanes.ts'
import { OutcomeBar } from './Outcome.tsx'
import { conflictsAt, spotHours, targetAt, type Spot } from './spot.ts'
import { Tray } from './Tray.tsx'
import { useAgenda, type Agenda } from './use-agenda.ts'
import { useMoving, type Held, type Moving } from './use-moving.ts'
import { WeekBoard } from './WeekBoard.tsx'

const PhoneAgenda = lazy(() => import('./PhoneAgenda.tsx').then((part) => ({ default: part.PhoneAgenda })))

const mayMove = () => session.can('assignment_edit') || session.can('assignment_create')

/** Where the held order would land, in words. */
function landingText({ order, spot }: Held, agenda: Agenda, conflicts: readonly Conflict[]): string {
  if (!spot) return text('agenda.held', { code: order.code })
  if (spot.technician === null) return text('agenda.held.tray', { code: order.code })
  const agreed = agenda.places.agreed.get(order.id) ?? order.appointment ?? undefined
  const name = agenda.known.get(spot.technician)?.name ?? ''
  const where = text('agenda.held.at', {
    code: order.code,
    name,
    day: dayPlain(spot.day),
    hours: spotHours(order, spot),
  })
  return [where, ...conflicts.map((one) => conflictText(one, agreedText(agreed, order.time_zone)))].join(', ')
}

/** What follows the pointer: the order, and what speaks against the place it is over. */
function Ghost({ moving, agenda, conflicts }: { moving: Moving; agenda: Agenda; conflicts: readonly Conflict[] }) {
  const { held, ghost } = moving
  if (!held) return null
  const { order, spot, by } = held
  const agreed = agenda.places.agreed.get(order.id) ?? order.appointment ?? undefined
  const name = spot?.technician == null ? null : agenda.known.get(spot.technician)?.name
  return (
    <div ref={ghost} className={styles.ghost} data-by={by} data-warned={conflicts.length > 0 || undefined} aria-hidden>
      <b className="code">{order.code}</b>
      <span>
        {choiceText('order_kind', order.kind)} <i className="code">{order.cto && boxLabel(order.cto.code)}</i>
      </span>
      {spot && <span>{name ? `${name}, ${spotHours(order, spot)}` : text('order.nobody')}</span>}
      {conflicts.slice(0, 3).map((one) => (
        <small key={`${one.kind}${one.order?.id ?? ''}`}>
          <Shape
            kind={one.kind === 'inactive' ? 'diamond' : 'triangle'}
            tone={one.kind === 'inactive' ? 'danger' : 'warning'}
            size={10}
          />
          {conflictText(one, agreedText(agreed, order.time_zone))}
        </small>
      ))}
    </div>
  )
}

function useBoard(agenda: Agenda) {
  const { places, known, visits, lanes, days, orders, view } = agenda
  const hours = useMemo(() => hoursOf(lanes.flatMap((lane) => lane.orders)), [lanes])
  const around = { visits, technicians: known, agreed: places.agreed }
  const drop = (order: Order, spot: Spot) => {
    if (conflictsAt(order, spot, around).some(({ kind }) => kind === 'inactive'))
      places.refuse(order, text('problem.TECHNICAL_NOT_ACTIVE'))
    else void places.place(order, targetAt(order, spot))
  }
  const week = view === 'semana'
  const moving = useMoving({ lanes, days, orders, hours, week, agreed: places.agreed, allowed: mayMove(), drop })
  const { held } = moving
  const conflicts = held?.spot ? conflictsAt(held.order, held.spot, around) : []
  return { hours, moving, conflicts, week }
}

/** What was planned could not be read: why, and a way on. */
export function Unread({ agenda: { unread, readAgain } }: { agenda: Agenda }) {
  return (
    <div className="hl-face" role="alert">
      <h2>{problemText(unread)}</h2>
      <button type="button" className="hl-button" onClick={readAgain}>
        {text('list.retry')}
      </button>
    </div>
  )
}

/** Board and tray, with the open order beside them. */
function Desk({ agenda }: { agenda: Agenda }) {
  const { hours, moving, conflicts, week } = useBoard(agenda)
  const { change, open } = agenda
  const onOpen = useCallback((id: number) => change({ abierta: String(id) }), [change])
  const shown = { agenda, moving, warned: conflicts.length > 0, onOpen }
  return (
    <div className={styles.desk} data-board data-holding={moving.held?.by}>
      <section className={styles.main} aria-label={text('agenda.title')}>
        <Head agenda={agenda} />
        {agenda.unread !== null ? (
          <Unread agenda={agenda} />
        ) : agenda.loading ? (
          <div className={styles.skeleton} aria-busy="true" aria-label={text('home.loading')} />
        ) : agenda.lanes.length === 0 ? (
          <Empty title={text('agenda.nobody')}>{text('agenda.nobody.text')}</Empty>
        ) : week ? (
          <WeekBoard {...shown} />
        ) : (
          <DayBoard {...shown} hours={hours} />
        )}
        <OutcomeBar agenda={agenda} />
        <p className={styles.keys} id="agenda-keys">
          {text(mayMove() ? (week ? 'agenda.keys.week' : 'agenda.keys') : 'agenda.keys.look')}
        </p>
      </section>
      {open === null ? (
        <Tray agenda={agenda} moving={moving} allowed={mayMove()} onOpen={onOpen} />
      ) : (
        <OpenOrder agenda={agenda} id={open} />
      )}
      <Ghost moving={moving} agenda={agenda} conflicts={conflicts} />
      <div className="hidden-visually" role="status" aria-live="assertive">
        {moving.held?.by === 'keys' && landingText(moving.held, agenda, conflicts)}
      </div>
    </div>
  )
}

/** The panel of one order, as beside its list. */
export function OpenOrder({ agenda, id }: { agenda: Agenda; id: number }) {
  const { orders, change } = agenda
  const close = useCallback(() => change({ abierta: undefined }), [change])
  return (
    <ListPanel
      key={id}
      list={ordersList}
      id={id}
      known={orders.find((order) => order.id === id)}
      onClose={close}
      onNewer={nothing}
    />
  )
}
const nothing = () => undefined

/** Who goes where and when: to be seen, planned and changed at a glance. */
export function AgendaScreen() {
  const agenda = useAgenda()
  const phone = usePhone()
  if (!phone) return <Desk agenda={agenda} />
  return (
    <Suspense>
      <PhoneAgenda agenda={agenda} />
    </Suspense>
  )
}
