import { maxDropM, maxWorksM } from '@hilo/domain/feasibility.ts'
import { useMemo } from 'react'
import { useCall } from '../../api/query.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { MapView } from '../../ui/map/MapView.tsx'
import { boxPoint } from '../../ui/map/markers.ts'
import { markerText } from '../../ui/map/words.ts'
import { text } from '../../ui/text.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import styles from './near-map.module.css'
import { moved, type Point } from './near-map.ts'

/** Keyboard step, m. */
const stepM = 10
/** Zoom at which the circle of a drop's length fits the picture: about 1.1 m per pixel in Spain, 330 m in its 300 px. */
const zoom = 15.7

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, stepM],
  ArrowDown: [0, -stepM],
  ArrowLeft: [-stepM, 0],
  ArrowRight: [stepM, 0],
}

/** Boxes around a point. A click on the ground or the arrow keys move the point. */
export function NearMap({ point, onMove }: { point: Point; onMove: (point: Point) => void }) {
  const asked = useDebounced(point, 300)
  const { data } = useCall('admin_vno/ctos/get', {
    filter: { near: { lat: asked.lat, lon: asked.lon, metres: maxWorksM } },
    limit: 60,
  })
  const points = useMemo(
    () => (data?.records ?? []).map((cto) => boxPoint({ ...cto, label: boxLabel(cto.code) }, cto.position)),
    [data],
  )
  const { lat, lon } = point
  const spot = useMemo(() => ({ kind: 'home' as const, lat, lon, reachM: maxDropM }), [lat, lon])
  return (
    <div className="grid gap-6">
      <div className={`edge ${styles.ground}`}>
        <MapView
          still
          label={text('map.near', { count: points.length })}
          start={{ ...point, zoom }}
          points={points}
          spot={spot}
          onBox={(id) => {
            const box = points.find((one) => one.id === id)
            if (box) onMove(moved(box, 0, 0))
          }}
          onGround={(place) => onMove(moved(place, 0, 0))}
          onKey={(key) => {
            const step = steps[key]
            if (step) onMove(moved(point, ...step))
            return step !== undefined
          }}
        />
      </div>
      <ul className="hidden-visually" aria-label={text('map.near.boxes')}>
        {points.map((box) => (
          <li key={box.id}>{markerText(box)}</li>
        ))}
      </ul>
      <p className="lines-xs ink-2">{text('map.near.hint')}</p>
    </div>
  )
}
