import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDuration, formatDateTime, formatPowerUnit } from '../../ui/format.ts'
import { StateDot } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'

/** Author, wanted change and reason. */
export function HairFacts({ change }: { change: HairChange }) {
  return (
    <Facts
      facts={[
        {
          name: 'column.hair_changes.event.code',
          value: (
            <Link className="code" to="/vno/intervenciones/$id" params={{ id: String(change.event_id) }}>
              {change.event.code}
            </Link>
          ),
        },
        {
          name: 'column.hair_changes.cto',
          value: (
            <Link className="code" to="/vno/ctos/$id" params={{ id: String(change.cto_id) }}>
              {boxLabel(change.cto.code)}
            </Link>
          ),
        },
        { name: 'column.hair_changes.reason', value: <StateDot enumeration="port_problem" value={change.reason} /> },
        {
          name: 'column.hair_changes.condition_code',
          value: change.condition_code !== null && <StateDot enumeration="condition" value={change.condition_code} />,
        },
        { name: 'column.hair_changes.power_dbm', value: formatPowerUnit(change.power_dbm) },
        { name: 'column.hair_changes.comment', value: change.comment },
        { name: 'column.hair_changes.technical.name', value: change.technical?.name },
        { name: 'column.hair_changes.contractor.name', value: change.contractor?.name },
        { name: 'column.hair_changes.vno.name', value: session.isNeutral() && change.vno.name },
        { name: 'column.hair_changes.created_at', value: formatDateTime(change.asked_at) },
        { name: 'hair.rounds', value: change.rounds > 1 && text('hair.roundsOf', { count: change.rounds }) },
        {
          name: 'column.hair_changes.answered_at',
          value: change.answered_at && formatDateTime(change.answered_at),
        },
        {
          name: 'column.hair_changes.resolved_by',
          value: change.resolved_by && choiceText('resolved_by', change.resolved_by),
        },
        { name: 'hair.took', value: change.elapsed_ms !== null && formatDuration(change.elapsed_ms / 1000) },
        {
          name: 'column.hair_changes.unfounded',
          value: change.unfounded !== null && text(change.unfounded ? 'hair.unfounded.yes' : 'hair.unfounded.no'),
        },
      ]}
    />
  )
}
