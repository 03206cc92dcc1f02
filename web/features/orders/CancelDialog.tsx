import type { Order } from '@hilo/contract/orders/orders.ts'
import { reasonCatalogues, reasonText } from '@hilo/domain/reason.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { ChoiceField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'

interface CancelDialogProps {
  order: Order
  close: () => void
  done: () => void
}

/** The operator's reasons; the default ones for a session without access to its catalogue. */
function useReasons(order: Order) {
  const neutral = session.isNeutral()
  const { data } = useCall(
    'admin_vno/reasons/get',
    { catalogue: 'order_cancel', ...(neutral && { vno_id: order.vno_id }) },
    { enabled: session.can('cancellation_view') },
  )
  const own = data?.records.filter(({ status }) => status === enabledStatus.is.enabled)
  if (own) return own.map(({ code, name }) => ({ value: code, text: name }))
  return reasonCatalogues.order_cancel.map((code) => ({ value: code, text: text(reasonText('order_cancel', code)) }))
}

/** Asks for a reason before cancelling an order: this is final and releases its port. */
export function CancelDialog({ order, close, done }: CancelDialogProps) {
  const reasons = useReasons(order)
  const [initial] = useState(() => ({ reason_code: '', comments: '' }))
  const { send } = useSend('admin_vno/assigments/cancel_service_order')
  const form = useForm({
    limits: limitsOf('admin_vno/assigments/cancel_service_order'),
    initial,
    check: ({ reason_code }) => (reason_code === '' ? { reason_code: text('order.cancel.reasonMissing') } : {}),
    send: async ({ reason_code, comments }) => {
      const { id: service_order_id, version } = order
      const sent = await send({ service_order_id, version, reason_code, ...(comments.trim() !== '' && { comments }) })
      if (!sent?.answer) throw sent?.problem
      toast.success(text('order.cancel.done', { code: order.code }))
      done()
    },
  })
  return (
    <FormDialog
      form={form}
      title={text('order.cancel.title', { code: order.code })}
      sentence={text(order.kind === 'alta' ? 'order.cancel.sentencePort' : 'order.cancel.sentence')}
      yes={text('order.act.cancel')}
      danger
      close={close}
    >
      <ChoiceField
        form={form}
        name="reason_code"
        label={text('reason.label')}
        options={reasons}
        empty={text('order.cancel.choose')}
      />
      <TextField form={form} name="comments" label={text('column.orders.cancellation.comments')} rows={3} optional />
    </FormDialog>
  )
}
