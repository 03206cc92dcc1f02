import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import { DayField, Fields, HourField, TextField } from '../../ui/form/fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { zoneHint } from '../../ui/place-time.ts'
import { text } from '../../ui/text.ts'
import type { OrderValues } from './order-form.ts'
import styles from './orders.module.css'

/** Label of a field, in the form and in the conflict view. */
export const fieldName = (field: string): string => text(`order.field.${field}`)

interface OrderFieldsProps<V extends OrderValues> {
  form: Form<V>
  contact: boolean
  /** Time zone of the hours. */
  zone: PlaceZone
}

/** Fields of a new or edited order: time, contact, kind and place. */
export function OrderFields<V extends OrderValues>({ form: wideForm, contact, zone }: OrderFieldsProps<V>) {
  const form = wideForm as unknown as Form<OrderValues>
  const field = (name: keyof OrderValues & string) => ({ form, name, label: fieldName(name), optional: true })
  return (
    <>
      <fieldset className={`grid gap-8 line-top ${styles.group}`}>
        <legend>{text('order.group.when')}</legend>
        <Fields>
          <DayField {...field('day')} />
          <HourField {...field('from')} hint={zoneHint(zone)} />
          <HourField {...field('to')} hint={text('order.field.to.hint')} />
          <DayField {...field('requested_date')} hint={text('order.field.requested_date.hint')} />
        </Fields>
      </fieldset>
      {contact && (
        <fieldset className={`grid gap-8 line-top ${styles.group}`}>
          <legend>{text('order.contact')}</legend>
          <p className="hl-faint">{text('order.contact.why')}</p>
          <Fields>
            <TextField {...field('contact_name')} maxLength={120} />
            <TextField {...field('contact_phone')} type="tel" hint={text('order.field.contact_phone.hint')} />
          </Fields>
        </fieldset>
      )}
      <fieldset className={`grid gap-8 line-top ${styles.group}`}>
        <legend>{text('order.group.where')}</legend>
        <Fields>
          <TextField {...field('street')} />
          <TextField {...field('number')} />
          <TextField {...field('floor')} />
          <TextField {...field('postal_code')} maxLength={5} />
          <TextField {...field('municipality')} />
        </Fields>
      </fieldset>
      <fieldset className={`grid gap-8 line-top ${styles.group}`}>
        <legend>{text('order.product')}</legend>
        <Fields>
          <TextField {...field('product')} maxLength={40} />
          <TextField {...field('down_mbps')} unit="Mb/s" />
          <TextField {...field('up_mbps')} unit="Mb/s" />
        </Fields>
      </fieldset>
    </>
  )
}
