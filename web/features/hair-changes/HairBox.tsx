import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'
import { Fibre } from '../../ui/fibre/Fibre.tsx'
import { text } from '../../ui/text.ts'
import styles from './hair.module.css'

/** The box with the current port and the granted or wanted one. */
export function HairBox({ change, size }: { change: HairChange; size: 'small' | 'large' }) {
  const cto = useCto(change.cto_id)
  if (!cto?.ports) return <div className="hl-box-place" />
  const total = boxSize(cto.ports_total)
  const to = change.port_assigned_number ?? change.port_to_number
  return (
    <div className={`grid gap-12 ${styles.box}`}>
      <Faceplate
        ports={cto.ports}
        total={total}
        size={size}
        title={boxLabel(cto.code)}
        subtitle={text('faceplate.ports', { count: cto.ports_total })}
        splitter={cto.splitter.ratio}
        ring={to === null ? [] : [{ port: to, kind: 'working' }]}
        selectedPort={change.port_from_number}
      />
      <FaceplateLegend ports={cto.ports} total={total} />
    </div>
  )
}

/** Fibre number of a port, if the session may see it. */
function useLeg(portId: number | null): number | null {
  const enabled = portId !== null && session.can('port_view')
  return useCall('admin_vno/ports/get', { id: portId ?? 0 }, { enabled }).data?.records[0]?.splitter_leg ?? null
}

function End({ name, number, leg }: { name: string; number: number | null; leg: number | null }) {
  return (
    <div className="grid gap-1">
      <dt className="ink-2">{name}</dt>
      <dd className="flex gap-2 gap-x-12 wrap middle">
        <b>{number === null ? text('hair.anyPort') : text('list.port', { number })}</b>
        <Fibre number={leg} />
      </dd>
    </div>
  )
}

/** Fibre before and after: number and colour. */
export function HairEnds({ change }: { change: HairChange }) {
  const isGranted = change.port_assigned_id !== null
  const from = useLeg(change.port_from_id)
  const to = useLeg(change.port_assigned_id ?? change.port_to_id)
  const name = isGranted ? (change.decision === 'concedido' ? 'hair.end.given' : 'hair.end.offered') : 'hair.end.asked'
  return (
    <dl className={`flex gap-6-12 wrap middle lines-xs ${styles.ends}`}>
      <End name={text('hair.end.from')} number={change.port_from_number} leg={from} />
      <span aria-hidden="true">→</span>
      <End name={text(name)} number={change.port_assigned_number ?? change.port_to_number} leg={to} />
    </dl>
  )
}
