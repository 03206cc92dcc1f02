/** Orders as a table: each row is an order by the operator's own number, made, changed or found as it is. */
import { orders } from '@hilo/contract/orders.ts'
import { isOrderClosed, orderKinds, type OrderState } from '@hilo/domain/order.ts'
import { Problem } from '@hilo/domain/problem.ts'
import * as z from 'zod/mini'
import type { WriteContext } from '../../http/handler.ts'
import { text } from '../../http/texts.ts'
import { column, downloaded, type ValuesOf } from '../../load/columns.ts'
import { part, refused, type Outcome, type Part } from '../../load/load.ts'
import { lockOrders } from '../../process/order-row.ts'
import { createOrder, editOrder } from './create.ts'

const words = (most: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(most)))
/** An instant with its distance from UTC, or the place's own clock. */
const moment = z.optional(
  z.string().check(z.regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/)),
)
const megabits = z.optional(z.int().check(z.minimum(1), z.maximum(100_000)))

export const columns = {
  external_order_id: column.text(
    z.string().check(z.regex(/^[\w.:/-]{1,64}$/)),
    'orden',
    'número de orden',
    'referencia',
  ),
  kind: column.choice(z.enum(orderKinds), orderKinds, 'order_kind', 'tipo'),
  access_code: column.code(words(64), 'acceso', 'access.code'),
  cto_code: column.code(words(64), 'cto', 'caja', 'cto.code'),
  requested_date: column.date(z.optional(z.iso.date()), 'fecha', 'fecha pedida'),
  appointment_from: column.text(moment, 'cita desde', 'appointment.from'),
  appointment_to: column.text(moment, 'cita hasta', 'appointment.to'),
  contact_name: column.text(words(120), 'contacto', 'nombre de contacto'),
  contact_phone: column.text(z.optional(z.string().check(z.regex(/^\+[1-9]\d{6,14}$/))), 'teléfono'),
  product_code: column.text(words(40), 'producto'),
  down_mbps: column.number(megabits, 'bajada'),
  up_mbps: column.number(megabits, 'subida'),
  street: column.text(words(200), 'calle', 'dirección'),
  number: column.text(words(20), 'número'),
  floor: column.text(words(40), 'piso'),
  postal_code: column.text(z.optional(z.string().check(z.regex(/^\d{5}$/))), 'código postal'),
  municipality: column.text(words(120), 'municipio'),
  province: column.text(words(60), 'provincia'),
}
type Values = ValuesOf<typeof columns>
export const list = downloaded(columns, 'orders', Object.keys(orders['admin_vno/orders/get'].list.columns))

const said = `(case when $N ~ '(Z|[+-]\\d\\d:\\d\\d)$' then $N::timestamptz else $N::timestamp at time zone place_zone((select ine from box)) end)`
const instant = (place: string) => said.replaceAll('$N', `${place}::text`)
export const lookUp = `with x as (select s.id, s.cto_id from access s where s.code = $2 and s.vno_id = $1),
  box as (select c.ine_code as ine from cto c where c.id = coalesce((select cto_id from x), (select b.id from cto b where b.code = $3 or b.label = $3 limit 1)))
  select json_build_object('access', (select id from x), 'from', wire_time(${instant('$4')}), 'to', wire_time(${instant('$5')}),
    'order', (select json_build_object('id', o.id, 'kind', o.kind, 'state', o.state, 'requested_date', o.requested_date,
        'from', wire_time(o.appointment_from), 'to', wire_time(o.appointment_to), 'product', o.product, 'address', o.address,
        'contact', (select json_build_object('name', w.name, 'phone', w.phone) from service_order_contact w where w.order_id = o.id))
      from service_order o where o.vno_id = $1 and o.external_order_id = $6))::text`
interface Known {
  access: number | null
  from: string | null
  to: string | null
  order: {
    id: number
    kind: string
    state: OrderState
    requested_date: string | null
    from: string | null
    to: string | null
    product: object | null
    address: object | null
    contact: { name: string; phone: string } | null
  } | null
}

/** The fields that the cells give, none where they give nothing. */
const given = (fields: Record<string, unknown>) => {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return entries.length > 0 ? (Object.fromEntries(entries) as object) : undefined
}

