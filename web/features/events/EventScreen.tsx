import type { Event } from '@hilo/contract/events.ts'
import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { Notes } from '../../lists/panel/Notes.tsx'
import { NoRecord } from '../../lists/panel/NoRecord.tsx'
import { useRouteId } from '../../lists/panel/RecordPage.tsx'
import { useReading } from '../../lists/panel/use-reading.ts'
import type { ReadingSource } from '../../ui/read-time.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { BandActs } from './Acts.tsx'
import { VerdictBand } from './Band.tsx'
import { BoxCompare } from './BoxCompare.tsx'
import { EventHead } from './EventHead.tsx'
import { EventLog } from './EventLog.tsx'
import styles from './event-page.module.css'
import { Evidences } from './Evidences.tsx'
import { StepThread } from './StepThread.tsx'
import { readEveryMs, stillOpen, useEvent, useEventReport } from './use-event.ts'
import '../../lists/lists.css'

/** The last of the times at which the ports were read. */
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
    <article className={styles.page}>
      <EventHead event={event} />
      <StepThread event={event} />
      <div className={styles.columns}>
        <section className={styles.card} aria-label={text('list.ctos.box')}>
          <VerdictBand event={event} report={report}>
            <BandActs event={event} />
            {watched && (
              <button
                type="button"
                className="hl-button"
                aria-disabled={resting || undefined}
                aria-busy={query.isFetching}
                onClick={() => !resting && readNow()}
              >
                {text(query.isFetching ? 'event.reading' : 'event.readNow')}
              </button>
            )}
          </VerdictBand>
          <BoxCompare event={event} report={report} now={now} />
        </section>
        <div className={styles.side}>
          <Evidences event={event} />
          <div className={styles.notes}>
            <Notes eventIds={[event.id]} heading="h2" />
          </div>
          <EventLog event={event} report={report} />
        </div>
      </div>
    </article>
  )
}

/** One intervention as it goes: its steps, its neighbours, what proves it and what happened. */
export function EventScreen() {
  const answer = useEvent(useRouteId())
  const event = answer.data?.records[0]
  if (event) return <Page key={event.id} event={event} />
  if (answer.isPending) return <div className={styles.waiting} aria-busy="true" aria-label={text('home.loading')} />
  return <NoRecord error={answer.error} retry={() => void answer.refetch()} />
}
