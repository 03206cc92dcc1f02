import type { Cto } from '@hilo/contract/ctos.ts'
import { maxDropM, maxWorksM } from '@hilo/domain/feasibility.ts'
import { ctoState } from '@hilo/domain/status.ts'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useCall } from '../../api/query.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDistance } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import styles from './near-map.module.css'
import { moved, offset, type Point } from './near-map.ts'

/** Metres from the middle to the sides, up and down, and of a step with the keys. */
const [wide, tall] = [230, 176]
const stepM = 10
const box = 20

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, stepM],
  ArrowDown: [0, -stepM],
  ArrowLeft: [-stepM, 0],
  ArrowRight: [stepM, 0],
}

/** The boxes around a point, to scale and without a street: a press, or the arrow keys, moves the point. */
export function NearMap({ point, onMove }: { point: Point; onMove: (point: Point) => void }) {
  const asked = useDebounced(point, 300)
  const answer = useCall('admin_vno/ctos/get', {
    filter: { near: { lat: asked.lat, lon: asked.lon, metres: maxWorksM } },
    limit: 60,
  })
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const east = ((event.clientX - left) / width - 0.5) * 2 * wide
    const north = (0.5 - (event.clientY - top) / height) * 2 * tall
    onMove(moved(point, east, north))
  }
  const key = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    onMove(moved(point, ...step))
  }
  const boxes = answer.data?.records ?? []
  return (
    <div className={styles.map}>
      <svg
        viewBox={`${-wide} ${-tall} ${2 * wide} ${2 * tall}`}
        role="application"
        tabIndex={0}
        aria-label={text('map.near', { count: boxes.length })}
        aria-busy={answer.isFetching}
        onClick={press}
        onKeyDown={key}
      >
        <circle className={styles.reach} r={maxDropM} />
        <text className={styles.scale} y={-maxDropM - 6}>
          {formatDistance(maxDropM)}
        </text>
        {boxes.map((cto) => (
          <Box key={cto.id} cto={cto} point={point} />
        ))}
        <path className={styles.home} d="M0-15 13-4V13H-13V-4Z" />
      </svg>
      <p className={styles.hint}>{text('map.near.hint')}</p>
    </div>
  )
}

const { defectuosa, no_instalada } = ctoState.is

/** Filled as far as its ports are taken. */
function Box({ cto, point }: { cto: Cto; point: Point }) {
  const { east, north } = offset(point, cto.position)
  if (Math.abs(east) > wide - 2 * box || Math.abs(north) > tall - box) return null
  const taken = cto.ports_total === 0 ? 0 : 1 - cto.ports_free / cto.ports_total
  const look =
    cto.state === no_instalada ? 'coming' : cto.state === defectuosa ? 'bad' : cto.ports_free === 0 ? 'full' : 'free'
  return (
    <g className={styles.box} data-look={look} transform={`translate(${east} ${-north})`}>
      <title>{`${boxLabel(cto.code)}, ${text('list.ctos.freeOf', { free: cto.ports_free, total: cto.ports_total })}`}</title>
      <rect x={-box / 2} y={-box / 2} width={box} height={box} rx={3} />
      {look === 'bad' ? (
        <path d="M-6-6 6 6M6-6-6 6" />
      ) : (
        look !== 'coming' && (
          <rect
            className={styles.taken}
            x={-box / 2}
            y={box / 2 - box * taken}
            width={box}
            height={box * taken}
            rx={3}
          />
        )
      )}
      <text y={box + 5}>{boxLabel(cto.code).split('-').slice(1).join('-')}</text>
    </g>
  )
}
