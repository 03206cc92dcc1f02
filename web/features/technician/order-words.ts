/** An order in the words of whoever goes there. Pure. */
import type { PlaceZone } from '@hilo/domain/place-clock.ts'
import { noted } from '../../ui/place-time.ts'
import { formatNumber, formatTime } from '../../ui/format.ts'
import type { PackOrder } from '../../offline/pack.ts'
import type { WorkKind } from '@hilo/domain/status.ts'
import { labelOf } from './box.ts'

const word = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const joined = (parts: readonly (string | null)[], by: string) => parts.filter((part) => part !== null).join(by)

type Home = Pick<PackOrder, 'address' | 'cto'>

/** "C/ Sierra Toledana 5, 4.º A"; the box where the home is unknown. */
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

/** "9:00 a. m. – 11:00 a. m.", by the clock of the place, which is named where it is not the device's. */
export const hoursOf = ({ from, to }: { from: string; to: string }, zone: PlaceZone): string =>
  noted(`${formatTime(from, zone)} – ${formatTime(to, zone)}`, from, zone)

/** "350 m", "1,2 km": as far as it matters on the way there. */
export function formatFar(metres: number): string {
  if (metres < 1000) return `${formatNumber(Math.round(metres / 10) * 10)}\u00a0m`
  return `${formatNumber(metres / 1000, metres < 100_000 ? 1 : 0)}\u00a0km`
}

/** The work that an order asks for, where there is but one. */
export const workOf: Readonly<Partial<Record<PackOrder['kind'], WorkKind>>> = {
  alta: 'alta',
  baja: 'baja',
  averia: 'averia',
  cambio_domicilio: 'alta',
}

/** Where an intervention for the order begins, with what is known of it. */
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

/** Address of the device's own maps for a place, or for words where its place is unknown. */
export function directionsTo(to: { lat: number; lon: number } | string, agent: string): string {
  const words = encodeURIComponent(typeof to === 'string' ? to : `${to.lat},${to.lon}`)
  if (/iphone|ipad|ipod|macintosh/i.test(agent)) return `https://maps.apple.com/?daddr=${words}`
  if (/android/i.test(agent)) return `geo:${typeof to === 'string' ? '0,0' : words}?q=${words}`
  return `https://www.openstreetmap.org/${typeof to === 'string' ? `search?query=${words}` : `directions?to=${words}`}`
}
