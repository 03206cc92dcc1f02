import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import { useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { useFile } from '../../api/use-file.ts'
import { Press } from '../../kit/Button.tsx'
import { choiceText } from '../../lists/text.ts'
import { boundText } from '../../ui/binding-text.ts'
import { formatTime } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { evidenceCount, evidenceOf, type EvidencePlace } from './evidence.ts'
import styles from './evidences.module.css'
import { PictureViewer } from './PictureViewer.tsx'

export function nameOf({ reason, step, picture }: EvidencePlace): string {
  if (reason !== null) return text(`event.evidence.${reason}`)
  if (picture?.signature) return text('event.evidence.signature')
  return step === null ? text('event.evidence.more') : choiceText('step', step)
}

/** Pictures of the work, and the missing ones. */
export function Evidences({ event }: { event: Event }) {
  const answer = useCall('admin_vno/enrollments/pictures/get', { event_id: event.id })
  const [open, setOpen] = useState<EvidencePlace | null>(null)
  const places = answer.data ? evidenceOf(event, answer.data.records) : []
  return (
    <section className="edge surface" aria-label={text('event.evidence')}>
      <header className={`flex gap-12 between ${styles.head}`}>
        <h2>{text('event.evidence')}</h2>
        {answer.data && <span className="lines-xs ink-2">{text('event.evidence.of', evidenceCount(places))}</span>}
      </header>
      {answer.isError && !answer.data && (
        <p className={`lines-xs ink-2 ${styles.said}`} role="alert">
          {problemText(answer.error)}
        </p>
      )}
      {answer.data && places.length === 0 && (
        <p className={`lines-xs ink-2 ${styles.said}`}>{text('event.evidence.none')}</p>
      )}
      <ul className={`grid gap-10 gap-x-8 ${styles.places} thirds`} aria-busy={answer.isPending}>
        {places.map((place) => (
          <li key={place.key}>
            {place.picture ? (
              <Press onClick={() => setOpen(place)} aria-haspopup="dialog">
                <Thumb picture={place.picture} />
                <b className="truncate medium mt-4">{nameOf(place)}</b>
                <span>{formatTime(place.picture.taken_at ?? place.picture.received_at)}</span>
                <Proof place={place} />
              </Press>
            ) : (
              <div>
                <Missing />
                <b className="truncate medium mt-4">{nameOf(place)}</b>
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

/** What the picture proves, to compare with its content. */
function Proof({ place: { picture, unproven } }: { place: EvidencePlace }) {
  const bound = boundText(picture?.bound)
  if (bound === null && unproven === null) return null
  return (
    <span className={unproven ? styles.missing : undefined}>
      <Unbroken>{(unproven ? text(`event.evidence.${unproven}`, { bound: bound ?? '' }) : bound) ?? ''}</Unbroken>
    </span>
  )
}

export function Thumb({ picture }: { picture: Picture }) {
  const { url, failed } = useFile(picture.file_id, 'thumb')
  const flagged = picture.flags.length > 0
  return (
    <span className={`grid centered relative sunk clip ${styles.thumb}`} data-failed={failed || undefined}>
      {url && <img className="cover" src={url} alt="" width={picture.width} height={picture.height} />}
      <i className="grid surface absolute circle">
        <Shape kind={flagged ? 'triangle' : 'check'} tone={flagged ? 'warning' : 'success'} size={14} />
      </i>
    </span>
  )
}

function Missing() {
  return (
    <span className={`grid centered relative sunk clip ${styles.thumb}`} data-missing>
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d="M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15 9h.01" />
      </svg>
    </span>
  )
}
