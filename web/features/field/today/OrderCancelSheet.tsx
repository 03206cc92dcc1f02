import { useNavigate } from '@tanstack/react-router'
import { outbox } from '../../../offline/outbox.ts'
import type { PackOrder } from '../../../offline/pack.ts'
import { text } from '../../../ui/text.ts'
import { namedReasons } from '../leave-reasons.ts'
import { NocLink } from '../NocLink.tsx'
import css from '../phone.module.css'
import { ReasonSheet } from '../ReasonSheet.tsx'
import { useReasons } from '../use-reasons.ts'

/** Cancels an order with its reason; a new day is agreed by the operator. */
export function OrderCancelSheet({ order, close }: { order: PackOrder; close: () => void }) {
  const reasons = namedReasons('order_cancel', useReasons())
  const navigate = useNavigate()
  return (
    <ReasonSheet
      title={text('tech.order.cancel')}
      kept={[0, `order.${order.id}`]}
      reasons={reasons}
      yes={text('tech.order.cancel.yes')}
      send={async ({ code }, comments) => {
        await outbox.enqueue({
          path: 'admin_vno/assigments/cancel_service_order',
          query: {
            service_order_id: order.id,
            reason_code: code,
            ...(comments !== '' && { comments: comments.slice(0, 500) }),
          },
        })
        close()
        void navigate({ to: '/tecnico' })
      }}
      close={close}
      before={
        <>
          <p className={css.note} style={{ marginBottom: 10 }}>
            {text('tech.order.cancel.visit')}
          </p>
          <NocLink look={{ size: 'glove', shape: 'wide' }} className="mb-8" />
        </>
      }
    />
  )
}
