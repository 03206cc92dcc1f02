import { cleanPhone, phoneOf } from '@hilo/domain/phone.ts'
import { homeZone, type PlaceZone } from '@hilo/domain/place-clock.ts'
import type { Order } from '@hilo/contract/orders.ts'
import { isDay, isHour } from '../../ui/form/days.ts'
import { text } from '../../ui/text.ts'
import { momentOf, wallOf } from './clock.ts'

/** What a form of an order holds, whether it is new or not. */
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
/** `09:30`, as a field of hours holds it. */
export const hourOf = (minute: number): string => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`
/** Minutes since midnight; NaN for what is no hour. */
export function minuteOf(hour: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(hour) ?? []
  return Number(hours) * 60 + Number(minutes)
}

/** Day and hours of an appointment, by the clock of its place. */
export function hoursOf({ appointment, time_zone }: Pick<Order, 'appointment' | 'time_zone'>) {
  if (!appointment) return { day: '', from: '', to: '' }
  const from = wallOf(appointment.from, time_zone)
  return { day: from.day, from: hourOf(from.minute), to: hourOf(wallOf(appointment.to, time_zone).minute) }
}

/** What an order says, as its form opens. */
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
/** Null where there is no appointment, undefined where it is not whole. */
export function appointmentOf(
  { day, from, to }: Hours,
  zone: PlaceZone,
): { from: string; to: string } | null | undefined {
  if (day === '' && from === '' && to === '') return null
  const [start, end] = [minuteOf(from), minuteOf(to)].map((minute) => momentOf({ day, minute }, zone))
  if (start === undefined || end === undefined || !(start < end)) return undefined
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
}

/** Sentences of what is wrong before anything is sent, by field. */
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

const given = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

/** Of an address, what the form does not show: it stays. */
const unshown = (address: Order['address']) =>
  Object.fromEntries(Object.entries(address ?? {}).filter(([name]) => name === 'stair' || name === 'province'))

/** What travels: null takes a thing away. */
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
      street === '' ? null : { ...unshown(address), street, ...given({ number, floor, postal_code, municipality }) },
  }
}
