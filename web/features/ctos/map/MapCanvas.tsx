import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useColorScheme } from '../../../ui/color-scheme.ts'
import { text } from '../../../ui/text.ts'
import { markerText } from './words.ts'
import { drawMap, paletteOf, type Palette, type Picture } from './draw.ts'
import { clampZoom, moved, zoomed, type Camera, type Point, type Size } from './geo.ts'
import styles from './map.module.css'
import { isWay, markerAt, markersOf, nextMarker, zoomInto, type Marker } from './markers.ts'
import type { useBoxes } from './use-boxes.ts'
import { usePointers } from './use-view.ts'

type Index = NonNullable<ReturnType<typeof useBoxes>['index']>

interface MapCanvasProps {
  index: Index | null
  camera: Camera
  size: Size
  /** Id of the box whose panel is open. */
  open: number | null
  change: (by: (camera: Camera) => Camera) => void
  /** The whole network again. */
  fitAll: () => void
  onBox: (id: number) => void
  /** It stays where it is, and the page scrolls over it: what is pressed leads somewhere. */
  still?: boolean
}

/** The colours follow the scheme, which is drawn once more when it changes. */
function usePalette(canvas: RefObject<HTMLCanvasElement | null>): Palette | null {
  const scheme = useColorScheme()
  const [palette, setPalette] = useState<Palette | null>(null)
  useLayoutEffect(() => {
    void scheme
    if (canvas.current) setPalette(paletteOf(canvas.current))
  }, [canvas, scheme])
  return palette
}

interface Drawn {
  picture: Omit<Picture, 'palette'>
  palette: Palette | null
}

/** Draws once per frame, whatever has changed since. */
function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, { picture, palette }: Drawn) {
  const { camera, size, markers, focus, open } = picture
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen || !palette) return
    const frame = requestAnimationFrame(() => {
      const scale = window.devicePixelRatio
      pen.setTransform(scale, 0, 0, scale, 0, 0)
      drawMap(pen, { camera, size, markers, focus, open, palette }, (count) => text('map.dark', { count }))
    })
    return () => cancelAnimationFrame(frame)
  }, [canvas, camera, size, markers, focus, open, palette])
}

interface KeyActs extends Pick<MapCanvasProps, 'size' | 'change' | 'fitAll'> {
  markers: readonly Marker[]
  focused: Marker | null
  setFocus: (key: string) => void
  enter: (marker: Marker) => void
}

/** Does what a key means on the map; false when it means nothing there. */
function pressKey(key: string, shift: boolean, acts: KeyActs): boolean {
  const { markers, focused, setFocus, enter, size, change, fitAll } = acts
  const middle = { x: size.width / 2, y: size.height / 2 }
  if (isWay(key)) {
    const next = shift ? null : nextMarker(markers, focused ?? middle, key)
    if (next) setFocus(next.key)
    change((now) => (next ? inSight(now, next, size) : panned(now, key)))
  } else if (key === '+' || key === '-') change((now) => zoomed(now, key === '+' ? 1 : -1, focused ?? middle, size))
  else if (key === 'Home') fitAll()
  else if (key === 'Enter' && focused) enter(focused)
  else return false
  return true
}

/** The map as a picture that one can move: by pointer, fingers and keys. */
export function MapCanvas({ index, camera, size, open, change, fitAll, onBox, still = false }: MapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const palette = usePalette(canvas)
  const [focus, setFocus] = useState<string | null>(null)
  const markers = useMemo(() => (index ? markersOf(index, camera, size) : []), [index, camera, size])
  const focused = markers.find(({ key }) => key === focus) ?? null
  useDrawing(canvas, { picture: { camera, size, markers, focus, open }, palette })

  const enter = (marker: Marker) => {
    if (marker.box) return onBox(marker.box.id)
    if (!index) return
    const zoom = clampZoom(zoomInto(index, marker, camera.zoom))
    change(() => ({ lat: marker.lat, lon: marker.lon, zoom }))
  }
  const press = (at: Point, touch: boolean) => {
    const found = markerAt(markers, at.x, at.y, touch ? 16 : 5)
    setFocus(found?.key ?? null)
    if (found) enter(found)
  }
  const { pointOf, ...pointers } = usePointers({ element: canvas, size: still ? null : size, change, press })
  const acts = { markers, focused, setFocus, enter, size, change: still ? stay : change, fitAll }
  const scale = window.devicePixelRatio
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.canvas}
        data-still={still || undefined}
        width={size.width * scale}
        height={size.height * scale}
        tabIndex={0}
        role="application"
        aria-label={text('map.label')}
        aria-describedby="map-keys"
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          if (pressKey(event.key, event.shiftKey, acts)) event.preventDefault()
        }}
        onMouseMove={(event) => {
          const at = pointOf(event)
          event.currentTarget.style.cursor = markerAt(markers, at.x, at.y, 3) ? 'pointer' : 'grab'
        }}
        {...pointers}
      />
      <p className="hidden-visually" id="map-keys">
        {text('map.keys')}
      </p>
      <p className="hidden-visually" role="status">
        {focused ? markerText(focused) : ''}
      </p>
    </>
  )
}

const stay = () => undefined
const step = 120
const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] } as const
const panned = (camera: Camera, way: keyof typeof ways) => moved(camera, ways[way][0], ways[way][1])

/** Moves just so far that a marker is well inside the picture. */
function inSight(camera: Camera, { x, y }: Point, { width, height }: Size): Camera {
  const over = (at: number, most: number) => Math.min(0, at - 60) + Math.max(0, at - (most - 60))
  const [dx, dy] = [over(x, width), over(y, height)]
  return dx === 0 && dy === 0 ? camera : moved(camera, dx, dy)
}
