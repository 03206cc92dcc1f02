import type { Drop } from '@hilo/contract/drops.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { Fibre } from '../../ui/fibre/Fibre.tsx'
import { formatDate, formatDistance } from '../../ui/format.ts'
import { StateDot } from '../../ui/shapes/StateBadge.tsx'

/** Ends and kind of the cable. */
export function DropFacts({ drop }: { drop: Drop }) {
  const { cto, port, access, installed_event: event } = drop
  return (
    <Facts
      facts={[
        {
          name: 'column.drops.cto',
          value: cto && (
            <Link className="code" to="/vno/ctos/$id" params={{ id: String(cto.id) }}>
              {boxLabel(cto.code)}
            </Link>
          ),
        },
        {
          name: 'column.drops.port.code',
          value: port && (
            <Link className="code" to="/vno/puertos/$id" params={{ id: String(port.id) }}>
              {port.code}
            </Link>
          ),
        },
        { name: 'column.drops.access.code', value: access && <span className="code">{access.code}</span> },
        { name: 'column.drops.type', value: choiceText('drop_type', drop.type) },
        { name: 'column.drops.length_m', value: drop.length_m === null ? null : formatDistance(drop.length_m) },
        { name: 'column.drops.fibre_no', value: drop.fibre_no === null ? null : <Fibre number={drop.fibre_no} /> },
        {
          name: 'column.drops.connection_type',
          value: <StateDot enumeration="connection_type" value={drop.connection_type} />,
        },
        { name: 'column.drops.vno.name', value: session.isNeutral() && drop.vno.name },
        {
          name: 'column.drops.installed_event.code',
          value: event && (
            <Link className="code" to="/vno/intervenciones/$id" params={{ id: String(event.id) }}>
              {event.code}
            </Link>
          ),
        },
        { name: 'column.drops.created_at', value: formatDate(drop.created_at) },
      ]}
    />
  )
}
