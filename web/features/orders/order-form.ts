import { cleanPhone, phoneOf } from '@hilo/domain/phone.ts'
import { homeZone, type PlaceZone } from '@hilo/domain/place-clock.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { isDay, isHour } from '../../ui/form/days.ts'
import { text } from '../../ui/text.ts'
import { momentOf, wallOf } from './clock.ts'
import { isPast } from './conflicts.ts'

/** Form values of a new or existing order. */
export interface OrderValues extends Record<string, string> {
  requested_date: string
  day: string
  from: string
  to: string
  contact_name: string
  contact_phone: string
  product: string
  down_mbps: string
  up_mbps: string
  street: string
  number: string
  floor: string
  postal_code: string
  municipality: string
}

export const emptyOrder: OrderValues = {
  requested_date: '',
  day: '',
  from: '',
  to: '',
  contact_name: '',
  contact_phone: '',
  product: '',
  down_mbps: '',
  up_mbps: '',
  street: '',
  number: '',
  floor: '',
  postal_code: '',
  municipality: '',
}

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const two = (value: number) => String(value).padStart(2, '0')
/** `09:30`, the format of a time input. */
const hourOf = (minute: number): string => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`
/** Minutes since midnight; NaN if invalid. */
function minuteOf(hour: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(hour) ?? []
  return Number(hours) * 60 + Number(minutes)
}

/** Day and hours of an appointment in its place's time zone. */
export function hoursOf({ appointment, time_zone }: Pick<Order, 'appointment' | 'time_zone'>) {
  if (!appointment) return { day: '', from: '', to: '' }
  const from = wallOf(appointment.from, time_zone)
  return { day: from.day, from: hourOf(from.minute), to: hourOf(wallOf(appointment.to, time_zone).minute) }
}

/** Initial form values of an order. */
export function valuesOf(order: Order): OrderValues {
  const { contact, product, address } = order
  return {
    requested_date: order.requested_date ?? '',
    ...hoursOf(order),
    contact_name: contact?.name ?? '',
    contact_phone: contact?.phone ?? '',
    product: word(product?.['code']),
    down_mbps: word(product?.['down_mbps']),
    up_mbps: word(product?.['up_mbps']),
    street: word(address?.['street']),
    number: word(address?.['number']),
    floor: word(address?.['floor']),
    postal_code: word(address?.['postal_code']),
    municipality: word(address?.['municipality']),
  }
}

type Hours = Pick<OrderValues, 'day' | 'from' | 'to'>
/** Null without an appointment, undefined if incomplete. */
export function appointmentOf(
  { day, from, to }: Hours,
  zone: PlaceZone,
): { from: string; to: string } | null | undefined {
  if (day === '' && from === '' && to === '') return null
  const [start, end] = [minuteOf(from), minuteOf(to)].map((minute) => momentOf({ day, minute }, zone))
  if (start === undefined || end === undefined || !(start < end)) return undefined
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
}

/** Error of hours that have gone by, in the place's time zone. `before`: the hours that the order has. */
export function wrongPast(values: Hours, zone: PlaceZone, before: Order['appointment'] = null): { from?: string } {
  const there = appointmentOf(values, zone) ?? null
  const unchanged = JSON.stringify(there) === JSON.stringify(before)
  return !unchanged && isPast(there, before) ? { from: text('order.wrong.past') } : {}
}

/** Local validation errors by field. */
export function wrongOf(values: OrderValues): { [K in keyof OrderValues]?: string } {
  const wrong: { [K in keyof OrderValues]?: string } = {}
  const { day, from, to, contact_name, contact_phone, product, street, postal_code } = values
  if (appointmentOf(values, homeZone) === undefined) {
    if (!isDay(day)) wrong.day = text('order.wrong.day')
    else if (!isHour(from) || !isHour(to)) wrong[isHour(from) ? 'to' : 'from'] = text('order.wrong.hour')
    else wrong.to = text('order.wrong.hours')
  }
  if (contact_phone !== '' && phoneOf(contact_phone) === null) wrong.contact_phone = text('order.wrong.phone')
  if ((contact_name === '') !== (contact_phone === ''))
    wrong[contact_name === '' ? 'contact_name' : 'contact_phone'] ??= text('order.wrong.contact')
  if (product === '' && (values.down_mbps !== '' || values.up_mbps !== '')) wrong.product = text('order.wrong.product')
  for (const field of ['down_mbps', 'up_mbps'] as const)
    if (values[field] !== '' && !/^[1-9]\d{0,4}$/.test(values[field])) wrong[field] = text('order.wrong.speed')
  if (postal_code !== '' && !/^\d{5}$/.test(postal_code)) wrong.postal_code = text('order.wrong.postal')
  const more = [values.number, values.floor, postal_code, values.municipality].some((value) => value !== '')
  if (street.trim() === '' && more) wrong.street = text('order.wrong.street')
  return wrong
}

const nonEmpty = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

/** Address fields that the form does not show are kept. */
const unshown = (address: Order['address']) =>
  Object.fromEntries(Object.entries(address ?? {}).filter(([name]) => name === 'stair' || name === 'province'))

/** Call input; null clears a field. */
export function detailsOf(values: OrderValues, zone: PlaceZone, address: Order['address'] = null) {
  const { requested_date, contact_name: name, contact_phone, product: code, street } = values
  const speeds = Object.fromEntries(
    (['down_mbps', 'up_mbps'] as const).flatMap((field) =>
      values[field] === '' ? [] : [[field, Number(values[field])]],
    ),
  )
  const { number, floor, postal_code, municipality } = values
  return {
    requested_date: requested_date || null,
    appointment: appointmentOf(values, zone) ?? null,
    contact: name === '' ? null : { name, phone: cleanPhone(contact_phone) },
    product: code === '' ? null : { code, ...speeds },
    address:
      street === '' ? null : { ...unshown(address), street, ...nonEmpty({ number, floor, postal_code, municipality }) },
  }
}
