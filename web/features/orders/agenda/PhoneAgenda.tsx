import type { Order } from '@hilo/contract/orders.ts'
import { lazy, Suspense, useState } from 'react'
import { session } from '../../../api/session.ts'
import { boxLabel } from '../../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../../lists/text.ts'
import { Empty } from '../../../ui/Asked.tsx'
import { ChoiceShape } from '../../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../../ui/text.ts'
import { isMovable } from './spot.ts'
import { agreedText, conflictText, ConflictMark, loadText } from '../Warnings.tsx'
import styles from './agenda.module.css'
import { OpenOrder, Unread } from './AgendaScreen.tsx'
import { AgendaTitle, DayPicker, Filters } from './Head.tsx'
import { OutcomeBar } from './Outcome.tsx'
import { DueMark, whenText } from './Tray.tsx'
import type { Agenda } from './use-agenda.ts'

const AssignDialog = lazy(() => import('../AssignDialog.tsx').then((part) => ({ default: part.AssignDialog })))

interface RowProps {
  order: Order
  agenda: Agenda
  onAssign: (order: Order) => void
}

function Row({ order, agenda, onAssign }: RowProps) {
  const conflicts = agenda.conflicts.get(order.id) ?? []
  const agreed = agenda.places.agreed.get(order.id)
  const may = (session.can('assignment_edit') || session.can('assignment_create')) && isMovable(order)
  return (
    <li className={styles.row}>
      <button type="button" onClick={() => agenda.change({ abierta: String(order.id) })}>
        <b>
          <ChoiceShape of="order_state" word={order.state} />
          {whenText(order)}
        </b>
        <span>
          {choiceText('order_kind', order.kind)} <i className="code">{order.cto && boxLabel(order.cto.code)}</i>
        </span>
        <DueMark order={order} />
        {conflicts.map((one) => (
          <small key={`${one.kind}${one.order?.id ?? ''}`} className="hl-warning">
            <ConflictMark /> {conflictText(one, agreedText(agreed, order.time_zone))}
          </small>
        ))}
      </button>
      {may && (
        <button
          type="button"
          className="hl-button"
          aria-label={text('agenda.assign.of', { code: order.code })}
          onClick={() => onAssign(order)}
        >
          {text(order.assigned_technical_id === null ? 'order.act.assign' : 'agenda.change')}
        </button>
      )}
    </li>
  )
}

/** The agenda in a hand: what waits, then everybody with his visits; an order is given by its sheet. */
export function PhoneAgenda({ agenda }: { agenda: Agenda }) {
  const [assigning, setAssigning] = useState<Order | null>(null)
  const { lanes, tray, open, waiting } = agenda
  const busy = lanes.filter(({ orders }) => orders.length > 0)
  const row = (order: Order) => <Row key={order.id} order={order} agenda={agenda} onAssign={setAssigning} />
  return (
    <div className={styles.phone}>
      <header>
        <AgendaTitle agenda={agenda} />
        <DayPicker agenda={agenda} />
        <details>
          <summary>{text('list.filter')}</summary>
          <div>
            <Filters agenda={agenda} />
          </div>
        </details>
      </header>
      <OutcomeBar agenda={agenda} />
      <details className={styles.group} open={busy.length === 0}>
        <summary>
          <h2>{text('agenda.tray')}</h2> <span>{waiting.data ? tray.length : '–'}</span>
        </summary>
        <ul>{tray.slice(0, 40).map(row)}</ul>
      </details>
      {agenda.loading && <div className={styles.skeleton} aria-busy="true" aria-label={text('home.loading')} />}
      {agenda.unread !== null && <Unread agenda={agenda} />}
      {!agenda.loading && agenda.unread === null && busy.length === 0 && (
        <Empty title={text('agenda.free')}>{text('agenda.free.text')}</Empty>
      )}
      {busy.map(({ technician, orders }) => (
        <details key={technician.id} className={styles.group} open={busy.length <= 3}>
          <summary>
            <h2>{technician.name}</h2> <span>{loadText(orders.length)}</span>
          </summary>
          <ul>{orders.map(row)}</ul>
        </details>
      ))}
      {open !== null && <OpenOrder agenda={agenda} id={open} />}
      {assigning && (
        <Suspense>
          <AssignDialog orders={[assigning]} close={() => setAssigning(null)} done={() => setAssigning(null)} />
        </Suspense>
      )}
    </div>
  )
}
