import { Link, useNavigate } from '@tanstack/react-router'
import { formatNumber } from '../../../ui/format.ts'
import { QueryState, EmptyState } from '../../../kit/QueryState.tsx'
import { Card } from '../../../kit/Page.tsx'
import { cameraText } from '../../../ui/map/geo.ts'
import { MapView } from '../../../ui/map/MapView.tsx'
import { text } from '../../../ui/text.ts'
import { MapLegend } from './MapLegend.tsx'
import styles from './boxes.module.css'
import { askedBoxes, useBoxes } from './use-boxes.ts'

const every = askedBoxes({ filter: {}, search: '' })
/** Height of the map, in pixels. */
const height = 300

/** Overview map: boxes with free ports, full ones, and dark ones. */
export function BoxesCard() {
  const { answer, points } = useBoxes(every, null)
  const navigate = useNavigate()
  const total = answer.data?.total
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
      <div className={styles.card} style={{ height }}>
        <QueryState answer={answer} height={height}>
          {({ extent }) =>
            extent ? (
              <MapView
                still
                label={text('map.label')}
                start={extent}
                points={points}
                onBox={(id) => void navigate({ to: '/vno/ctos/$id', params: { id: String(id) } })}
                onJoined={(camera) => void navigate({ to: '/vno/mapa', search: { lugar: cameraText(camera) } })}
              />
            ) : (
              <EmptyState title={text('map.none.title')} />
            )
          }
        </QueryState>
      </div>
    </Card>
  )
}
