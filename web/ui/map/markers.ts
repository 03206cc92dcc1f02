/** What the map shows in one place: a box, or several joined; and the next one in a direction. */
import { ctoState } from '@hilo/domain/status.ts'
import type { Place } from './geo.ts'

export type Look = 'free' | 'review' | 'full' | 'defective' | 'planned'

/** Properties of a point of the source, and their sums in a cluster. */
interface BoxSums {
  boxes: number
  free: number
  total: number
  full: number
  defective: number
  planned: number
  /** Neighbours without light in its boxes. */
  dark: number
}
export const sums = ['boxes', 'free', 'total', 'full', 'defective', 'planned', 'dark'] as const

/** One box, or several that the server has joined (`id` null). */
export interface BoxPoint extends Place, BoxSums {
  id: number | null
  label: string
  state: number
  look: Look
}

export interface Marker extends BoxPoint {
  key: string
  x: number
  y: number
}

const looks = new Map<number, Look>([
  [ctoState.is.copada, 'full'],
  [ctoState.is.pendiente_revision, 'review'],
  [ctoState.is.defectuosa, 'defective'],
  [ctoState.is.no_instalada, 'planned'],
])
const one = (yes: boolean) => (yes ? 1 : 0)

interface KnownBox {
  id: number
  label: string
  state: number
  ports_free: number
  ports_total: number
}

/** A box as a point of the map. `dark`: its neighbours without light. */
export function boxPoint(box: KnownBox, { lat, lon }: Place, dark = 0): BoxPoint {
  const { id, label, state, ports_free: free, ports_total: total } = box
  const look = looks.get(state) ?? 'free'
  const states = {
    full: one(look === 'full'),
    defective: one(look === 'defective'),
    planned: one(look === 'planned'),
  }
  return { id, label, state, look, lat, lon, boxes: 1, free, total, ...states, dark }
}

/** Pixels from the middle of a joined marker to its edge: it grows with what it holds. */
export const clusterReach = (boxes: number): number => (boxes < 10 ? 13 : boxes < 100 ? 15 : boxes < 1000 ? 18 : 21)
export const boxReach = 7

/** What a pointer at this pixel means; fingers reach farther than arrows. */
export function markerAt(markers: readonly Marker[], x: number, y: number, reach: number): Marker | null {
  const distance = (marker: Marker) =>
    Math.hypot(marker.x - x, marker.y - y) - (marker.id === null ? clusterReach(marker.boxes) : boxReach)
  const [nearest] = markers.toSorted((a, b) => distance(a) - distance(b))
  return nearest && distance(nearest) <= reach ? nearest : null
}

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const
type Way = keyof typeof ways
export const isWay = (key: string): key is Way => key in ways
export const wayOf = (way: Way): readonly [number, number] => ways[way]

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
