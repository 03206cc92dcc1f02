/** The map by keyboard: arrows go from marker to marker, with Shift they move the map. */
import type { BoxMap } from './box-map.ts'
import { isWay, nextMarker, wayOf, type Marker } from './markers.ts'

/** Pixels that Shift and an arrow move. */
const step = 120

interface KeyActs {
  /** The marker that the keys stand on. */
  focused: Marker | null
  setFocused: (marker: Marker | null) => void
  fitAll?: (() => void) | undefined
  /** The map stays where it is. */
  still: boolean
}

export const isMapKey = (key: string): boolean => isWay(key) || ['+', '-', 'Home', 'Enter'].includes(key)

/** Does what a key means, once the markers of the picture are there. */
export async function pressKey(map: BoxMap, key: string, shift: boolean, acts: KeyActs): Promise<void> {
  const { focused, setFocused, fitAll, still } = acts
  if (key === '+' || key === '-') return map.zoomBy(key === '+' ? 1 : -1, focused ?? undefined)
  if (key === 'Home') return fitAll?.()
  await map.settled()
  const markers = map.markers()
  const from = markers.find((one) => one.key === focused?.key)
  if (key === 'Enter') return from && map.enter(from)
  if (!isWay(key)) return
  const { clientWidth, clientHeight } = map.canvas
  const next = shift ? null : nextMarker(markers, from ?? { x: clientWidth / 2, y: clientHeight / 2 }, key)
  if (next) {
    map.focus(next)
    setFocused(next)
    if (!still) map.bringIn(next)
  } else if (!still) {
    const [x, y] = wayOf(key)
    map.engine.panBy([x * step, y * step], { animate: false })
  }
}
