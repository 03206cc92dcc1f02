import type { Event } from '@hilo/contract/events/events.ts'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/query.ts'
import { Press } from '../../kit/Button.tsx'
import { useMinute } from '../../lists/use-minute.ts'
import { text } from '../../ui/text.ts'
import { LogLines } from './EventLog.tsx'
import { evidenceOf, type EvidencePlace } from './evidence.ts'
import { nameOf, Thumb } from './Evidences.tsx'
import { logOf } from './log.ts'
import styles from './panel-trail.module.css'
import { PictureViewer } from './PictureViewer.tsx'

/** Pictures and log entries that the panel shows; the page has all. */
const most = { pictures: 4, entries: 4 }

/** Latest pictures of the work and its last events, below the facts of the panel. */
export function PanelTrail({ event }: { event: Event }) {
  useMinute()
  const answer = useCall('admin_vno/enrollments/pictures/get', { event_id: event.id })
  const pictures = answer.data?.records ?? []
  const entries = logOf(event, undefined, pictures, serverNow()).slice(0, most.entries)
  return (
    <>
      {answer.data && <Pictures places={evidenceOf(event, pictures)} />}
      <hr className="hl-rule" />
      <section aria-label={text('event.last')}>
        <h3 className={styles.head}>{text('event.last')}</h3>
        <div className={styles.log}>
          <LogLines entries={entries} />
        </div>
      </section>
    </>
  )
}

function Pictures({ places }: { places: readonly EvidencePlace[] }) {
  const [open, setOpen] = useState<EvidencePlace | null>(null)
  const taken = places.filter(({ picture }) => picture !== null)
  if (places.length === 0) return null
  return (
    <section aria-label={text('event.evidence')}>
      <h3 className={`flex between gap-8 ${styles.head}`}>
        {text('event.evidence')}
        <span className="normal ink-2">{text('event.evidence.of', { taken: taken.length, total: places.length })}</span>
      </h3>
      <ul className={`grid gap-8 ${styles.pictures}`}>
        {taken.slice(-most.pictures).map(
          (place) =>
            place.picture && (
              <li key={place.key}>
                <Press aria-haspopup="dialog" aria-label={nameOf(place)} onClick={() => setOpen(place)}>
                  <Thumb picture={place.picture} />
                </Press>
              </li>
            ),
        )}
      </ul>
      {open?.picture && <PictureViewer picture={open.picture} name={nameOf(open)} close={() => setOpen(null)} />}
    </section>
  )
}
