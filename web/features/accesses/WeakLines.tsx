import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { portState } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { formatPowerUnit } from '../../ui/format.ts'
import { QueryRows } from '../../ui/QueryRows.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'

const ont = limits('ont', 'B+')
/** The weakest lines, in the rows of the view "Con poca luz" of the ports. */
const weakest = {
  filter: { state: [portState.is.ocupado], rx_dbm: { gte: -50, lte: ont.good } },
  sort: [['rx_dbm', 'asc']] as [['rx_dbm', 'asc']],
  limit: 8,
}

/** Lines in service that receive least light: those worth a diagnosis before their customers call. */
export function WeakLines() {
  const answer = useCall('admin_vno/ports/get', weakest, { enabled: session.can('port_view') })
  const lines = answer.data?.records.flatMap(({ id, label, access, rx_dbm }) =>
    access ? [{ id, label, code: access.code, rx_dbm }] : [],
  )
  return (
    <QueryRows
      title={text('diagnosis.weak')}
      aside={
        <LinkButton size="small" to="/vno/puertos" search={{ vista: 'debiles' }}>
          {text('diagnosis.weak.all')}
        </LinkButton>
      }
      none={text('diagnosis.weak.none')}
      rows={lines}
      keyOf={({ id }) => String(id)}
    >
      {({ code, label, rx_dbm }) => {
        const refused = powerLevel(rx_dbm, ont) === 'bloqueo'
        return (
          <>
            <Link className="code semibold accent" to="/vno/diagnostico" search={{ acceso: code }}>
              {code}
            </Link>
            <span className="code ink-2">{label}</span>
            <span className="inline-flex gap-6 middle push">
              <Shape kind={refused ? 'diamond' : 'triangle'} tone={refused ? 'danger' : 'warning'} size={10} />
              {formatPowerUnit(rx_dbm)}
            </span>
          </>
        )
      }}
    </QueryRows>
  )
}
