import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useColorScheme } from '../color-scheme.ts'
import type { BoxMap, MapActs, Whereabouts } from './box-map.ts'
import type { Camera, Zone } from './geo.ts'
import type { BoxPoint } from './markers.ts'
import { paletteOf, type Palette } from './palette.ts'
import type { Spot } from './spots.ts'

/** Why no map is drawn: the browser cannot, or the engine could not be loaded. */
export type MapFault = 'no-webgl' | 'not-loaded'

interface Wanted {
  host: RefObject<HTMLDivElement | null>
  start: Camera | Zone
  still: boolean
  points: readonly BoxPoint[]
  spot: Spot | null
  open: number | null
  acts: Omit<MapActs, 'busy' | 'where'>
}

/** The colours follow the scheme; null until the map's element is there. */
function usePalette(host: RefObject<HTMLElement | null>): Palette | null {
  const scheme = useColorScheme()
  const [palette, setPalette] = useState<Palette | null>(null)
  useLayoutEffect(() => {
    void scheme
    if (host.current) setPalette(paletteOf(host.current))
  }, [host, scheme])
  return palette
}

const drawsWebGl = () => document.createElement('canvas').getContext('webgl2') !== null

/** Loads the engine, opens the map in an element and keeps it as it is wanted. */
export function useBoxMap({ host, start, still, points, spot, open, acts }: Wanted) {
  const [map, setMap] = useState<BoxMap | null>(null)
  const [fault, setFault] = useState<MapFault | null>(null)
  const [busy, setBusy] = useState(true)
  const [where, setWhere] = useState<Whereabouts | null>(null)
  const palette = usePalette(host)
  const look = useRef({ points, spot, open })
  const latest = useRef(acts)
  useLayoutEffect(() => {
    look.current = { points, spot, open }
    latest.current = acts
  })
  const first = useRef({ start, still })
  const ready = palette !== null
  useEffect(() => {
    const element = host.current
    if (!ready || !element) return
    if (!drawsWebGl()) return setFault('no-webgl')
    let opened: BoxMap | null = null
    let gone = false
    import('./box-map.ts')
      .then(({ openBoxMap }) =>
        openBoxMap({
          host: element,
          ...first.current,
          look: { palette: paletteOf(element), ...look.current },
          acts: () => ({ ...latest.current, busy: setBusy, where: setWhere }),
        }),
      )
      .then(
        (box) => {
          opened = box
          if (gone) box.close()
          else setMap(box)
        },
        () => setFault('not-loaded'),
      )
    return () => {
      gone = true
      opened?.close()
    }
  }, [host, ready])
  useEffect(() => {
    if (map && palette) map.show({ palette, points, spot, open })
  }, [map, palette, points, spot, open])
  return { map, fault, busy, where }
}
