import type { Port } from '@hilo/contract/ports/ports.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime } from '../../ui/format.ts'
import { PowerHistory } from '../../ui/plots/PowerHistory.tsx'
import { StateDot } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import styles from './port-page.module.css'

const month = 30 * 86_400_000

/** Visible interventions in the box during the last month, as possible causes. */
function useBoxWork(ctoId: number) {
  const since = useMemo(() => new Date(serverNow() - month).toISOString(), [])
  const filter = { cto_id: ctoId, type: 1 as const, created_at: { gte: since } }
  const enabled = session.can('event_view')
  return useCall('admin_vno/events/get', { filter, limit: 50 }, { enabled }).data?.records ?? []
}

/** Power of 30 days beside the baseline, with the interventions in the box. */
export function PortPower({ port, accessId }: { port: Port; accessId: number }) {
  const answer = useCall('admin_vno/ont/powerHistory', { access_id: accessId })
  const work = useBoxWork(port.cto_id)
  const optic = useCto(port.cto_id)?.upstream.optic_class ?? 'B+'
  const { rx_p50_30d: middle = null, rx_stddev_30d: sigma = null } = port.baseline ?? {}
  const usual = middle === null ? null : { middle, sigma: sigma ?? 0 }
  const events = work.map(({ created_at, work_kind }) => ({
    at: created_at,
    name: text('port.power.work', {
      kind: work_kind ? choiceText('work_kind', work_kind).toLocaleLowerCase('es') : '',
    }),
  }))
  return (
    <PowerHistory title={text('port.power')} answer={answer} opticClass={optic} usual={usual} events={events}>
      {work.length > 0 && (
        <ul className={`grid line-top ${styles.work}`} aria-label={text('port.power.events')}>
          {work.slice(0, 5).map((event) => (
            <li className="grid gap-12 middle line-bottom lines-xs min-h-32" key={event.id}>
              <Link className="code" to="/vno/intervenciones/$id" params={{ id: String(event.id) }}>
                {event.code}
              </Link>
              <StateDot enumeration="process_state" value={event.process_state} />
              <time dateTime={event.created_at}>{formatDateTime(event.created_at)}</time>
            </li>
          ))}
        </ul>
      )}
    </PowerHistory>
  )
}
