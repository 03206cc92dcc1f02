import type { Order } from '@hilo/contract/orders/orders.ts'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { session } from '../../../api/session.ts'
import '../../../lists/lists.css'
import { boxLabel } from '../../../lists/registry/faceplate-items.ts'
import { usePhone } from '../../../lists/use-phone.ts'
import { choiceText } from '../../../lists/text.ts'
import { EmptyState } from '../../../kit/QueryState.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { text } from '../../../ui/text.ts'
import { dayPlain } from '../clock.ts'
import { refusedKinds, type Conflict } from '../conflicts.ts'
import { agreedText, conflictText } from '../Warnings.tsx'
import styles from './agenda.module.css'
import { DayBoard } from './DayBoard.tsx'
import { Head } from './Head.tsx'
import { hoursOf } from './lanes.ts'
import { OpenOrder, Unread } from './OpenOrder.tsx'
import { OutcomeBar } from './Outcome.tsx'
import { conflictsAt, spotHours, targetAt, type Spot } from './spot.ts'
import { Tray } from './Tray.tsx'
import { useAgenda, type Agenda } from './use-agenda.ts'
import { useMoving, type DraggedOrder, type Moving } from './use-moving.ts'
import { WeekBoard } from './WeekBoard.tsx'

const PhoneAgenda = lazy(() => import('./PhoneAgenda.tsx').then((part) => ({ default: part.PhoneAgenda })))

const mayMove = () => session.can('assignment_edit') || session.can('assignment_create')

/** Announcement of the drop target of a dragged order. */
function landingText({ order, spot }: DraggedOrder, agenda: Agenda, conflicts: readonly Conflict[]): string {
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

/** Drag preview: the order, and the conflicts at the target. */
function Ghost({ moving, agenda, conflicts }: { moving: Moving; agenda: Agenda; conflicts: readonly Conflict[] }) {
  const { dragged, ghost } = moving
  if (!dragged) return null
  const { order, spot, by } = dragged
  const agreed = agenda.places.agreed.get(order.id) ?? order.appointment ?? undefined
  const name = spot?.technician == null ? null : agenda.known.get(spot.technician)?.name
  return (
    <div
      ref={ghost}
      className={`grid padded-note surface lines-xs ${styles.ghost} code-figures`}
      data-by={by}
      data-warned={conflicts.length > 0 || undefined}
      aria-hidden
    >
      <b className="code">{order.code}</b>
      <span>
        {choiceText('order_kind', order.kind)} <i className="code">{order.cto && boxLabel(order.cto.code)}</i>
      </span>
      {spot && <span>{name ? `${name}, ${spotHours(order, spot)}` : text('order.nobody')}</span>}
      {conflicts.slice(0, 3).map((one) => (
        <small className="flex gap-6 middle lines-xs ink-1" key={`${one.kind}${one.order?.id ?? ''}`}>
          <Shape
            kind={refusedKinds.includes(one.kind) ? 'diamond' : 'triangle'}
            tone={refusedKinds.includes(one.kind) ? 'danger' : 'warning'}
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
  const [asked, ask] = useState<Move | null>(null)
  const drop = (order: Order, spot: Spot) => {
    const kinds = conflictsAt(order, spot, around).map(({ kind }) => kind)
    const target = targetAt(order, spot)
    if (kinds.includes('inactive')) places.refuse(order, text('problem.TECHNICAL_NOT_ACTIVE'))
    else if (kinds.includes('past')) places.refuse(order, text('agenda.past'))
    else if (kinds.includes('hours')) ask({ order, spot })
    else void places.place(order, target)
  }
  const week = view === 'semana'
  const moving = useMoving({ lanes, days, orders, hours, week, agreed: places.agreed, mayMove: mayMove(), drop })
  const { dragged } = moving
  const conflicts = dragged?.spot ? conflictsAt(dragged.order, dragged.spot, around) : []
  return { hours, moving, conflicts, week, asked, ask }
}

/** A drop that takes a visit out of the hours that the customer accepted. */
interface Move {
  order: Order
  spot: Spot
}

/** Asks before a visit leaves the hours that the customer accepted. */
function MoveQuestion({ move: { order, spot }, agenda, close }: { move: Move; agenda: Agenda; close: () => void }) {
  const { places } = agenda
  const hours = agreedText(places.agreed.get(order.id) ?? order.appointment ?? undefined, order.time_zone) ?? ''
  const to = text('agenda.move.to', { day: dayPlain(spot.day), hours: spotHours(order, spot) })
  return (
    <ConfirmDialog
      title={text('agenda.move.title', { code: order.code })}
      sentence={text('agenda.move.sentence', { hours, to })}
      yes={text('agenda.move.yes')}
      confirm={() => void places.place(order, targetAt(order, spot))}
      close={close}
    />
  )
}

/** Board and tray, with the panel of the open order. */
function Desk({ agenda }: { agenda: Agenda }) {
  const { hours, moving, conflicts, week, asked, ask } = useBoard(agenda)
  const { change, open } = agenda
  const onOpen = useCallback((id: number) => change({ abierta: String(id) }), [change])
  const shown = { agenda, moving, warned: conflicts.length > 0, onOpen }
  return (
    <div className={`grid tall shrink-y ${styles.desk}`} data-board data-holding={moving.dragged?.by}>
      <section className="flex relative shrink shrink-y column" aria-label={text('agenda.title')}>
        <Head agenda={agenda} />
        {agenda.unread !== null ? (
          <Unread agenda={agenda} />
        ) : agenda.loading ? (
          <div
            className={`grow line-top ${styles.skeleton}`}
            role="status"
            aria-busy="true"
            aria-label={text('home.loading')}
          />
        ) : agenda.lanes.length === 0 ? (
          <EmptyState title={text('agenda.nobody')}>{text('agenda.nobody.text')}</EmptyState>
        ) : week ? (
          <WeekBoard {...shown} />
        ) : (
          <DayBoard {...shown} hours={hours} />
        )}
        <OutcomeBar agenda={agenda} />
        <p className={`line-top surface lines-xs ink-2 ${styles.keys}`} id="agenda-keys">
          {text(mayMove() ? (week ? 'agenda.keys.week' : 'agenda.keys') : 'agenda.keys.look')}
        </p>
      </section>
      {open === null ? (
        <Tray agenda={agenda} moving={moving} mayAssign={mayMove()} onOpen={onOpen} />
      ) : (
        <OpenOrder agenda={agenda} id={open} />
      )}
      <Ghost moving={moving} agenda={agenda} conflicts={conflicts} />
      {asked && <MoveQuestion move={asked} agenda={agenda} close={() => ask(null)} />}
      <div className="hidden-visually" role="status" aria-live="assertive">
        {moving.dragged?.by === 'keys' && landingText(moving.dragged, agenda, conflicts)}
      </div>
    </div>
  )
}

/** Agenda: visits by technician and time. */
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
