import { degrees } from '@hilo/domain/position.ts'
import { areMetres, type Crs } from './crs.ts'

/** Place of a geometry, in GeoJSON terms: a point, or the begin of a line and its length. */

export const derivedHeads = ['lat', 'lon', 'length_m'] as const
export type Place = Partial<Record<(typeof derivedHeads)[number], string>>

/** Why a geometry has no place; suffix of the text key. */
export type PlaceFault = 'shape' | 'parts' | 'position' | 'metres'

type Point = readonly [x: number, y: number]

/** Numbers given as strings count; a height is dropped. */
function numberOf(value: unknown): number {
  if (typeof value === 'string' && value.trim() !== '') return Number(value)
  return typeof value === 'number' ? value : NaN
}

function pointOf(value: unknown): Point | null {
  const [x, y] = Array.isArray(value) ? [numberOf(value[0]), numberOf(value[1])] : [NaN, NaN]
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.flat(2).length === 0)

/** Points of a single point or line, null if empty. */
export function pointsOf(geometry: unknown): Point[] | PlaceFault | null {
  if (typeof geometry !== 'object' || geometry === null)
    return geometry === null || geometry === undefined ? null : 'shape'
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  const name = String(type)
  if (!['Point', 'MultiPoint', 'LineString', 'MultiLineString'].includes(name)) return 'shape'
  if (isEmpty(coordinates)) return null
  if (!Array.isArray(coordinates)) return 'position'
  const multi = name.startsWith('Multi')
  if (multi && coordinates.length > 1) return 'parts'
  const one: unknown = multi ? coordinates[0] : coordinates
  if (name.endsWith('Point')) {
    const point = pointOf(one)
    return point ? [point] : 'position'
  }
  const line = Array.isArray(one) ? one.map(pointOf) : []
  return line.length < 2 || line.includes(null) ? 'position' : line.filter((point) => point !== null)
}

const radians = Math.PI / 180
const earthM = 6_371_000
function metres([lonA, latA]: Point, [lonB, latB]: Point): number {
  const half = (a: number, b: number) => Math.sin(((b - a) * radians) / 2) ** 2
  const chord = half(latA, latB) + Math.cos(latA * radians) * Math.cos(latB * radians) * half(lonA, lonB)
  return 2 * earthM * Math.asin(Math.sqrt(chord))
}

/** Cells of a geometry; none if empty. */
export function placeOf(geometry: unknown, crs: Crs): Place | PlaceFault {
  const points = pointsOf(geometry)
  if (points === null) return {}
  if (typeof points === 'string') return points
  if (crs.degrees && points.some((point) => areMetres(...point))) return 'metres'
  const moved = points.map((point) => crs.toWgs84(...point))
  if (!moved.every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) return 'position'
  const [[lon, lat] = [NaN, NaN]] = moved
  const place = { lat: String(degrees(lat)), lon: String(degrees(lon)) }
  if (moved.length === 1) return place
  const length = moved.slice(1).reduce((sum, point, at) => sum + metres(moved[at] ?? point, point), 0)
  return { ...place, length_m: String(Math.round(length)) }
}
