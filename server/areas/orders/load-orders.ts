/** Loads orders: each row is one order by the operator's number, created, updated or unchanged. */
import { isNeutral } from '../../kernel/principal.ts'
import { orders } from '@hilo/contract/orders/orders.ts'
import { loadColumns } from '@hilo/domain/load-columns.ts'
import { isOrderClosed, orderKinds, type OrderState } from '@hilo/domain/order.ts'
import { cleanPhone, isPhone } from '@hilo/domain/phone.ts'
import { clockProvince, type PlaceZone } from '@hilo/domain/place-clock.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { placeDoubts, provincialCode } from '@hilo/domain/province.ts'
import * as z from 'zod/mini'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'
import { column, type ValuesOf } from '../../load/column.ts'
import { downloaded } from '../../load/columns.ts'
import { withStoredZeros } from '../../load/lost-zeros.ts'
import { part, refused, refusedBy, refusedCells, type Outcome, type Part } from '../../load/part.ts'
import { readPlaceHours, type Hours } from '../../load/place-hours.ts'
import { unknownFault, type RowFault } from '../../load/row-fault.ts'
import { lockOrders } from '../../process/order-row.ts'
import { createOrder, editOrder } from './create.ts'

const words = (most: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(most)))
/** An instant with UTC offset, or local time of the place. */
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
  code: column.code(words(64), 'código', 'código de hilo'),
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
export const list = downloaded(columns, 'orders', orders['admin_vno/orders/get'])

