/** Texts of an order for the technician. Pure. */
import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import { withZoneNote } from '../../../ui/place-time.ts'
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import type { PackOrder } from '../../../offline/pack.ts'
import type { WorkKind } from '@hilo/domain/status.ts'
import { labelOf } from '../box/box.ts'

const word = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const joined = (parts: readonly (string | null)[], by: string) => parts.filter((part) => part !== null).join(by)

type Home = Pick<PackOrder, 'address' | 'cto'>

/** Title of the day: the works that it has, or those that are over where none is left. */
export function todayTitle(left: number, done: number): string {
  if (left + done === 0) return text('tech.today.title')
  return text(left === 0 ? 'tech.today.over' : 'tech.today', { count: left + done })
}

/** "C/ Sierra Toledana 5, 4.º A"; the box label if the address is unknown. */
export function streetOf({ address, cto }: Home): string {
  const of = (name: string) => word(address?.[name])
  const street = joined([of('street'), of('number')], ' ')
  if (street === '') return cto ? labelOf(cto.code) : ''
  return joined([street, of('floor'), of('stair')], ', ')
}

/** "28053 Madrid" */
export function townOf({ address }: Home): string {
  return joined([word(address?.['postal_code']), word(address?.['municipality'])], ' ')
}

/** "9:00 a. m. – 11:00 a. m." in the place's time zone, which is named if it differs from the device's. */
export const hoursOf = ({ from, to }: { from: string; to: string }, zone: PlaceZone): string =>
  withZoneNote(`${formatTime(from, zone)} – ${formatTime(to, zone)}`, from, zone)

/** "350 m", "1,2 km": distance rounded for travelling. */
export function formatFar(metres: number): string {
  if (metres < 1000) return `${formatNumber(Math.round(metres / 10) * 10)}\u00a0m`
  return `${formatNumber(metres / 1000, metres < 100_000 ? 1 : 0)}\u00a0km`
}

/** Work kind of an order kind, where there is exactly one. */
export const workOf: Readonly<Partial<Record<PackOrder['kind'], WorkKind>>> = {
  alta: 'alta',
  baja: 'baja',
  averia: 'averia',
  cambio_domicilio: 'alta',
}

/** Path to start an intervention for the order, with its known values. */
export function startPath({
  id,
  kind,
  cto_id,
  port_id,
}: Pick<PackOrder, 'id' | 'kind' | 'cto_id' | 'port_id'>): string {
  const known = { cto: cto_id, orden: id, kind: workOf[kind] ?? null, port: port_id }
  const asked = Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  return `/tecnico/nueva?${new URLSearchParams(asked).toString()}`
}

/** URL of the device's map application for coordinates, or for an address if there are none. */
export function directionsTo(to: { lat: number; lon: number } | string, agent: string): string {
  const words = encodeURIComponent(typeof to === 'string' ? to : `${to.lat},${to.lon}`)
  if (/iphone|ipad|ipod|macintosh/i.test(agent)) return `https://maps.apple.com/?daddr=${words}`
  if (/android/i.test(agent)) return `geo:${typeof to === 'string' ? '0,0' : words}?q=${words}`
  return `https://www.openstreetmap.org/${typeof to === 'string' ? `search?query=${words}` : `directions?to=${words}`}`
}
