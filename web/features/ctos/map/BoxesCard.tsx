import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { problemText } from '../../../api/problem-text.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Card } from '../../../ui/Page.tsx'
import { text } from '../../../ui/text.ts'
import { cameraText, fit, type Size } from './geo.ts'
import { MapCanvas } from './MapCanvas.tsx'
import { MapLegend } from './MapLegend.tsx'
import styles from './map.module.css'
import { askedBoxes, useBoxes } from './use-boxes.ts'
import { useSize } from './use-view.ts'

const every = askedBoxes({ filter: {}, search: '' })

function Ground({ size }: { size: Size }) {
  const { answer, index } = useBoxes(every, null)
  const navigate = useNavigate()
  const extent = answer.data?.extent
  if (answer.isError)
    return (
      <div className={styles.said} role="alert">
        <p>{problemText(answer.error)}</p>
        <button type="button" className="hl-button" onClick={() => void answer.refetch()}>
          {text('list.retry')}
        </button>
      </div>
    )
  if (answer.isPending) return <div className={styles.waiting} aria-busy="true" aria-label={text('home.loading')} />
  if (!extent)
    return (
      <div className={styles.said} role="status">
        <p>{text('map.none.title')}</p>
      </div>
    )
  const camera = fit(extent, size)
  return (
    <MapCanvas
      still
      index={index}
      camera={camera}
      size={size}
      open={null}
      change={(by) => void navigate({ to: '/vno/mapa', search: { lugar: cameraText(by(camera)) } })}
      fitAll={() => undefined}
      onBox={(id) => void navigate({ to: '/vno/ctos/$id', params: { id: String(id) } })}
    />
  )
}

/** The whole network at a glance: which boxes have room, which are full, which are dark. */
export function BoxesCard() {
  const ground = useRef<HTMLDivElement>(null)
  const size = useSize(ground)
  const total = useBoxes(every, null).answer.data?.total
  return (
    <Card
      bare
      title={text('home.boxes')}
      aside={
        <Link to="/vno/mapa">
          {total === undefined ? text('map.title') : text('home.boxes.all', { total: formatNumber(total) })}
        </Link>
      }
    >
      <MapLegend />
      <div ref={ground} className={styles.card}>
        {size && <Ground size={size} />}
      </div>
    </Card>
  )
}