// The order is recognised by our own code, which no spreadsheet changes, else by the operator's number.
// Time zone of a row: the box of an existing order, else the row's address.
export const lookUp = `with x as (select s.id, s.cto_id from access s where s.code = $2 and s.vno_id = $1),
  box as (select b.id, b.ine_code as ine from cto b where b.code = $3 or b.label = $3 limit 1),
  o as (select o.*, c.ine_code as ine from service_order o left join cto c on c.id = o.cto_id
    where o.id = coalesce((select id from service_order where vno_id = $1 and code = $6),
      (select id from service_order where vno_id = $1 and external_order_id = $5)))
  select json_build_object('access', (select id from x), 'cto', (select id from box), 'zone', coalesce(
      (select order_zone(o.ine, coalesce($4::json, o.address)) from o),
      order_zone(coalesce((select c.ine_code from cto c where c.id = (select cto_id from x)), (select ine from box)), $4::json)),
    'order', (select json_build_object('id', o.id, 'code', o.code, 'number', o.external_order_id, 'kind', o.kind, 'state', o.state, 'requested_date', o.requested_date,
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
    code: string
    number: string
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

const presentFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** A composite field of an order whose `main` part is required: the row's parts over the stored ones. */
function carried<F extends string>(main: F, fields: Record<F | string, unknown>, stored: object | null | undefined) {
  const present = presentFields(fields)
  if (Object.keys(present).length === 0) return { whole: undefined, faults: [] }
  const before = stored ?? {}
  const same = present[main] === undefined || present[main] === (before as Record<string, unknown>)[main]
  const whole = (same ? { ...before, ...present } : present) as Record<F, string>
  return { whole, faults: whole[main] === undefined ? needing(Object.keys(present), main) : [] }
}

/** Faults of cells that are without effect while their main cell is empty. */
const needing = (fields: readonly string[], main: string): RowFault[] =>
  fields.map((field) => ({
    column: columnOf[field] ?? field,
    code: 'required',
    message: text('load.goes_with', { main: headOf(columnOf[main] ?? main) }),
  }))

/** Display name of a column. */
const headOf = (name: string) => loadColumns.orders.find((one) => one.name === name)?.head ?? name
/** Wire names of columns that differ from their record's field. */
const columnOf: Readonly<Record<string, string>> = {
  code: 'product_code',
  name: 'contact_name',
  phone: 'contact_phone',
  access_id: 'access_code',
  cto_id: 'cto_code',
}

/** The row's values over the stored order: an empty or missing cell keeps its field. */
function detailsOf(values: Partial<Values>, { order }: Known, appointment: Hours | null) {
  const { product_code: code, down_mbps, up_mbps, street, number, floor, postal_code, municipality, province } = values
  const { contact_name: name, contact_phone: phone, requested_date } = values
  const present = presentFields({ name, phone })
  const contact = Object.keys(present).length > 0 && { ...order?.contact, ...present }
  const lacking = contact ? (['name', 'phone'] as const).filter((part) => !(part in contact)) : []
  const product = carried('code', { code, down_mbps, up_mbps }, order?.product)
  const place = { street, number, floor, postal_code, municipality, province }
  const address = carried('street', place, order?.address)
  const details = {
    ...(requested_date !== undefined && { requested_date }),
    ...(appointment && { appointment }),
    ...(contact && { contact: contact as { name: string; phone: string } }),
    ...(product.whole && { product: product.whole }),
    ...(address.whole && { address: address.whole }),
  }
  const pairs = lacking.flatMap((part) => needing(Object.keys(present), part))
  return { details, faults: { contact: pairs, product: product.faults, address: address.faults } }
}
type Details = ReturnType<typeof detailsOf>['details']

const same = (asked: unknown, stored: unknown) =>
  asked === undefined || JSON.stringify(asked) === JSON.stringify(stored)

/** True if an order already equals its row. A contact that is hidden or deleted counts as equal. */
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

/** Codes of the stored order that a spreadsheet may have changed in the row. */
const storedCodes = ({ order }: Known, code: string | null): Partial<Values> => {
  const [address, product] = [order?.address, order?.product] as (Record<string, string> | null | undefined)[]
  return {
    ...(order && order.code === code && { external_order_id: order.number }),
    ...{ number: address?.['number'], floor: address?.['floor'], product_code: product?.['code'] },
  }
}

/** An order cannot change access or box: true if the row names others. */
const isElsewhere = ({ access_code, cto_code }: Values, { access, cto }: Known, order: NonNullable<Known['order']>) =>
  (access_code !== undefined && access !== order.access) || (cto_code !== undefined && cto !== order.cto)

/** What a row names and says, and the faults of its cells. `broken`: cells whose values are not known. */
async function lookAt(sql: Tx, vnoId: number, row: Partial<Values>, broken: ReadonlySet<string> = new Set()) {
  const { external_order_id = null, code = null, access_code = null, cto_code = null } = row
  const { postal_code, province, appointment_from: from, appointment_to: to } = row
  const place = presentFields({ postal_code, province })
  const placeJson = Object.keys(place).length > 0 ? JSON.stringify(place) : null
  const named = [vnoId, access_code, cto_code, placeJson, external_order_id, code]
  const known = JSON.parse((await sql.json(lookUp, named)) ?? '') as Known
  const { values, doubts } = withStoredZeros(row, storedCodes(known, code))
  if (code !== null && known.order?.code !== code) doubts.push({ column: 'code', code: 'no_order' })
  const visit = readPlaceHours({ from, to }, known.zone, known.order?.appointment ?? null)
  const { details, faults } = detailsOf(values, known, 'hours' in visit ? visit.hours : null)
  const isContactWhole = !broken.has('contact_name') && !broken.has('contact_phone')
  const all: RowFault[] = [
    ...(access_code !== null && known.access === null ? [unknownFault('access_code', access_code)] : []),
    ...(cto_code !== null && known.cto === null ? [unknownFault('cto_code', cto_code)] : []),
    ...('fault' in visit ? [visit.fault] : []),
    ...(isContactWhole ? faults.contact : []),
    ...(broken.has('product_code') ? [] : faults.product),
    ...(broken.has('street') ? [] : faults.address),
  ]
  const warning = 'hours' in visit ? visit.warning : undefined
  return { known, number: values.external_order_id, details, faults: all, doubts, warning }
}

/** A box that is not there has its own code. */
function refusal(faults: readonly RowFault[]): Outcome {
  const [first] = faults
  return first?.column === 'cto_code' && first.code === 'not_found'
    ? refusedCells(faults, 'CTO_NOT_FOUND')
    : refusedCells(faults)
}

async function take(context: WriteContext, vnoId: number, values: Values): Promise<Outcome> {
  const { sql, principal } = context
  const { external_order_id, kind, cto_code } = values
  const { known, number, details, faults, doubts, warning } = await lookAt(sql, vnoId, values)
  if (faults.length > 0) return refusal(faults)
  const { order } = known
  const warned = { doubts: [...doubts, ...placeDoubts(values)], ...(warning !== undefined && { warning }) }
  const neutral = isNeutral(principal)
  if (order === null && /^\d+\.0$/.test(values.external_order_id))
    return refusedCells([
      {
        column: 'external_order_id',
        code: 'decimal',
        message: text('load.cell.decimal_code', { value: values.external_order_id }),
      },
    ])
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
  if (order.code === values.code && order.number !== number)
    return refused('ALREADY_EXISTS', text('load.order_number', { number: order.number }))
  if (order.kind !== kind)
    return refused('ALREADY_EXISTS', text('load.order_kind', { kind: text(`choice.order_kind.${order.kind}`) }))
  if (isElsewhere(values, known, order)) return refused('ALREADY_EXISTS', text('load.order_place'))
  if (isThere(details, order, neutral)) return { ok: true, done: 'unchanged', id: order.id, ...warned }
  const [locked] = await lockOrders(sql, [order.id], { vnoId, technicalId: null })
  if (!locked) throw new Error('an order that is no longer there')
  await editOrder(context, locked, { order_id: order.id, ...details })
  return { ok: true, done: 'updated', id: order.id, ...warned }
}

/** Loader of one operator's orders. A faulty row is reported and stops no other. */
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
    key: ({ code, external_order_id }) => code ?? external_order_id,
    apply: async (rows) => {
      const outcomes: Outcome[] = []
      for (const { values } of rows) {
        try {
          outcomes.push(await take(context, vnoId, values))
        } catch (error) {
          if (!(error instanceof Problem) || error.status >= 500) throw error
          outcomes.push(refusedBy(error, columnOf))
        }
      }
      return outcomes
    },
    check: async (rows) => {
      const faults: RowFault[][] = []
      for (const { values, broken } of rows) faults.push((await lookAt(context.sql, vnoId, values, broken)).faults)
      return faults
    },
  })
}
