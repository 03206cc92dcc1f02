/** Orders as a table: each row is an order by the operator's own number, made, changed or found as it is. */
import { orders } from '@hilo/contract/orders.ts'
import { loadColumns } from '@hilo/domain/load-columns.ts'
import { isOrderClosed, orderKinds, type OrderState } from '@hilo/domain/order.ts'
import { cleanPhone, isPhone } from '@hilo/domain/phone.ts'
import { clockProvince, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { placeDoubts, provincialCode } from '@hilo/domain/province.ts'
import * as z from 'zod/mini'
import type { WriteContext } from '../../http/handler.ts'
import { text } from '../../http/texts.ts'
import { column, type ValuesOf } from '../../load/column.ts'
import { downloaded } from '../../load/columns.ts'
import { part, refused, type Outcome, type Part } from '../../load/part.ts'
import { readPlaceHours, type Hours } from '../../load/place-hours.ts'
import { lockOrders } from '../../process/order-row.ts'
import { createOrder, editOrder } from './create.ts'

const words = (most: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(most)))
/** An instant with its distance from UTC, or the place's own clock. */
const moment = z.optional(
  z.string().check(z.regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/)),
)
const megabits = z.optional(z.int().check(z.minimum(1), z.maximum(100_000)))

export const columns = {
  external_order_id: column.id(
    z.string().check(z.regex(/^[\w.:/-]{1,64}$/)),
    'orden',
    'número de orden',
    'nº de orden',
    'n.º de orden',
    'referencia',
  ),
  kind: column.choice(z.enum(orderKinds), orderKinds, 'order_kind', 'tipo'),
  access_code: column.code(words(64), 'acceso', 'access.code'),
  cto_code: column.code(words(64), 'cto', 'caja', 'cto.code'),
  requested_date: column.date(z.optional(z.iso.date()), 'fecha', 'fecha pedida'),
  appointment_from: column.moment(moment, 'cita desde', 'appointment.from'),
  appointment_to: column.moment(moment, 'cita hasta', 'appointment.to'),
  contact_name: column.text(words(120), 'contacto', 'nombre de contacto'),
  contact_phone: column.normal(z.optional(z.string().check(z.refine(isPhone))), cleanPhone, 'phone', 'teléfono'),
  product_code: column.id(words(40), 'producto'),
  down_mbps: column.whole(megabits, 'bajada'),
  up_mbps: column.whole(megabits, 'subida'),
  street: column.text(words(200), 'calle', 'dirección'),
  number: column.id(words(20), 'número'),
  floor: column.id(words(40), 'piso'),
  postal_code: column.fiveDigits(z.optional(z.string().check(z.regex(provincialCode))), 'código postal', 'cp'),
  municipality: column.text(words(120), 'municipio'),
  province: column.named(words(60), clockProvince, 'provincia'),
}
type Values = ValuesOf<typeof columns>
export const list = downloaded(columns, 'orders', Object.keys(orders['admin_vno/orders/get'].list.columns))

// The clock of a row is that of its order: an order that exists stays at its box, and its address is the row's where it gives one.
export const lookUp = `with x as (select s.id, s.cto_id from access s where s.code = $2 and s.vno_id = $1),
  box as (select b.id, b.ine_code as ine from cto b where b.code = $3 or b.label = $3 limit 1),
  o as (select o.*, c.ine_code as ine from service_order o left join cto c on c.id = o.cto_id
    where o.vno_id = $1 and o.external_order_id = $5)
  select json_build_object('access', (select id from x), 'cto', (select id from box), 'zone', coalesce(
      (select order_zone(o.ine, coalesce($4::json, o.address)) from o),
      order_zone(coalesce((select c.ine_code from cto c where c.id = (select cto_id from x)), (select ine from box)), $4::json)),
    'order', (select json_build_object('id', o.id, 'kind', o.kind, 'state', o.state, 'requested_date', o.requested_date,
        'access', o.access_id, 'cto', o.cto_id, 'product', o.product, 'address', o.address,
        'appointment', case when o.appointment_from is not null
          then json_build_object('from', wire_time(o.appointment_from), 'to', wire_time(o.appointment_to)) end,
        'contact', (select json_build_object('name', w.name, 'phone', w.phone) from service_order_contact w where w.order_id = o.id))
      from o))::text`
interface Known {
  access: number | null
  cto: number | null
  zone: PlaceZone
  order: {
    id: number
    kind: string
    state: OrderState
    requested_date: string | null
    access: number | null
    cto: number | null
    appointment: Hours | null
    product: object | null
    address: object | null
    contact: { name: string; phone: string } | null
  } | null
}

