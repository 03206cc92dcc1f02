import type { Order } from '@hilo/contract/orders/orders.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { Button } from '../../kit/Button.tsx'
import type { BulkProps } from '../../lists/define.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { AssignDialog } from './AssignDialog.tsx'

/** Assigns the selected orders to a technician. */
export function Bar({ ids, done }: BulkProps) {
  const [orders, setOrders] = useState<Order[] | null>(null)
  const [asking, setAsking] = useState(false)
  const open = async () => {
    if (asking) return
    setAsking(true)
    try {
      const { records } = await call('admin_vno/orders/get', { filter: { id: [...ids] }, limit: ids.length })
      setOrders(records)
    } catch (error) {
      toast.error(problemText(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <Button kind="main" size="small" aria-haspopup="dialog" busy={asking} onClick={() => void open()}>
        {text('order.bulk.assign')}
      </Button>
      {orders && (
        <AssignDialog
          orders={orders}
          close={() => setOrders(null)}
          done={() => {
            setOrders(null)
            done()
          }}
        />
      )}
    </>
  )
}
