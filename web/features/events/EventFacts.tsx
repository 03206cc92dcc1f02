import type { Event } from '@hilo/contract/events/events.ts'
import { figureChecks } from '@hilo/domain/check-levels.ts'
import { Link } from '@tanstack/react-router'
import { Ago } from '../../ui/Ago.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDateTime, formatDuration, formatPowerUnit } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { CodeLink } from './CodeLink.tsx'
import { boxLevel } from './event-facts.ts'

const levelClass = { ok: 'hl-good', aviso: 'hl-warning', bloqueo: 'hl-danger' } as const

function Started({ at }: { at: string }) {
  return (
    <>
      {formatDateTime(at)}, <Ago at={at} />
    </>
  )
}

/** Figures typed at the customer's ONT, beside the OLT's readings. */
function figuresOf({ steps, neighbours, port_number: port }: Event) {
  const typed = steps?.find(({ step }) => step === 'final_report')?.data['rx_dbm']
  const read = neighbours.items?.find((one) => one.own && one.port === port)?.rx_dbm ?? null
  if (typeof typed !== 'number') return null
  const doubts = steps?.flatMap(({ checks }) => checks.filter(({ code, level }) => level !== 'ok' && isFigure(code)))
  return (
    <>
      {text('event.figures.both', {
        typed: formatPowerUnit(typed) ?? '',
        read: formatPowerUnit(read) ?? text('event.figures.unread'),
      })}{' '}
      {doubts && doubts.length > 0 && <b className="hl-warning">{text('event.figures.apart')}</b>}
    </>
  )
}
const isFigure = (code: string) => figureChecks.some((one) => one === code)

/** Place, people, kind and result. */
export function EventFacts({ event }: { event: Event }) {
  const cto = useCto(event.cto_id)
  const level = boxLevel(event.power_dbm)
  const street = cto && [cto.address.street, cto.address.number].filter(Boolean).join(' ')
  return (
    <Facts
      facts={[
        {
          name: 'column.events.cto',
          value: (
            <>
              <Link className="code" to="/vno/ctos/$id" params={{ id: String(event.cto_id) }}>
                {boxLabel(event.cto.code)}
              </Link>{' '}
              {event.port_number !== null && (
                <span className="hl-faint">{text('list.port', { number: event.port_number })}</span>
              )}
            </>
          ),
        },
        { name: 'list.address', value: cto && `${street}, ${cto.address.postal_code} ${cto.address.municipality}` },
        {
          name: 'column.events.technical.name',
          value: event.technical && (
            <>
              {event.technical.name} <span className="hl-faint">{event.contractor?.name}</span>
            </>
          ),
        },
        { name: 'column.events.access.code', value: event.access && <CodeLink of="access" record={event.access} /> },
        {
          name: 'column.events.service_order.code',
          value: event.service_order && <CodeLink of="order" record={event.service_order} />,
        },
        {
          name: 'column.events.power_dbm',
          value: event.power_dbm !== null && (
            <>
              {formatPowerUnit(event.power_dbm)}{' '}
              {level && <b className={levelClass[level]}>{text(`list.level.${level}`)}</b>}
            </>
          ),
        },
        { name: 'event.figures', value: figuresOf(event) },
        { name: 'list.events.started', value: <Started at={event.started_at ?? event.created_at} /> },
        event.duration_s !== null && { name: 'list.events.took', value: formatDuration(event.duration_s) },
        event.neighbours.verdict !== null && {
          name: 'column.events.neighbours.verdict',
          value: <ChoiceDot of="verdict" word={event.neighbours.verdict} />,
        },
        event.error !== null && { name: 'list.events.error', value: event.error.text },
      ]}
    />
  )
}