const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** A record of an order whose `main` field carries the others: what the row gives of it, over what the order has already. */
function carried<F extends string>(main: F, fields: Record<F | string, unknown>, kept: object | null | undefined) {
  const said = given(fields)
  if (Object.keys(said).length === 0) return undefined
  const before = kept ?? {}
  const same = said[main] === undefined || said[main] === (before as Record<string, unknown>)[main]
  const whole: Record<string, unknown> = same ? { ...before, ...said } : said
  if (whole[main] === undefined) throw new Lacking(Object.keys(said), main)
  return whole as Record<F, string>
}

/** Cells that nothing can be done with while the one that carries them is empty. */
class Lacking extends Problem {
  constructor(fields: readonly string[], main: string) {
    const details = fields.map((field) => ({
      field,
      code: 'required',
      message: text('load.goes_with', { main: headOf(columnOf[main] ?? main) }),
    }))
    super('VALIDATION', { details })
  }
}

/** How people call a column. */
const headOf = (name: string) => loadColumns.orders.find((one) => one.name === name)?.head ?? name
/** The wire names of columns that are called otherwise in their record. */
const columnOf: Readonly<Record<string, string>> = { code: 'product_code' }

/** What a row gives, over what its order has: a cell that is empty or missing leaves its field as it is. */
function detailsOf(values: Values, { order }: Known, appointment: Hours | null) {
  const { product_code: code, down_mbps, up_mbps, street, number, floor, postal_code, municipality, province } = values
  const { contact_name: name, contact_phone: phone, requested_date } = values
  const said = given({ name, phone })
  const contact = Object.keys(said).length > 0 && { ...order?.contact, ...said }
  if (contact && !('name' in contact && 'phone' in contact)) return null
  const product = carried('code', { code, down_mbps, up_mbps }, order?.product)
  const place = { street, number, floor, postal_code, municipality, province }
  const address = carried('street', place, order?.address)
  return {
    ...(requested_date !== undefined && { requested_date }),
    ...(appointment && { appointment }),
    ...(contact && { contact: contact as { name: string; phone: string } }),
    ...(product && { product }),
    ...(address && { address }),
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
  return (
    same(requested_date, order.requested_date) &&
    same(appointment, order.appointment) &&
    same(product, order.product) &&
    same(address, order.address) &&
    (blind || isOrderClosed(order.state) || same(contact, order.contact))
  )
}

/** An order keeps its access and its box: a row that names others is not what it is. */
const isElsewhere = ({ access_code, cto_code }: Values, { access, cto }: Known, order: NonNullable<Known['order']>) =>
  (access_code !== undefined && access !== order.access) || (cto_code !== undefined && cto !== order.cto)

async function take(context: WriteContext, vnoId: number, values: Values): Promise<Outcome> {
  const { sql, principal } = context
  const { external_order_id, kind, access_code = null, cto_code } = values
  const { postal_code, province, appointment_from: from, appointment_to: to } = values
  const place = given({ postal_code, province })
  const said = Object.keys(place).length > 0 ? JSON.stringify(place) : null
  const asked = [vnoId, access_code, cto_code ?? null, said, external_order_id]
  const known = JSON.parse((await sql.json(lookUp, asked)) ?? '') as Known
  if (access_code !== null && known.access === null) throw new Problem('NOT_FOUND')
  const { order } = known
  const visit = readPlaceHours({ from, to }, known.zone, order?.appointment ?? null)
  if ('fault' in visit) return refused('VALIDATION', visit.fault)
  const details = detailsOf(values, known, visit.hours)
  if (details === null) return refused('VALIDATION', text('load.order_pairs'))
  const warned = {
    doubts: placeDoubts(values),
    ...(visit.warning !== undefined && { warning: visit.warning }),
  }
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
    return { ok: true, done: 'created', id, ...warned }
  }
  if (order.kind !== kind)
    return refused('ALREADY_EXISTS', text('load.order_kind', { kind: text(`choice.order_kind.${order.kind}`) }))
  if (isElsewhere(values, known, order)) return refused('ALREADY_EXISTS', text('load.order_place'))
  if (isThere(details, order, neutral)) return { ok: true, done: 'unchanged', id: order.id, ...warned }
  const [locked] = await lockOrders(sql, [order.id], { vnoId, technicalId: null })
  if (!locked) throw new Error('an order that is no longer there')
  await editOrder(context, locked, { order_id: order.id, ...details })
  return { ok: true, done: 'updated', id: order.id, ...warned }
}

/** What is wrong, field by field where it is known. */
function sentence({ extra }: Problem): string | undefined {
  return extra.details?.map(({ field, message }) => `${field}: ${text(message)}`).join(' ')
}

/** Rows of orders of one operator. Whatever is wrong with one says so and stops no other. */
export function orderPart(context: WriteContext, vnoId: number): Part {
  return part({
    kind: 'orders',
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
