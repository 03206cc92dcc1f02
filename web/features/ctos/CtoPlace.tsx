import type { Cto } from '@hilo/contract/ctos.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { MapView } from '../../ui/map/MapView.tsx'
import { boxPoint } from '../../ui/map/markers.ts'
import { text } from '../../ui/text.ts'
import styles from './cto-page.module.css'
import { useDark } from './use-dark.ts'

/** Zoom of the engine's address at which the municipality around the box is in sight. */
const zoom = 12

/** Where the box is: the country around it, with the names of its municipality and of the neighbours. */
export function CtoPlace({ cto }: { cto: Cto }) {
  const navigate = useNavigate()
  const { lat, lon } = cto.position
  const dark = useDark(cto.id).length
  const points = useMemo(() => [boxPoint(cto, cto.position, dark)], [cto, dark])
  return (
    <section className={`hl-card ${styles.place}`} aria-label={text('list.ctos.place')}>
      <MapView
        still
        label={text('map.box', { code: cto.code })}
        start={{ lat, lon, zoom }}
        points={points}
        open={cto.id}
        onBox={(id) => void navigate({ to: '/vno/mapa', search: { abierto: id, lugar: `${lat},${lon},17` } })}
      />
    </section>
  )
}
