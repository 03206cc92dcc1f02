import type { Order } from '@hilo/contract/orders/orders.ts'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onChange, useLive } from '../../api/stream.ts'
import { touches } from '../../api/change.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import '../../lists/lists.css'
import { Notes } from '../../lists/panel/Notes.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { choiceText } from '../../lists/text.ts'
import { QueryState, EmptyState } from '../../kit/QueryState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import { History } from './History.tsx'
import { OrderActs } from './OrderActs.tsx'
import { kindText, OrderFacts } from './OrderFacts.tsx'
import styles from './orders.module.css'
import { WorkOrderButton } from './PaperButtons.tsx'

/** Whether the place is known; without one there are no interventions. */
const isPlaced = ({ access_id, cto_id }: Order) => access_id !== null || cto_id !== null

/** Interventions of the order, selected from those of its access or box. */
function useWork(order: Order) {
  const { access_id, cto_id } = order
  const filter = { ...(access_id !== null && { access_id }), ...(access_id === null && cto_id !== null && { cto_id }) }
  const answer = useCall(
    'admin_vno/events/get',
    { filter: { type: 1, ...filter }, limit: 200 },
    { enabled: isPlaced(order) && session.can('event_view') },
  )
  return {
    answer,
    of: (records: NonNullable<typeof answer.data>['records']) =>
      records.filter((one) => one.service_order_id === order.id),
  }
}

/** Interventions of the order, with reports and notes. */
function Work({ order }: { order: Order }) {
  const { answer, of } = useWork(order)
  const none = <EmptyState title={text('order.work.none')}>{text('order.work.none.text')}</EmptyState>
  if (!isPlaced(order)) return <Card title={text('order.work')}>{none}</Card>
  return (
    <Card title={text('order.work')}>
      <QueryState answer={answer} height={120}>
        {({ records }) => {
          const worked = of(records)
          const [first, ...others] = worked.map(({ id }) => id)
          if (first === undefined) return none
          return (
            <>
              <ul className={styles.worked}>
                {worked.map((event) => (
                  <li className="flex gap-4 gap-x-12 wrap middle line-bottom" key={event.id}>
                    <Link className="code" to="/vno/intervenciones/$id" params={{ id: String(event.id) }}>
                      {event.code}
                    </Link>
                    <StateBadge enumeration="process_state" value={event.process_state} />
                    <span>{event.work_kind && choiceText('work_kind', event.work_kind)}</span>
                    <span>{event.technical?.name}</span>
                    <time className="push ink-2" dateTime={event.created_at}>
                      {formatDateTime(event.started_at ?? event.created_at)}
                    </time>
                    <WorkOrderButton event={event} />
                  </li>
                ))}
              </ul>
              <Notes eventIds={[first, ...others]} />
            </>
          )
        }}
      </QueryState>
    </Card>
  )
}

function Screen({ order, refresh }: { order: Order; refresh: () => void }) {
  useLive()
  useEffect(
    () =>
      onChange((changes) => {
        if (changes?.some((one) => touches(one, 'admin_vno/orders/get', { id: order.id }))) refresh()
      }),
    [order.id, refresh],
  )
  return (
    <>
      <header className="hl-page-head">
        <h1 className="code">{order.code}</h1>
        <ChoiceDot of="order_state" word={order.state} />
        <span>{kindText(order)}</span>
        <div className="flex wrap gap-8 push phone-acts">
          <OrderActs order={order} refresh={refresh} />
        </div>
      </header>
      <div className={`grid gap-12 top ${styles.columns} phone-one`}>
        <Card title={text('order.facts')}>
          <OrderFacts order={order} />
        </Card>
        <div className="grid gap-12">
          <Work order={order} />
          {session.can('role-admin-vno_view') && <History key={order.version} id={order.id} />}
        </div>
      </div>
    </>
  )
}

/** One order: request, assignment, and work done. */
export function OrderScreen() {
  return (
    <RecordPage path="admin_vno/orders/get">
      {(order, { refresh }) => <Screen order={order} refresh={refresh} />}
    </RecordPage>
  )
}
