import type { Order } from '@hilo/contract/orders/orders.ts'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { session } from '../../../api/session.ts'
import { Button, Press } from '../../../kit/Button.tsx'
import { boxLabel } from '../../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../../lists/text.ts'
import { EmptyState } from '../../../kit/QueryState.tsx'
import { ChoiceShape } from '../../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../../ui/text.ts'
import { isMovable } from './spot.ts'
import { agreedText, conflictText, ConflictMark, loadOf } from '../Warnings.tsx'
import styles from './agenda.module.css'
import { AgendaTitle, DayPicker, Filters } from './Head.tsx'
import { OpenOrder, Unread } from './OpenOrder.tsx'
import { OutcomeBar } from './Outcome.tsx'
import { DueMark } from './DueMark.tsx'
import type { Agenda } from './use-agenda.ts'
import { whenText } from './when-text.ts'

const ShareDialog = lazy(() => import('./ShareDialog.tsx').then((part) => ({ default: part.ShareDialog })))
const AssignDialog = lazy(() => import('../AssignDialog.tsx').then((part) => ({ default: part.AssignDialog })))

const mayAssign = () => session.can('assignment_edit') || session.can('assignment_create')

interface RowProps {
  order: Order
  agenda: Agenda
  onAssign: (order: Order) => void
}

function Row({ order, agenda, onAssign }: RowProps) {
  const conflicts = agenda.conflicts.get(order.id) ?? []
  const agreed = agenda.places.agreed.get(order.id)
  const may = mayAssign() && isMovable(order)
  return (
    <li className={`flex gap-10 middle line-top ${styles.row}`}>
      <Press onClick={() => agenda.change({ abierta: String(order.id) })}>
        <b className="flex middle semibold">
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
      </Press>
      {may && (
        <Button aria-label={text('agenda.assign.of', { code: order.code })} onClick={() => onAssign(order)}>
          {text(order.assigned_technical_id === null ? 'order.act.assign' : 'agenda.change')}
        </Button>
      )}
    </li>
  )
}

/** Orders that wait, with a proposal for all of them. */
function Waiting({ agenda, closed, row }: { agenda: Agenda; closed: boolean; row: (order: Order) => ReactNode }) {
  const [sharing, setSharing] = useState(false)
  const { tray, waiting } = agenda
  const close = () => setSharing(false)
  return (
    <details className="edge surface px-14" open={!closed}>
      <summary className="flex middle between text-m pointer">
        <h2 className="lines-l">{text('agenda.tray')}</h2>{' '}
        <span className="push ink-2">{waiting.data ? tray.length : '–'}</span>
      </summary>
      {mayAssign() && tray.length > 0 && (
        <Button size="large" aria-haspopup="dialog" onClick={() => setSharing(true)}>
          {text('agenda.share')}
        </Button>
      )}
      <ul>{tray.slice(0, 40).map(row)}</ul>
      <Suspense>
        {sharing && <ShareDialog chosen={[]} tray={tray} agenda={agenda} close={close} done={close} />}
      </Suspense>
    </details>
  )
}

/** Agenda on phones: waiting orders, then technicians with their visits; orders are assigned in a sheet. */
export function PhoneAgenda({ agenda }: { agenda: Agenda }) {
  const [assigning, setAssigning] = useState<Order | null>(null)
  const { lanes, open } = agenda
  const busy = lanes.filter(({ orders }) => orders.length > 0)
  const row = (order: Order) => <Row key={order.id} order={order} agenda={agenda} onAssign={setAssigning} />
  return (
    <div className={`grid gap-12 packed ${styles.phone}`}>
      <header>
        <AgendaTitle agenda={agenda} />
        <DayPicker agenda={agenda} />
        <details>
          <summary className="semibold surface round px-14 line-control flex middle between text-m pointer">
            {text('list.filter')}
          </summary>
          <div>
            <Filters agenda={agenda} />
          </div>
        </details>
      </header>
      <OutcomeBar agenda={agenda} />
      <Waiting agenda={agenda} closed={busy.length > 0} row={row} />
      {agenda.loading && (
        <div
          className={`grow line-top ${styles.skeleton}`}
          role="status"
          aria-busy="true"
          aria-label={text('home.loading')}
        />
      )}
      {agenda.unread !== null && <Unread agenda={agenda} />}
      {!agenda.loading && agenda.unread === null && busy.length === 0 && (
        <EmptyState title={text('agenda.free')}>{text('agenda.free.text')}</EmptyState>
      )}
      {busy.map(({ technician, orders }) => (
        <details key={technician.id} className="edge surface px-14" open={busy.length <= 3}>
          <summary className="flex middle between text-m pointer">
            <h2 className="lines-l">{technician.name}</h2> <span className="push ink-2">{loadOf(orders)}</span>
          </summary>
          <ul>{orders.map(row)}</ul>
        </details>
      ))}
      {open !== null && <OpenOrder agenda={agenda} id={open} />}
      <Suspense>
        {assigning && (
          <AssignDialog orders={[assigning]} close={() => setAssigning(null)} done={() => setAssigning(null)} />
        )}
      </Suspense>
    </div>
  )
}
