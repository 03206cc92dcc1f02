import type { Order } from '@hilo/contract/orders/orders.ts'
import { zoneOfPlace } from '@hilo/domain/place-clock.ts'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useSend } from '../../api/use-send.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { detailsOf, valuesOf, wrongOf, wrongPast, type OrderValues } from './order-form.ts'
import { fieldName, OrderFields } from './OrderFields.tsx'

interface EditDialogProps {
  order: Order
  close: () => void
  done: () => void
}

/** Edits appointment and data of an order; concurrent changes are shown instead of overwritten. */
export function EditDialog({ order, close, done }: EditDialogProps) {
  const [initial] = useState(() => valuesOf(order))
  // Without a box the postal code determines the time zone.
  const zoneOf = ({ postal_code }: OrderValues) =>
    order.cto ? order.time_zone : zoneOfPlace({ postal_code, province: order.address?.['province'] })
  const { send } = useSend('admin_vno/orders/edit')
  const form = useForm({
    limits: limitsOf('admin_vno/orders/edit'),
    initial,
    version: order.version,
    check: (values) => ({ ...wrongPast(values, zoneOf(values), order.appointment), ...wrongOf(values) }),
    // No answer includes the contact: keep the known one.
    read: (record) => ({ ...valuesOf({ ...order, ...(record as Order), contact: order.contact }) }),
    send: async (values, version) => {
      const now = detailsOf(values, zoneOf(values), order.address)
      const before = detailsOf(initial, order.time_zone, order.address)
      const changed = Object.fromEntries(
        Object.entries(now).filter(
          ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof before]),
        ),
      )
      const sent = await send({ order_id: order.id, version, ...changed })
      if (!sent?.answer) throw sent?.problem
      toast.success(text('order.edit.done', { code: order.code }))
      done()
    },
  })
  return (
    <FormDialog
      form={form}
      title={text('order.edit.title', { code: order.code })}
      yes={text('order.save')}
      nameOf={fieldName}
      wide
      close={close}
    >
      <OrderFields form={form} contact zone={zoneOf(form.values)} />
    </FormDialog>
  )
}
