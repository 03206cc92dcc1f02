import type { RecordOf } from '@hilo/contract/index.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDate, formatStamp } from '../../ui/format.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { actorOf, causeText, wordOf } from './history-words.ts'

type EventChange = RecordOf<'admin_vno/historicals/events/get'>
type CtoChange = RecordOf<'admin_vno/historicals/ctos/get'>
type PortChange = RecordOf<'admin_vno/historicals/ports/get'>
type Change = EventChange | CtoChange | PortChange

/** Transition between states, with its cause. */
function Move({ change, of, states }: { change: Change; of: 'event' | 'cto' | 'port'; states: string }) {
  return (
    <>
      <p>
        <b>{causeText(of, change.cause)}</b>
      </p>
      <div className="hl-line">
        {change.from !== null && change.from !== change.to && (
          <>
            <StateBadge enumeration={states} value={change.from} />
            <span role="img" aria-label={text('list.history.to')}>
              →
            </span>
          </>
        )}
        <StateBadge enumeration={states} value={change.to} />
      </div>
    </>
  )
}

function Origin({ change, port }: { change: Change; port?: PortChange }) {
  const { cto, event, technical, origin, call, request_id: request } = change
  return (
    <Facts
      facts={[
        { name: 'list.history.at', value: `${formatDate(change.at)}, ${formatStamp(change.at)}` },
        { name: 'list.history.who', value: actorOf(change) },
        port !== undefined && {
          name: 'list.history.port',
          value: (
            <Link className="code" to="/vno/puertos/$id" params={{ id: String(port.port_id) }}>
              {port.port.code}
            </Link>
          ),
        },
        {
          name: 'list.history.cto',
          value: (
            <Link className="code" to="/vno/ctos/$id" params={{ id: String(cto.id) }}>
              {boxLabel(cto.code)}
            </Link>
          ),
        },
        {
          name: 'list.history.event',
          value:
            event &&
            (session.can('event_view') ? (
              <Link className="code" to="/vno/intervenciones/$id" params={{ id: String(event.id) }}>
                {event.code}
              </Link>
            ) : (
              <span className="code">{event.code}</span>
            )),
        },
        { name: 'list.history.technical', value: technical?.name },
        'vno' in change && session.isNeutral() && { name: 'list.history.vno', value: change.vno?.name },
        { name: 'list.history.origin', value: origin !== null && text(origin === 1 ? 'status.origin.api' : 'status.origin.app') }, // prettier-ignore
        { name: 'list.history.call', value: call && <span className="code">{call}</span> },
        { name: 'list.history.request', value: request && <span className="code">{request}</span> },
      ]}
    />
  )
}

interface SheetProps {
  change: Change
  of: 'event' | 'cto' | 'port'
  states: string
  port?: PortChange
}

function Sheet({ change, of, states, port }: SheetProps) {
  return (
    <>
      <Move change={change} of={of} states={states} />
      <h3>{text('list.history.changed')}</h3>
      <DifferenceTable before={change.before} after={change.after} entity={of} />
      {port?.readings && (
        <>
          <h3>{text('list.history.readings')}</h3>
          <Facts
            facts={[
              {
                name: 'list.history.light',
                value: wordOf('optical', String(port.readings['state']), text('form.nothing')),
              },
            ]}
          />
          <DifferenceTable before={{}} after={{ ...port.readings, state: undefined }} entity="port" />
        </>
      )}
      <hr className="hl-rule" />
      <Origin change={change} {...(port && { port })} />
    </>
  )
}

export const eventHistoryPanel: PanelParts<EventChange> = {
  Body: ({ record }: PanelProps<EventChange>) => <Sheet change={record} of="event" states="process_state" />,
}
export const ctoHistoryPanel: PanelParts<CtoChange> = {
  Body: ({ record }: PanelProps<CtoChange>) => <Sheet change={record} of="cto" states="cto" />,
}
export const portHistoryPanel: PanelParts<PortChange> = {
  Body: ({ record }: PanelProps<PortChange>) => <Sheet change={record} of="port" states="port" port={record} />,
}
