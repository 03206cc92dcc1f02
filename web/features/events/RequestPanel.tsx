import type { Event } from '@hilo/contract/events/events.ts'
import { Link } from '@tanstack/react-router'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDateTime, formatDuration } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { CodeLink } from './CodeLink.tsx'
import { ReadBox } from './EventPanel.tsx'
import { useEvent } from './use-event.ts'

const interventionOf = ({ parent_id, id }: Event) => String(parent_id ?? id)

/** A request has no reading of its own: show the box of its intervention. */
function AskedBox({ id }: { id: number }) {
  const intervention = useEvent(id).data?.records[0]
  return intervention ? <ReadBox event={intervention} /> : null
}

function Body({ record: one }: PanelProps<Event>) {
  const { verdict, harmed_count: harmed } = one.neighbours
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="process_state" value={one.process_state} />
        {verdict && <ChoiceDot of="verdict" word={verdict} />}
      </div>
      {one.error && (
        <div className="hl-alert">
          <Shape kind="diamond" size={10} />
          <b>{one.error.text}</b>
        </div>
      )}
      <AskedBox id={one.parent_id ?? one.id} />
      <hr className="hl-rule" />
      <Facts
        facts={[
          {
            name: 'request.cto',
            value: (
              <>
                <Link className="code" to="/vno/ctos/$id" params={{ id: String(one.cto_id) }}>
                  {boxLabel(one.cto.code)}
                </Link>
                {one.port_number !== null && ` ${text('list.port', { number: one.port_number })}`}
              </>
            ),
          },
          { name: 'request.technical', value: [one.technical?.name, one.contractor?.name].filter(Boolean).join(', ') },
          { name: 'request.by', value: one.created_by?.name },
          { name: 'request.at', value: formatDateTime(one.created_at) },
          { name: 'request.finished', value: one.finished_at && formatDateTime(one.finished_at) },
          { name: 'request.duration', value: one.duration_s !== null && formatDuration(one.duration_s) },
          { name: 'request.harmed', value: harmed },
          { name: 'request.access', value: one.access && <CodeLink of="access" record={one.access} /> },
          { name: 'request.vno', value: one.vno.name },
        ]}
      />
    </>
  )
}

function Foot({ record }: PanelProps<Event>) {
  return (
    <LinkButton kind="main" to="/vno/intervenciones/$id" params={{ id: interventionOf(record) }}>
      {text('list.events.open')}
    </LinkButton>
  )
}

export const requestPanel: PanelParts<Event> = { Body, Foot }
