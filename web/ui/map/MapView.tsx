import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { Press } from '../../kit/Button.tsx'
import { formatDistance, formatNumber } from '../format.ts'
import { Shape } from '../shapes/Shape.tsx'
import { text } from '../text.ts'
import type { Seen, Whereabouts } from './box-map.ts'
import { scaleBar, type Camera, type Place, type Zone } from './geo.ts'
import { isMapKey, pressKey } from './keys.ts'
import { streetTiles } from './own-tiles.ts'
import styles from './map.module.css'
import type { BoxPoint, Marker } from './markers.ts'
import type { Spot } from './spots.ts'
import { useBoxMap, type MapFault } from './use-box-map.ts'
import { markerText } from './words.ts'

export interface MapHandle {
  fit: (zone: Zone) => void
}

interface MapViewProps {
  ref?: Ref<MapHandle>
  /** Accessible name. */
  label: string
  /** Where the map begins; later moves are the person's. */
  start: Camera | Zone
  points: readonly BoxPoint[]
  spot?: Spot | null
  /** Id of the box whose panel is open. */
  open?: number | null
  /** It stays where it is, and the page scrolls over it: what is pressed leads somewhere. */
  still?: boolean
  /** The whole network again; without it there is no such button. */
  fitAll?: (() => void) | undefined
  onSeen?: (seen: Seen) => void
  onBox: (id: number) => void
  onJoined?: (camera: Camera) => void
  onGround?: (place: Place) => void
  /** Keys of the screen that come before the map's own; true: done. */
  onKey?: (key: string) => boolean
  /** What is shown where no map can be drawn. */
  instead?: ReactNode
}

const nothing = () => undefined

/** A map of boxes that one moves by pointer, fingers and keys. */
export function MapView(props: MapViewProps) {
  const { ref, label, start, points, spot = null, open = null, still = false, fitAll, instead } = props
  const { onSeen = nothing, onBox, onJoined, onGround, onKey } = props
  const host = useRef<HTMLDivElement>(null)
  const [camera, setCamera] = useState<Camera | null>(null)
  const [focused, setFocused] = useState<Marker | null>(null)
  const keysId = useId()
  const seen = (next: Seen) => {
    setCamera(next.camera)
    onSeen(next)
  }
  const acts = { seen, box: onBox, ...(onJoined && { joined: onJoined }), ...(onGround && { ground: onGround }) }
  const { map, fault, busy, where } = useBoxMap({ host, start, still, points, spot, open, acts })
  const [drawn, setDrawn] = useState(false)
  if (map && !busy && !drawn) setDrawn(true)
  useImperativeHandle(ref, () => ({ fit: (zone) => map?.fit(zone) }), [map])
  useEffect(() => {
    if (!map) return
    const attributes = {
      role: 'application',
      'aria-label': label,
      'aria-describedby': keysId,
      'aria-busy': String(busy),
    }
    for (const [name, value] of Object.entries(attributes)) map.canvas.setAttribute(name, value)
  }, [map, label, keysId, busy])
  const queue = useRef(Promise.resolve())
  const focus = useRef<Marker | null>(null)
  const setFocus = (marker: Marker | null) => {
    focus.current = marker
    setFocused(marker)
  }
  const key = (event: KeyboardEvent) => {
    if (!map || event.target !== map.canvas || event.ctrlKey || event.metaKey || event.altKey) return
    const { key: pressed, shiftKey } = event
    const done = onKey?.(pressed) ?? false
    if (!done && !isMapKey(pressed)) return
    event.preventDefault()
    // One key after the other: an arrow waits for the markers that the one before it has moved.
    if (!done)
      queue.current = queue.current.then(() =>
        pressKey(map, pressed, shiftKey, { focused: focus.current, setFocused: setFocus, fitAll, still }),
      )
  }
  return (
    <div className={styles.map} data-still={still || undefined}>
      <div ref={host} className={styles.host} onKeyDown={key} />
      {!drawn && fault === null && <MapWaiting />}
      {fault !== null && <NoMap fault={fault}>{instead}</NoMap>}
      {map && <ZoomButtons zoomBy={(by) => map.zoomBy(by)} fitAll={fitAll} />}
      {map && camera && <Corner camera={camera} where={where} />}
      <p className="hidden-visually" id={keysId}>
        {text('map.keys')}
      </p>
      <p className="hidden-visually" role="status">
        {focused ? markerText(focused) : ''}
      </p>
    </div>
  )
}

/** The face of a map that is not drawn yet. */
export function MapWaiting() {
  return (
    <p className={styles.waiting} role="status">
      <Shape kind="doing" />
      {text('map.waiting')}
    </p>
  )
}

function NoMap({ fault, children }: { fault: MapFault; children: ReactNode }) {
  return (
    <div className={styles.instead}>
      <p role="status">{text(fault === 'no-webgl' ? 'map.noWebgl' : 'map.notLoaded')}</p>
      {children}
    </div>
  )
}

function ZoomButtons({ zoomBy, fitAll }: { zoomBy: (by: number) => void; fitAll: (() => void) | undefined }) {
  return (
    <div className={styles.zoom} role="group" aria-label={text('map.zoom')}>
      <Press aria-label={text('map.nearer')} onClick={() => zoomBy(1)}>
        +
      </Press>
      <Press aria-label={text('map.farther')} onClick={() => zoomBy(-1)}>
        −
      </Press>
      {fitAll && (
        <Press aria-label={text('map.all')} title={text('map.all')} onClick={fitAll}>
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
            <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
          </svg>
        </Press>
      )}
    </div>
  )
}

/** Where the middle of the map is, its scale, and whose data it is drawn from. */
function Corner({ camera, where }: { camera: Camera; where: Whereabouts | null }) {
  const { metres, px } = scaleBar(camera)
  return (
    <>
      <div className={styles.corner}>
        {where && <p className={styles.where}>{text('map.where', { name: where.name, province: where.province })}</p>}
        <p className={styles.scale} style={{ width: px }}>
          {metres < 1000 ? formatDistance(metres) : `${formatNumber(metres / 1000)}\u00a0km`}
        </p>
      </div>
      <p className={styles.source}>{text(streetTiles() !== null ? 'map.sourceStreets' : 'map.source')}</p>
    </>
  )
}