function detailsOf(values: Values, { from, to }: Known) {
  const { product_code: code, down_mbps, up_mbps, street, number, floor, postal_code, municipality, province } = values
  const { contact_name: name, contact_phone: phone, requested_date } = values
  const whole = (first: unknown, second: unknown) => (first == null) === (second == null)
  const ordered = from === null || to === null || Date.parse(from) < Date.parse(to)
  if (!whole(name, phone) || !whole(from, to) || !ordered) return null
  return {
    ...(requested_date !== undefined && { requested_date }),
    ...(from !== null && to !== null && { appointment: { from, to } }),
    ...(name !== undefined && phone !== undefined && { contact: { name, phone } }),
    ...(code !== undefined && { product: { code, ...given({ down_mbps, up_mbps }) } }),
    ...(street !== undefined && {
      address: { street, ...given({ number, floor, postal_code, municipality, province }) },
    }),
  }
}
type Details = NonNullable<ReturnType<typeof detailsOf>>

const same = (asked: unknown, kept: unknown) => asked === undefined || JSON.stringify(asked) === JSON.stringify(kept)

/** Whether an order is already what its row says. A contact that nobody may see, or nobody keeps any more, counts as the same. */
function isThere(
  { requested_date, appointment, product, address, contact }: Details,
  order: NonNullable<Known['order']>,
  blind: boolean,
): boolean {
  const kept = order.from === null ? null : { from: order.from, to: order.to }
  return (
    same(requested_date, order.requested_date) &&
    same(appointment, kept) &&
    same(product, order.product) &&
    same(address, order.address) &&
    (blind || isOrderClosed(order.state) || same(contact, order.contact))
  )
}

async function take(context: WriteContext, vnoId: number, values: Values): Promise<Outcome> {
  const { sql, principal } = context
  const { external_order_id, kind, access_code = null, cto_code } = values
  const asked = [vnoId, access_code, cto_code ?? null, values.appointment_from ?? null, values.appointment_to ?? null]
  const known = JSON.parse((await sql.json(lookUp, [...asked, external_order_id])) ?? '') as Known
  if (access_code !== null && known.access === null) throw new Problem('NOT_FOUND')
  const details = detailsOf(values, known)
  if (details === null) return refused('VALIDATION', text('load.order_pairs'))
  const { order } = known
  const neutral = principal.account_type === 'ad'
  if (order === null) {
    const ids = {
      ...(known.access !== null && { access_id: known.access }),
      ...(cto_code !== undefined && { cto_code }),
    }
    const id = await createOrder(context, {
      external_order_id,
      kind,
      ...ids,
      ...details,
      ...(neutral && { vno_id: vnoId }),
    })
    return { ok: true, done: 'created', id }
  }
  if (order.kind !== kind)
    return refused('ALREADY_EXISTS', text('load.order_kind', { kind: text(`choice.order_kind.${order.kind}`) }))
  if (isThere(details, order, neutral)) return { ok: true, done: 'unchanged', id: order.id }
  const [locked] = await lockOrders(sql, [order.id], { vnoId, technicalId: null })
  if (!locked) throw new Error('an order that is no longer there')
  await editOrder(context, locked, { order_id: order.id, ...details })
  return { ok: true, done: 'updated', id: order.id }
}

/** What is wrong, field by field where it is known. */
function sentence({ extra }: Problem): string | undefined {
  return extra.details?.map(({ field, message }) => `${field}: ${text(message)}`).join(' ')
}

/** Rows of orders of one operator. Whatever is wrong with one says so and stops no other. */
export function orderPart(context: WriteContext, vnoId: number): Part {
  return part({
    columns,
    entity: 'service_order',
    kept: ({ external_order_id, kind, access_code, cto_code, requested_date }) => ({
      external_order_id,
      kind,
      access_code,
      cto_code,
      requested_date,
    }),
    list,
    key: ({ external_order_id }) => external_order_id,
    apply: async (rows) => {
      const outcomes: Outcome[] = []
      for (const { values } of rows) {
        try {
          outcomes.push(await take(context, vnoId, values))
        } catch (error) {
          if (!(error instanceof Problem) || error.status >= 500) throw error
          outcomes.push(refused(error.code, sentence(error)))
        }
      }
      return outcomes
    },
  })
}
