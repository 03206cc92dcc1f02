import { orderKinds, type OrderKind } from '@hilo/domain/order.ts'
import { zoneOfPlace } from '@hilo/domain/place-clock.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { CodeField } from '../../lists/CodeField.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import '../../lists/lists.css'
import { choiceText } from '../../lists/text.ts'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { Card, Page } from '../../kit/Page.tsx'
import { idOf } from '../../ui/id-of.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { detailsOf, emptyOrder, wrongOf, wrongPast, type OrderValues } from './order-form.ts'
import { fieldName, OrderFields } from './OrderFields.tsx'
import styles from './orders.module.css'
import { newZone, useNewZone, type NewPlace } from './place-zone.ts'
import { useOperators } from './use-operators.ts'

interface NewValues extends OrderValues {
  vno_id: string
  kind: string
  external_order_id: string
  access_id: string
  access: string
  cto_id: string
  cto: string
}

const neutral = () => session.isNeutral()

type NewForm = Form<NewValues>

const placeOf = ({ access_id, cto_id }: NewValues, feasibility: number | undefined): NewPlace => ({
  access: idOf(access_id),
  cto: idOf(cto_id),
  feasibility,
})

/** Place of the work: existing access, or box; a feasibility inquiry brings its own. */
function Place({ form }: { form: NewForm }) {
  const { access, cto } = form.values
  return (
    <Fields>
      <CodeField
        label={text('order.field.access')}
        kind="access"
        hint="AC28-01843907-5"
        known={access}
        wrong={form.wrong.access}
        onPick={(found) => form.set({ access_id: String(found?.id ?? ''), access: found?.code ?? '' })}
      />
      <CodeField
        label={text('order.field.cto')}
        kind="cto"
        hint="VAL01-0312-07"
        known={boxLabel(cto)}
        // One of the two is enough: clear the error of both.
        onPick={(found) => form.set({ access, cto_id: String(found?.id ?? ''), cto: found?.code ?? '' })}
      />
    </Fields>
  )
}

/** Draft key: drafts are separate for each access or feasibility inquiry. */
const keptAs = (feasibility: number | undefined, access: number | undefined) =>
  ['order.new', feasibility && `factibilidad-${feasibility}`, access && `acceso-${access}`].filter(Boolean).join('.')

function useNewOrder(feasibility: number | undefined, asked: number | undefined) {
  const [initial] = useState<NewValues>(() => ({
    ...emptyOrder,
    vno_id: '',
    kind: feasibility === undefined ? 'averia' : 'alta',
    external_order_id: '',
    access_id: '',
    access: '',
    cto_id: '',
    cto: '',
  }))
  const navigate = useNavigate()
  const { send } = useSend('admin_vno/orders/create')
  const [made, setMade] = useState<number | null>(null)
  const form = useForm<NewValues>({
    limits: limitsOf('admin_vno/orders/create'),
    initial,
    ...(made === null && { keepAs: keptAs(feasibility, asked) }),
    check: (values) => ({
      // Without a postal code the place may have the later of the two clocks.
      ...wrongPast(values, values.postal_code === '' ? 'Atlantic/Canary' : zoneOfPlace(values)),
      ...wrongOf(values),
      ...(neutral() && values.vno_id === '' && { vno_id: text('order.wrong.operator') }),
      ...(feasibility === undefined &&
        values.access_id === '' &&
        values.cto_id === '' && { access: text('order.wrong.place') }),
    }),
    send: async (values) => {
      const zone = await newZone(placeOf(values, feasibility), values.postal_code)
      const details = Object.fromEntries(Object.entries(detailsOf(values, zone)).filter(([, value]) => value !== null))
      const sent = await send({
        kind: values.kind as OrderKind,
        ...(values.external_order_id.trim() !== '' && { external_order_id: values.external_order_id.trim() }),
        ...(feasibility !== undefined && { feasibility_id: feasibility }),
        ...(values.access_id !== '' && { access_id: Number(values.access_id) }),
        ...(values.cto_id !== '' && values.access_id === '' && { cto_id: Number(values.cto_id) }),
        ...details,
        ...(neutral() && { vno_id: Number(values.vno_id) }),
      })
      if (!sent?.answer) throw sent?.problem
      const { id, code } = sent.answer.record
      setMade(id)
      form.reset()
      toast.success(text('order.new.done', { code }))
      await navigate({ to: '/vno/ordenes/$id', params: { id: String(id) }, ignoreBlocker: true })
    },
  })
  return form
}

/** Access named in the URL. */
function useKnownAccess({ suggest }: NewForm, asked: number | undefined) {
  const known = useCall('admin_vno/accesses/get', { id: asked ?? 0 }, { enabled: asked !== undefined })
  const access = known.data?.records[0]
  useEffect(() => {
    if (access) suggest({ access_id: String(access.id), access: access.code })
  }, [access, suggest])
}

/** Registers an order, optionally for a feasibility inquiry or an access named in the URL. */
export function NewOrderScreen() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const feasibility = idOf(search['factibilidad'])
  const asked = idOf(search['acceso'])
  const form = useNewOrder(feasibility, asked)
  useKnownAccess(form, asked)
  const { access, cto } = form.values
  const operators = useOperators()
  const zone = useNewZone(placeOf(form.values, feasibility), form.values.postal_code)
  return (
    <Page title={text('order.new')} lead={text('order.new.lead')} narrow>
      <Card label={text('order.new')}>
        <FormPage form={form} yes={text('order.new.yes')} nameOf={fieldName}>
          <Fields>
            {neutral() && (
              <ChoiceField
                form={form}
                name="vno_id"
                label={text('column.orders.vno.name')}
                options={operators}
                empty={text('event.new.operator.choose')}
              />
            )}
            <ChoiceField
              form={form}
              name="kind"
              label={text('column.orders.kind')}
              options={orderKinds.map((value) => ({ value, text: choiceText('order_kind', value) }))}
            />
            <TextField
              form={form}
              name="external_order_id"
              label={text('column.orders.external_order_id')}
              hint={text('order.field.external.hint')}
              maxLength={64}
              optional
            />
          </Fields>
          <fieldset className={`grid gap-8 line-top ${styles.group}`}>
            <legend>{text('order.group.line')}</legend>
            {feasibility === undefined ? (
              <Place form={form} />
            ) : (
              <p>{text('order.new.feasibility', { number: feasibility })}</p>
            )}
            {cto && access && <p className="hl-faint">{text('order.new.both', { box: boxLabel(cto) })}</p>}
          </fieldset>
          <OrderFields form={form} contact={session.get().accountType === 'va'} zone={zone} />
        </FormPage>
      </Card>
    </Page>
  )
}
