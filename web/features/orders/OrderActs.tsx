import type { Order } from '@hilo/contract/orders/orders.ts'
import { isOrderClosed } from '@hilo/domain/order.ts'
import { lazy, Suspense, useState } from 'react'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'

const AssignDialog = lazy(() => import('./AssignDialog.tsx').then((part) => ({ default: part.AssignDialog })))
const EditDialog = lazy(() => import('./EditDialog.tsx').then((part) => ({ default: part.EditDialog })))
const CancelDialog = lazy(() => import('./CancelDialog.tsx').then((part) => ({ default: part.CancelDialog })))

const acts = ['cancel', 'edit', 'assign'] as const
type Act = (typeof acts)[number]

/** Whether the session may act on an open order without work in progress. */
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

/** A button per action, each with its dialog. */
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
          <Button
            key={act}
            kind={act === 'assign' && only === acts ? 'main' : 'second'}
            aria-haspopup="dialog"
            onClick={() => setOpen(act)}
          >
            {text(act === 'assign' && order.assigned_technical_id !== null ? 'order.act.reassign' : `order.act.${act}`)}
          </Button>
        ))}
      <Suspense>
        {open === 'assign' && <AssignDialog orders={[order]} close={close} done={done} />}
        {open === 'edit' && <EditDialog order={order} close={close} done={done} />}
        {open === 'cancel' && <CancelDialog order={order} close={close} done={done} />}
      </Suspense>
    </>
  )
}
