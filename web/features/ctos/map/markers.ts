import type { Output } from '@hilo/contract/index.ts'
import { ctoState } from '@hilo/domain/status.ts'
import Supercluster from 'supercluster'
import { toScreen, zoneOf, type Camera, type Place, type Size } from './geo.ts'

type Answer = Output<'admin_vno/ctos/map'>
export type MapBox = Answer['boxes'][number]

/** What is drawn in one place: a box, or several joined. */
export interface Marker extends Place {
  key: string
  boxes: number
  free: number
  total: number
  full: number
  defective: number
  notInstalled: number
  /** Neighbours without light in its boxes. */
  dark: number
  /** Null of several. */
  box: MapBox | null
  x: number
  y: number
}

type Sums = Pick<Marker, 'boxes' | 'free' | 'total' | 'full' | 'defective' | 'notInstalled' | 'dark'>
type Leaf = Sums & { box: MapBox | null }
type Index = Supercluster<Leaf, Sums>

const sums = ['boxes', 'free', 'total', 'full', 'defective', 'notInstalled', 'dark'] as const
/** Nearer than this every box stands by itself. */
const apart = 16
/** Pixels within which boxes are joined. */
const radius = 28

const one = (yes: boolean) => (yes ? 1 : 0)
const feature = ({ lat, lon }: Place, properties: Leaf) => ({
  type: 'Feature' as const,
  geometry: { type: 'Point' as const, coordinates: [lon, lat] },
  properties,
})

/** The boxes of an answer, ready to be joined for whatever zoom. `dark`: neighbours without light by box. */
export function indexOf({ boxes, groups }: Answer, dark: ReadonlyMap<number, number>): Index {
  const index: Index = new Supercluster<Leaf, Sums>({
    radius,
    extent: 256,
    maxZoom: apart,
    map: (leaf) => leaf,
    reduce: (into, more) => {
      for (const name of sums) into[name] += more[name]
    },
  })
  const single = boxes.map((box) =>
    feature(box, {
      boxes: 1,
      free: box.ports_free,
      total: box.ports_total,
      full: one(box.state === ctoState.is.copada),
      defective: one(box.state === ctoState.is.defectuosa),
      notInstalled: one(box.state === ctoState.is.no_instalada),
      dark: dark.get(box.id) ?? 0,
      box,
    }),
  )
  const joined = groups.map((group) =>
    feature(group, {
      boxes: group.boxes,
      free: group.ports_free,
      total: group.ports_total,
      full: group.full,
      defective: group.defective,
      notInstalled: group.not_installed,
      dark: 0,
      box: null,
    }),
  )
  return index.load([...single, ...joined])
}

/** Everything that is drawn in the picture, with its pixel. */
export function markersOf(index: Index, camera: Camera, size: Size): Marker[] {
  const { west, south, east, north } = zoneOf(camera, size, 0.05)
  return index.getClusters([west, south, east, north], Math.floor(camera.zoom)).map((found) => {
    const [lon = 0, lat = 0] = found.geometry.coordinates
    const { properties } = found
    const box = 'box' in properties && !('cluster' in properties) ? properties.box : null
    const key = box ? `b${box.id}` : 'cluster_id' in properties ? `c${properties.cluster_id}` : `g${lat},${lon}`
    const { boxes, free, total, full, defective, notInstalled, dark } = properties
    const at = toScreen({ lat, lon }, camera, size)
    return { key, lat, lon, boxes, free, total, full, defective, notInstalled, dark, box, ...at }
  })
}

/** Pixels from the middle of a joined marker to its edge: it grows with what it holds. */
export const clusterReach = ({ boxes }: Marker): number => 12 + 3 * Math.min(4, Math.log10(boxes))

/** What a pointer at this pixel means; fingers reach farther than arrows. */
export function markerAt(markers: readonly Marker[], x: number, y: number, reach: number): Marker | null {
  const distance = (marker: Marker) => Math.hypot(marker.x - x, marker.y - y) - (marker.box ? 7 : clusterReach(marker))
  const [nearest] = markers.toSorted((a, b) => distance(a) - distance(b))
  return nearest && distance(nearest) <= reach ? nearest : null
}

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const
export type Way = keyof typeof ways
export const isWay = (key: string): key is Way => key in ways

/** The next marker in that direction, from the one with the focus or from the middle of the picture. */
export function nextMarker(
  markers: readonly Marker[],
  from: { x: number; y: number; key?: string },
  way: Way,
): Marker | null {
  const [dx, dy] = ways[way]
  const cost = (marker: Marker) => {
    const [x, y] = [marker.x - from.x, marker.y - from.y]
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)]
    return ahead <= 0 ? Infinity : ahead + 2.5 * aside
  }
  const others = markers.filter((marker) => marker.key !== from.key && cost(marker) < Infinity)
  return others.toSorted((a, b) => cost(a) - cost(b))[0] ?? null
}

/** How near one has to come for what is joined to fall apart. */
export function zoomInto(index: Index, marker: Marker, now: number): number {
  if (!marker.key.startsWith('c')) return Math.min(apart + 1, now + 2)
  return Math.max(now + 1, index.getClusterExpansionZoom(Number(marker.key.slice(1))) + 0.01)
}
