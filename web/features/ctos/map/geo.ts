/** Where things lie on the map: Web Mercator as a square of side 1, west to east and north to south. */

export interface Point {
  x: number
  y: number
}
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
export interface Size {
  width: number
  height: number
}
/** Middle of the picture and how near it is: at zoom 0 the world is 256 px wide, each whole step doubles it. */
export interface Camera extends Place {
  zoom: number
}

export const zooms = { min: 3, max: 19 } as const
const tile = 256
const earthM = 40_075_016.7
const radians = (degrees: number) => (degrees * Math.PI) / 180

export const worldPx = (zoom: number): number => tile * 2 ** zoom
export const clampZoom = (zoom: number): number => Math.min(zooms.max, Math.max(zooms.min, zoom))

export function project({ lat, lon }: Place): Point {
  const sin = Math.sin(radians(Math.max(-85, Math.min(85, lat))))
  return { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) }
}

export function unproject({ x, y }: Point): Place {
  const lat = (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90
  return { lat, lon: (x - 0.5) * 360 }
}

/** Pixel of a place in the picture. */
export function toScreen(place: Place, camera: Camera, { width, height }: Size): Point {
  const [at, middle, px] = [project(place), project(camera), worldPx(camera.zoom)]
  return { x: (at.x - middle.x) * px + width / 2, y: (at.y - middle.y) * px + height / 2 }
}

/** Place under a pixel of the picture. */
export function toPlace({ x, y }: Point, camera: Camera, { width, height }: Size): Place {
  const [middle, px] = [project(camera), worldPx(camera.zoom)]
  return unproject({ x: middle.x + (x - width / 2) / px, y: middle.y + (y - height / 2) / px })
}

export const moved = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  ...toPlace({ x: dx, y: dy }, camera, { width: 0, height: 0 }),
})

/** Nearer or farther, with what is under the pixel staying there. */
export function zoomed(camera: Camera, by: number, at: Point, size: Size): Camera {
  const zoom = clampZoom(camera.zoom + by)
  const under = toPlace(at, camera, size)
  const now = toScreen(under, { ...camera, zoom }, size)
  return moved({ ...camera, zoom }, now.x - at.x, now.y - at.y)
}

/** What the picture shows, with a margin of so many pictures on each side. */
export function zoneOf(camera: Camera, { width, height }: Size, margin = 0): Zone {
  const [dx, dy] = [width * margin, height * margin]
  const { lat: north, lon: west } = toPlace({ x: -dx, y: -dy }, camera, { width, height })
  const { lat: south, lon: east } = toPlace({ x: width + dx, y: height + dy }, camera, { width, height })
  return { south, west: Math.max(-180, west), north, east: Math.min(180, east) }
}

/** The whole zone in the picture, with room around it. */
export function fit({ south, west, north, east }: Zone, { width, height }: Size): Camera {
  const [a, b] = [project({ lat: north, lon: west }), project({ lat: south, lon: east })]
  const room = 64
  const across = Math.max((b.x - a.x) / Math.max(64, width - 2 * room), (b.y - a.y) / Math.max(64, height - 2 * room))
  const zoom = across > 0 ? Math.log2(1 / (across * tile)) : 17
  return { ...unproject({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }), zoom: Math.min(17, clampZoom(zoom)) }
}

/** A zone that stays the same while the picture moves a little, so that it is asked for once. */
export function askedZone(camera: Camera, size: Size): Zone {
  const step = worldPx(Math.round(camera.zoom))
  const middle = project(camera)
  const snap = (value: number, px: number) => (Math.round((value * step) / px) * px) / step
  const [wide, tall] = [Math.ceil(size.width / 2 / tile) * tile, Math.ceil(size.height / 2 / tile) * tile]
  const place = unproject({ x: snap(middle.x, wide), y: snap(middle.y, tall) })
  const zone = zoneOf({ ...place, zoom: Math.round(camera.zoom) }, size, 0.9)
  const round = (value: number) => Number(value.toFixed(5))
  return { south: round(zone.south), west: round(zone.west), north: round(zone.north), east: round(zone.east) }
}

/** Metres and pixels of a scale bar of about a hundred pixels. */
export function scaleBar({ lat, zoom }: Camera): { metres: number; px: number } {
  const perPx = (earthM * Math.cos(radians(lat))) / worldPx(zoom)
  const most = 110 * perPx
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power
  return { metres, px: metres / perPx }
}

const steps = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
/** Meridians or parallels between two degrees, some 150 px from each other. */
export function graticule(from: number, to: number, px: number): number[] {
  const wanted = ((to - from) * 150) / px
  const step = steps.findLast((one) => one >= wanted) ?? 10
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, n) => (first + n) * step)
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
