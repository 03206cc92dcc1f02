/** Places, zones and cameras of the map. */

export interface Place {
  lat: number
  lon: number
}
export interface Zone {
  south: number
  west: number
  north: number
  east: number
}
/** Middle of the picture and how near it is: at zoom 0 the world is 256 px wide, each whole step doubles it. */
export interface Camera extends Place {
  zoom: number
}

export const zooms = { min: 3, max: 19 } as const
const earthM = 40_075_016.7
/** Half of the smallest zone around a place: 100 m. */
const leastDegrees = 0.001
const radians = (degrees: number) => (degrees * Math.PI) / 180
const clampZoom = (zoom: number): number => Math.min(zooms.max, Math.max(zooms.min, zoom))

/** MapLibre counts zoom from a world of 512 px. */
export const engineZoom = (zoom: number): number => zoom - 1
export const addressZoom = (zoom: number): number => zoom + 1

/** A zone around the one in sight that stays the same while the picture moves a little, so that it is asked for once. */
export function askedZone({ south, west, north, east }: Zone): Zone {
  const snapped = (from: number, to: number, least: number, most: number) => {
    const step = 2 ** Math.ceil(Math.log2(Math.max(to - from, 1e-5)) - 1)
    return [Math.max(least, (Math.floor(from / step) - 1) * step), Math.min(most, (Math.ceil(to / step) + 1) * step)]
  }
  const [down = -90, up = 90] = snapped(south, north, -90, 90)
  const [left = -180, right = 180] = snapped(west, east, -180, 180)
  return { south: down, west: left, north: up, east: right }
}

/** Metres and pixels of a scale bar of about a hundred pixels. */
export function scaleBar({ lat, zoom }: Camera): { metres: number; px: number } {
  const perPx = (earthM * Math.cos(radians(lat))) / (256 * 2 ** zoom)
  const most = 110 * perPx
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power
  return { metres, px: metres / perPx }
}

/** The zone around a place, at its middle, that holds other places too. */
export function zoneAround({ lat, lon }: Place, others: readonly Place[]): Zone {
  const tall = Math.max(leastDegrees, ...others.map((other) => Math.abs(other.lat - lat)))
  const wide = Math.max(leastDegrees, ...others.map((other) => Math.abs(other.lon - lon)))
  return { south: lat - tall, west: lon - wide, north: lat + tall, east: lon + wide }
}

/** A ring of so many metres around a place, as the outline of a polygon. */
export function circle({ lat, lon }: Place, metres: number): [lon: number, lat: number][] {
  const degree = earthM / 360
  return Array.from({ length: 65 }, (_, n) => {
    const angle = (n / 64) * 2 * Math.PI
    return [
      lon + (metres * Math.cos(angle)) / (degree * Math.cos(radians(lat))),
      lat + (metres * Math.sin(angle)) / degree,
    ]
  })
}

/** The camera as the address holds it: `40.41500,-3.70400,15.2`. */
export const cameraText = ({ lat, lon, zoom }: Camera): string =>
  `${lat.toFixed(5)},${lon.toFixed(5)},${zoom.toFixed(1)}`

export function readCamera(text: unknown): Camera | null {
  if (typeof text !== 'string') return null
  const [lat, lon, zoom] = text.split(',').map(Number)
  if (lat === undefined || lon === undefined || zoom === undefined) return null
  if (!(Math.abs(lat) <= 85) || !(Math.abs(lon) <= 180) || !Number.isFinite(zoom)) return null
  return { lat, lon, zoom: clampZoom(zoom) }
}
