import type { Event } from '@hilo/contract/events/events.ts'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../ui/use-now.ts'
import { agoEvery } from '../../ui/Ago.tsx'
import { Icon } from '../../lists/icons.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDuration, formatDateTime, formatTime } from '../../ui/format.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { HeadActs } from './Acts.tsx'
import { CodeLink } from './CodeLink.tsx'
import { stillOpen } from './event-facts.ts'
import styles from './event-page.module.css'

/** "44 min, plazo mañana 1:48 p. m." while open; "1:48 p. m., 44 min" once finished. */
function timeText(event: Event, now: number): string {
  const started = event.started_at ?? event.created_at
  if (!stillOpen(event)) {
    const began = formatDateTime(started)
    return event.duration_s === null ? began : `${began}, ${formatDuration(event.duration_s)}`
  }
  const passed = formatDuration((now - Date.parse(started)) / 1000)
  if (event.deadline_at === null) return passed
  const at = new Date(event.deadline_at)
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000)
  const when =
    days === 0 ? formatTime(at) : days === 1 ? text('event.tomorrow', { time: formatTime(at) }) : formatDateTime(at)
  return text(at.getTime() > now ? 'event.deadline' : 'event.overdue', { passed, when })
}

/** Code, state, kind, box, people and time. */
export function EventHead({ event }: { event: Event }) {
  const now = useNow(agoEvery)
  const cto = useCto(event.cto_id)
  const people = [event.technical?.name, event.contractor?.name].filter(Boolean).join(', ')
  const address =
    cto &&
    `${[cto.address.street, cto.address.number].filter(Boolean).join(' ')}, ${cto.address.postal_code} ${cto.address.municipality}`
  return (
    <header className={`grid gap-4 gap-x-16 middle ${styles.head} phone-one`}>
      <div className="flex gap-4 gap-x-12 wrap middle">
        <h1 className="code code-figures">{event.code}</h1>
        <StateBadge enumeration="process_state" value={event.process_state} />
        {event.work_kind && <span>{choiceText('work_kind', event.work_kind)}</span>}
        {event.service_order && (
          <span className="ink-2">
            {text('event.order')} <CodeLink of="order" record={event.service_order} />
          </span>
        )}
      </div>
      <div className={`flex gap-8 wrap phone-acts ${styles.acts}`}>
        <HeadActs event={event} />
      </div>
      <p className={`flex gap-4 gap-x-20 wrap whole-row ink-2 ${styles.line}`}>
        <span className="inline-flex gap-6 middle">
          <Icon name="box" />
          <Link className="code ink-1" to="/vno/ctos/$id" params={{ id: String(event.cto_id) }}>
            {boxLabel(event.cto.code)}
          </Link>
          {address}
        </span>
        {people && (
          <span className="inline-flex gap-6 middle">
            <Icon name="people" />
            {people}
          </span>
        )}
        <span className="inline-flex gap-6 middle">
          <Icon name="clock" />
          {timeText(event, now)}
        </span>
      </p>
    </header>
  )
}
