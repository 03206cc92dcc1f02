import type { Picture } from '@hilo/contract/enrollments.ts'
import type { Event } from '@hilo/contract/events.ts'
import { useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { useFile } from '../../api/use-file.ts'
import { choiceText } from '../../lists/text.ts'
import { boundText } from '../../ui/bound-text.ts'
import { formatTime } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { evidenceOf, type EvidencePlace } from './evidence.ts'
import styles from './evidences.module.css'
import { PictureViewer } from './PictureViewer.tsx'

function nameOf({ reason, step, picture }: EvidencePlace): string {
  if (reason !== null) return text(`event.evidence.${reason}`)
  if (picture?.signature) return text('event.evidence.signature')
  return step === null ? text('event.evidence.more') : choiceText('step', step)
}

/** The pictures that prove the work, and those that are still missing. */
export function Evidences({ event }: { event: Event }) {
  const answer = useCall('admin_vno/enrollments/pictures/get', { event_id: event.id })
  const [open, setOpen] = useState<EvidencePlace | null>(null)
  const places = answer.data ? evidenceOf(event, answer.data.records) : []
  const taken = places.filter(({ picture }) => picture !== null).length
  return (
    <section className={styles.card} aria-label={text('event.evidence')}>
      <header className={styles.head}>
        <h2>{text('event.evidence')}</h2>
        {answer.data && <span>{text('event.evidence.of', { taken, total: places.length })}</span>}
      </header>
      {answer.isError && !answer.data && (
        <p className={styles.said} role="alert">
          {problemText(answer.error)}
        </p>
      )}
      {answer.data && places.length === 0 && <p className={styles.said}>{text('event.evidence.none')}</p>}
      <ul className={styles.places} aria-busy={answer.isPending}>
        {places.map((place) => (
          <li key={place.key}>
            {place.picture ? (
              <button type="button" onClick={() => setOpen(place)} aria-haspopup="dialog">
                <Thumb picture={place.picture} />
                <b>{nameOf(place)}</b>
                <span>{formatTime(place.picture.taken_at ?? place.picture.received_at)}</span>
                <Proof place={place} />
              </button>
            ) : (
              <div>
                <Missing />
                <b>{nameOf(place)}</b>
                <span className={styles.missing}>{text('event.evidence.missing')}</span>
              </div>
            )}
          </li>
        ))}
      </ul>
      {open?.picture && <PictureViewer picture={open.picture} name={nameOf(open)} close={() => setOpen(null)} />}
    </section>
  )
}

/** What it proves, to be compared with what it shows. */
function Proof({ place: { picture, stale } }: { place: EvidencePlace }) {
  const bound = boundText(picture?.bound)
  if (bound === null && !stale) return null
  return (
    <span className={stale ? styles.missing : undefined}>
      {[stale && text('event.evidence.stale'), bound].filter(Boolean).join(' ')}
    </span>
  )
}

function Thumb({ picture }: { picture: Picture }) {
  const { url, failed } = useFile(picture.file_id, 'thumb')
  const flagged = picture.flags.length > 0
  return (
    <span className={styles.thumb} data-failed={failed || undefined}>
      {url && <img src={url} alt="" width={picture.width} height={picture.height} />}
      <i>
        <Shape kind={flagged ? 'triangle' : 'check'} tone={flagged ? 'warning' : 'success'} size={14} />
      </i>
    </span>
  )
}

function Missing() {
  return (
    <span className={styles.thumb} data-missing>
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d="M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15 9h.01" />
      </svg>
    </span>
  )
}
