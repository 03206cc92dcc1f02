import type { Order } from '@hilo/contract/orders.ts'
import { isOrderClosed } from '@hilo/domain/order.ts'
import { lazy, Suspense, useState } from 'react'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'

const AssignDialog = lazy(() => import('./AssignDialog.tsx').then((part) => ({ default: part.AssignDialog })))
const EditDialog = lazy(() => import('./EditDialog.tsx').then((part) => ({ default: part.EditDialog })))
const CancelDialog = lazy(() => import('./CancelDialog.tsx').then((part) => ({ default: part.CancelDialog })))

const acts = ['cancel', 'edit', 'assign'] as const
type Act = (typeof acts)[number]

/** What this person may do with an order that is still open and that nobody is working at. */
function allowed(act: Act, order: Order): boolean {
  if (isOrderClosed(order.state)) return false
  if (act === 'cancel')
    return order.state !== 'en_curso' && (session.can('cancellation_create') || session.can('assignment_delete'))
  if (act === 'assign' && order.state === 'en_curso') return false
  return session.can('assignment_edit') || session.can('assignment_create')
}

interface OrderActsProps {
  order: Order
  refresh: () => void
  only?: readonly Act[]
}

/** A button per act, each with the dialog that asks what it needs. */
export function OrderActs({ order, refresh, only = acts }: OrderActsProps) {
  const [open, setOpen] = useState<Act | null>(null)
  const close = () => setOpen(null)
  const done = () => {
    close()
    refresh()
  }
  return (
    <>
      {acts
        .filter((act) => only.includes(act) && allowed(act, order))
        .map((act) => (
          <button
            key={act}
            type="button"
            className={act === 'assign' && only === acts ? 'hl-button hl-main-button' : 'hl-button'}
            aria-haspopup="dialog"
            onClick={() => setOpen(act)}
          >
            {text(act === 'assign' && order.assigned_technical_id !== null ? 'order.act.reassign' : `order.act.${act}`)}
          </button>
        ))}
      <Suspense>
        {open === 'assign' && <AssignDialog orders={[order]} close={close} done={done} />}
        {open === 'edit' && <EditDialog order={order} close={close} done={done} />}
        {open === 'cancel' && <CancelDialog order={order} close={close} done={done} />}
      </Suspense>
    </>
  )
}
