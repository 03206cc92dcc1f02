/** Locates a home from partial data, and finds the boxes there. */
import type { Input } from '@hilo/contract/index.ts'
import { maxWorksM } from '@hilo/domain/feasibility.ts'
import { looseName } from '@hilo/domain/text.ts'
import type { Tx } from '../../../kernel/sql/scope.ts'
import { boxesNear, boxesOfDistrict, boxesOfHome, boxesOfStreet, type Box } from './queries.ts'

type Asked = Input<'admin_vno/feasibility/check'>
interface Point {
  lat: number
  lon: number
}
/** A box and its distance, in metres; null if only the postal district of the home is known. */
export interface Placed {
  box: Box
  distanceM: number | null
}

const metresPerDegree = 111_320
const radians = (degrees: number) => (degrees * Math.PI) / 180

function metres(one: Point, two: Point): number {
  const half = (a: number, b: number) => Math.sin(radians(a - b) / 2) ** 2
  const h = half(one.lat, two.lat) + Math.cos(radians(one.lat)) * Math.cos(radians(two.lat)) * half(one.lon, two.lon)
  return Math.round(2 * 6_371_000 * Math.asin(Math.sqrt(h)))
}

async function around(sql: Tx, point: Point): Promise<Placed[]> {
  const shrink = Math.max(0.01, Math.cos(radians(point.lat)))
  const [dLat, dLon] = [maxWorksM / metresPerDegree, maxWorksM / (metresPerDegree * shrink)]
  const { lat, lon } = point
  const found = await sql.rows<Box>(boxesNear, [lat - dLat, lat + dLat, lon - dLon, lon + dLon, lat, lon, shrink])
  return found
    .map((box) => ({ box, distanceM: metres(point, box) }))
    .filter(({ distanceM }) => distanceM <= maxWorksM)
    .sort((one, two) => one.distanceM - two.distanceM)
}

interface Address {
  street: string
  number: number | null
  postalCode: string | null
  municipality: string | null
}

/** `Calle Mayor 12, 46001 Valencia`, or its parts. */
export function parseAddress(asked: NonNullable<Asked['address']>): Address {
  if (typeof asked !== 'string') {
    const { street, number, postal_code, municipality } = asked
    const [, digits] = /(\d+)/.exec(number ?? '') ?? []
    return {
      street: street.trim(),
      number: digits === undefined ? null : Number(digits),
      postalCode: postal_code ?? null,
      municipality: municipality?.trim() || null,
    }
  }
  const [, postalCode] = /\b(\d{5})\b/.exec(asked) ?? []
  const rest = asked.replace(/\b\d{5}\b.*$/s, '').trim()
  const found = /(?<!^)[\s,](?:n\.?º?\s*)?(\d{1,4})\b/.exec(rest)
  const [, digits] = found ?? []
  return {
    street: rest.slice(0, found?.index).replace(/(?<![\s,])[\s,]+$/, ''),
    number: digits === undefined ? null : Number(digits),
    postalCode: postalCode ?? null,
    municipality: null,
  }
}

/** The box of the street whose number is nearest. */
async function ofStreet(sql: Tx, { street, number, postalCode, municipality }: Address): Promise<Point | null> {
  const found = await sql.rows<Box>(boxesOfStreet, [street.toLowerCase(), postalCode, municipality])
  const wanted = looseName(street)
  const away = ({ street_number: text }: Box) => Math.abs(Number.parseInt(text ?? '0', 10) - (number ?? 0)) || 0
  const [best] = found.filter((box) => looseName(box.street) === wanted).sort((one, two) => away(one) - away(two))
  return best ?? null
}

/** Boxes near the home, nearest first; those of its district if the position is unknown; none if nothing is known. */
export async function boxesFor(sql: Tx, { position, uuii, address, postal_code }: Asked): Promise<Placed[]> {
  if (position) return await around(sql, position)
  const [home] = uuii === undefined ? [] : await sql.rows<Box>(boxesOfHome, [uuii])
  if (home) return await around(sql, home)
  const parsed = address === undefined ? null : parseAddress(address)
  const place = parsed && { ...parsed, postalCode: parsed.postalCode ?? postal_code ?? null }
  const corner = place && (await ofStreet(sql, place))
  if (corner) return await around(sql, corner)
  const district = place?.postalCode ?? postal_code
  if (district == null) return []
  return (await sql.rows<Box>(boxesOfDistrict, [district])).map((box) => ({ box, distanceM: null }))
}
