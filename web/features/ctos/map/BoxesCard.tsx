import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { formatNumber } from '../../../ui/format.ts'
import { Asked, Empty } from '../../../ui/Asked.tsx'
import { Card } from '../../../ui/Page.tsx'
import { text } from '../../../ui/text.ts'
import { cameraText, fit, type Size } from './geo.ts'
import { MapCanvas } from './MapCanvas.tsx'
import { MapLegend } from './MapLegend.tsx'
import styles from './map.module.css'
import { askedBoxes, useBoxes } from './use-boxes.ts'
import { useSize } from './use-view.ts'

const every = askedBoxes({ filter: {}, search: '' })
const nothing = () => undefined

function Ground({ boxes: { answer, index }, size }: { boxes: ReturnType<typeof useBoxes>; size: Size }) {
  const navigate = useNavigate()
  return (
    <Asked answer={answer} height={size.height}>
      {({ extent }) => {
        if (!extent) return <Empty title={text('map.none.title')} />
        const camera = fit(extent, size)
        return (
          <MapCanvas
            still
            index={index}
            camera={camera}
            size={size}
            open={null}
            change={(by) => void navigate({ to: '/vno/mapa', search: { lugar: cameraText(by(camera)) } })}
            fitAll={nothing}
            onBox={(id) => void navigate({ to: '/vno/ctos/$id', params: { id: String(id) } })}
          />
        )
      }}
    </Asked>
  )
}

/** The whole network at a glance: which boxes have room, which are full, which are dark. */
export function BoxesCard() {
  const ground = useRef<HTMLDivElement>(null)
  const size = useSize(ground)
  const boxes = useBoxes(every, null)
  const total = boxes.answer.data?.total
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
        {size && <Ground boxes={boxes} size={size} />}
      </div>
    </Card>
  )
}
