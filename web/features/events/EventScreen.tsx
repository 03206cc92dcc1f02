import type { Event } from '@hilo/contract/events.ts'
import { Icon } from '../../lists/icons.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDuration, formatMoment } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { alarmOf } from './event-facts.ts'
import { EventBox } from './EventBox.tsx'
import { EventFacts } from './EventFacts.tsx'
import { StepTimeline } from './StepTimeline.tsx'

function Head({ event }: { event: Event }) {
  const people = [event.technical?.name, event.contractor?.name].filter(Boolean).join(', ')
  const started = formatMoment(event.started_at ?? event.created_at, Date.now())
  return (
    <header className="hl-page-head">
      <h1 className="code">{event.code}</h1>
      <StateBadge enumeration="process_state" value={event.process_state} />
      {event.work_kind && <span>{choiceText('work_kind', event.work_kind)}</span>}
      <p className="hl-page-line">
        <span className="code">
          <Icon name="box" />
          {event.cto.code}
        </span>
        {people && (
          <span>
            <Icon name="people" />
            {people}
          </span>
        )}
        <span>
          <Icon name="clock" />
          {event.duration_s === null ? started : `${started}, ${formatDuration(event.duration_s)}`}
        </span>
      </p>
    </header>
  )
}

function Page({ event }: { event: Event }) {
  const alarm = alarmOf(event)
  return (
    <>
      <Head event={event} />
      <section className="hl-card" aria-label={text('list.events.stepsTitle')}>
        <StepTimeline event={event} />
      </section>
      {alarm && (
        <div className="hl-alert">
          <Shape kind="diamond" size={12} />
          <b>{alarm.text}</b>
        </div>
      )}
      <div className="hl-columns">
        <section className="hl-card" aria-label={text('list.ctos.box')}>
          <h2>{text('list.ctos.box')}</h2>
          <EventBox event={event} size="large" />
        </section>
        <section className="hl-card" aria-label={text('list.events.facts')}>
          <h2>{text('list.events.facts')}</h2>
          <EventFacts event={event} />
        </section>
      </div>
    </>
  )
}

/** One intervention as it went: its steps, its box and its facts. */
export function EventScreen() {
  return <RecordPage path="admin_vno/events/get">{(event) => <Page event={event} />}</RecordPage>
}
