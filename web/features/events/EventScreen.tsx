import type { ReadingSource } from '@hilo/domain/olt.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { eventType } from '@hilo/domain/status.ts'
import { Navigate } from '@tanstack/react-router'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { Notes } from '../../lists/panel/Notes.tsx'
import { NoRecord } from '../../lists/panel/NoRecord.tsx'
import { useRouteId } from '../../lists/panel/RecordPage.tsx'
import { useReading } from '../../lists/panel/use-reading.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { BandActs } from './Acts.tsx'
import { VerdictBand } from './Band.tsx'
import { BoxCompare } from './BoxCompare.tsx'
import { EventHead } from './EventHead.tsx'
import { EventLog } from './EventLog.tsx'
import { stillOpen } from './event-facts.ts'
import styles from './event-page.module.css'
import { Evidences } from './Evidences.tsx'
import { StepThread } from './StepThread.tsx'
import { readEveryMs, useEvent, useEventReport } from './use-event.ts'
import '../../lists/lists.css'

/** Time of the latest reading of the ports. */
function readAt(items: readonly FaceplateItem[]): string | null {
  return items.reduce<string | null>(
    (last, { read_at }) => (read_at !== null && read_at > (last ?? '') ? read_at : last),
    null,
  )
}

interface Reading {
  items: readonly FaceplateItem[]
  at: string | null
  live: boolean
  source: ReadingSource | null
}

function Page({ event }: { event: Event }) {
  const report = useEventReport(event)
  const open = stillOpen(event)
  const known = event.neighbours.items ?? []
  const watched = open && session.can('neightborState_view')
  const { snapshot, query, read, resting } = useReading(
    { cto_id: event.cto_id, event_id: event.id },
    { everyMs: watched ? readEveryMs : null },
  )
  const asked = open && snapshot && snapshot.taken_at > (readAt(known) ?? '') ? snapshot : null
  const now: Reading = asked
    ? { items: asked.items, at: asked.taken_at, live: true, source: asked.source }
    : open || !report?.after
      ? { items: known, at: readAt(known), live: open, source: report?.before?.source ?? null }
      : { items: report.after.items, at: report.after.taken_at, live: false, source: report.after.source }
  const readNow = () =>
    void read().then(({ error }) => {
      if (error) toast.error(problemText(error))
    })
  return (
    <article className={`grid gap-12 packed ${styles.page} p-page`}>
      <EventHead event={event} />
      <StepThread event={event} />
      <div className={`grid gap-12 top ${styles.columns}`}>
        <section className={`edge shrink surface clip ${styles.card}`} aria-label={text('list.ctos.box')}>
          <VerdictBand event={event} report={report}>
            <BandActs event={event} />
            {watched && (
              <Button
                aria-disabled={resting || undefined}
                busy={query.isFetching}
                onClick={() => !resting && readNow()}
              >
                {text(query.isFetching ? 'event.reading' : 'event.readNow')}
              </Button>
            )}
          </VerdictBand>
          <BoxCompare event={event} report={report} now={now} />
        </section>
        <div className={`grid gap-12 shrink ${styles.side}`}>
          <Evidences event={event} />
          <div className="edge padded surface">
            <Notes eventIds={[event.id]} heading="h2" />
          </div>
          <EventLog event={event} report={report} />
        </div>
      </div>
    </article>
  )
}

/** One intervention: steps, neighbours, evidence and log. */
export function EventScreen() {
  const answer = useEvent(useRouteId())
  const event = answer.data?.records[0]
  // A request redirects to its intervention.
  if (event?.parent_id != null && session.can('event_view') && event.type !== eventType.is.createListener)
    return <Navigate to="/vno/intervenciones/$id" params={{ id: String(event.parent_id) }} replace />
  if (event) return <Page key={event.id} event={event} />
  if (answer.isPending)
    return (
      <div
        className={`${styles.waiting} min-h-full`}
        role="status"
        aria-busy="true"
        aria-label={text('home.loading')}
      />
    )
  return <NoRecord error={answer.error} retry={() => void answer.refetch()} />
}
