import type { Enrollment, Picture } from '@hilo/contract/enrollments/enrollments.ts'
import { approvalDoubt, minReasonLength, type VerificationDecision } from '@hilo/domain/enrollment.ts'
import { labelKind } from '@hilo/domain/status.ts'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/query.ts'
import { useFile } from '../../api/use-file.ts'
import { Button, Press } from '../../kit/Button.tsx'
import { choiceText } from '../../lists/text.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { boundText } from '../../ui/binding-text.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { EnrollmentLink } from './Decided.tsx'
import { isStale, pictureName } from './enrollment-facts.ts'
import { PictureStage } from './PictureStage.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { useStage, type Stage } from './use-stage.ts'
import { hindrance, usePictures } from './use-verification.ts'
import { useVerifyKeys } from './use-verify-keys.ts'
import styles from './verification.module.css'
import { VerifyFacts } from './VerifyFacts.tsx'

interface VerifyDeskProps {
  enrollment: Enrollment
  gone: boolean
  /** Position in the loaded part of the queue. */
  index: number
  count: number
  /** Length of the whole queue, without those that the technician repeats. */
  due: number
  decide: (decision: VerificationDecision, reason: string | null) => void
  undo: () => void
  step: (by: 1 | -1) => void
}

const noSize = { width: 4, height: 3 }

function Thumb({ picture, shown, choose }: { picture: Picture; shown: boolean; choose: () => void }) {
  const { url } = useFile(picture.file_id, 'thumb')
  const name = pictureName(picture)
  return (
    <Press
      className="grid gap-4 rigid text-xs ink-2 text-left round pointer no-ground"
      aria-pressed={shown}
      onClick={choose}
    >
      <span className="block clip sunk">{url && <img className="block full tall cover" src={url} alt="" />}</span>
      {name}
    </Press>
  )
}

/** Another person decided while the enrolment was open. */
function Gone({ enrollment }: { enrollment: Enrollment }) {
  const path = enrollment.kind > 2 ? 'admin_vno/unenrollments/get' : 'admin_vno/enrollments/get'
  const now = useCall(path, { id: enrollment.id }).data?.records[0]
  const state = now?.verification_state ?? 'pendiente'
  return (
    <div className="note flex gap-8 wrap middle" role="alert" data-tone="warning">
      <Shape kind="triangle" tone="warning" />
      <span className="grow shrink">
        {state === 'pendiente'
          ? text('verify.gone')
          : text('verify.gone.by', {
              who: now?.verified_by?.name ?? text('verify.somebody'),
              state: choiceText('verification_state', state).toLowerCase(),
            })}
      </span>
      <EnrollmentLink enrollment={enrollment} />
    </div>
  )
}

type Asking = 'rechazada' | 'repetir' | 'approve'

/** Main button: approve, or ask for a new picture if there is a doubt. */
function Acts({
  enrollment,
  gone,
  approve,
  ask,
}: Pick<VerifyDeskProps, 'enrollment' | 'gone'> & {
  approve: () => void
  ask: (decision: Asking) => void
}) {
  const why = hindrance(enrollment)
  const doubt = approvalDoubt(enrollment)
  return (
    <footer className={`grid gap-8 padded line-top ${styles.foot}`}>
      {why !== null && <p className="ink-2">{text(`verify.hindrance.${why}`)}</p>}
      {why === null && !gone && doubt && <p className="ink-2">{text(`verify.doubt.${doubt}`)}</p>}
      {why === null && !gone && (
        <div className={`flex gap-8 wrap ${styles.decide}`}>
          <Button aria-haspopup="dialog" onClick={() => ask('rechazada')}>
            {text('verify.rechazada')} <kbd>R</kbd>
          </Button>
          <Button kind={doubt ? 'main' : 'second'} aria-haspopup="dialog" onClick={() => ask('repetir')}>
            {text('verify.repetir')} <kbd>P</kbd>
          </Button>
          <Button kind={doubt ? 'second' : 'main'} aria-haspopup={doubt ? 'dialog' : undefined} onClick={approve}>
            {text(doubt ? 'verify.approve.reason' : 'verify.approve')} <kbd>A</kbd>
          </Button>
        </div>
      )}
    </footer>
  )
}

/** Previous and next, without a decision. */
function Steps({ gone, index, count, due, step }: Pick<VerifyDeskProps, 'gone' | 'index' | 'count' | 'due' | 'step'>) {
  return (
    <div className={`flex gap-8 middle between small ink-2 ${styles.steps}`}>
      <Button size="small" aria-disabled={index <= 0 && !gone} onClick={() => step(-1)}>
        {text('verify.before')} <kbd>↑</kbd>
      </Button>
      <span>{gone ? '' : text('verify.place', { at: index + 1, of: due })}</span>
      <Button size="small" aria-disabled={index + 1 >= count && !gone} onClick={() => step(1)}>
        {text('verify.next')} <kbd>↓</kbd>
      </Button>
    </div>
  )
}

interface ViewerProps {
  enrollment: Enrollment
  stage: Stage
  pictures: readonly Picture[]
  at: number
  waiting: boolean
  choose: (at: number) => void
}

/** Figure and port that the picture has to show: only a person can compare them. */
function Bound({ picture, enrollment }: { picture: Picture; enrollment: Enrollment }) {
  const bound = boundText(picture.bound)
  if (bound === null) return null
  const stale = isStale(picture, enrollment)
  return (
    <p className={`flex gap-8 middle padded-note line-top semibold ${styles.bound}`} data-stale={stale || undefined}>
      {stale && <Shape kind="triangle" tone="warning" />}
      {text(stale ? 'verify.bound.stale' : 'verify.bound', { bound })}
    </p>
  )
}

/** The chosen picture large, and thumbnails of all. */
function Viewer({ enrollment, stage, pictures, at, waiting, choose }: ViewerProps) {
  const picture = pictures[at]
  return (
    <section
      className={`edge grid shrink-y surface clip ${styles.viewer} relative`}
      aria-label={text('verify.picture')}
    >
      {picture ? (
        <>
          <PictureStage
            key={picture.id}
            stage={stage}
            fileId={picture.file_id}
            width={picture.width}
            height={picture.height}
            name={pictureName(picture)}
          />
          <Bound picture={picture} enrollment={enrollment} />
        </>
      ) : (
        <p className="grid centered sunk ink-2" aria-busy={waiting}>
          {!waiting && text('verify.picture.none')}
        </p>
      )}
      {pictures.length > 1 && (
        <div
          className={`flex gap-8 padded-note line-top scroll-x ${styles.thumbs}`}
          role="group"
          aria-label={text('verify.pictures')}
        >
          {pictures.map((one, place) => (
            <Thumb key={one.id} picture={one} shown={place === at} choose={() => choose(place)} />
          ))}
        </div>
      )}
    </section>
  )
}

/** Reason of an approval despite a doubt, a rejection or a repetition. */
function Asked({
  enrollment,
  asking,
  decide,
  close,
}: Pick<VerifyDeskProps, 'enrollment' | 'decide'> & { asking: Asking; close: () => void }) {
  const { label_read: label } = enrollment
  if (asking !== 'approve')
    return (
      <RejectDialog
        decision={asking}
        label={label}
        doubt={approvalDoubt(enrollment)}
        confirm={(reason) => decide(asking, reason)}
        close={close}
      />
    )
  return (
    <ReasonDialog
      title={text('verify.approve.title', { label })}
      sentence={text('verify.approve.text')}
      yes={text('verify.approve')}
      least={minReasonLength}
      most={500}
      send={(reason) => {
        decide('verificada', reason)
        return Promise.resolve(null)
      }}
      close={close}
    />
  )
}

/** One enrolment: picture, facts, and the three decisions. */
export function VerifyDesk({ decide, undo, ...rest }: VerifyDeskProps) {
  const { enrollment, gone, step } = rest
  const phone = usePhone()
  const { pictures, waiting } = usePictures(enrollment)
  const [at, setAt] = useState(0)
  const [asking, setAsking] = useState<Asking | null>(null)
  const picture = pictures[at]
  const stage = useStage(picture ?? noSize)
  const choose = (place: number) => {
    if (!pictures[place]) return
    setAt(place)
    stage.reset()
  }
  const ask = (decision: Asking) => hindrance(enrollment) === null && !gone && setAsking(decision)
  const approve = () => (approvalDoubt(enrollment) === null ? decide('verificada', null) : ask('approve'))
  useVerifyKeys({
    stage,
    approve,
    ask,
    undo,
    step,
    picture: (by) => choose(at + by),
    enabled: !phone && asking === null,
  })
  const top = useRef<HTMLDivElement>(null)
  // Phones: scroll back to the top for the next enrolment.
  useEffect(() => {
    if (phone) top.current?.scrollIntoView({ block: 'start' })
  }, [phone])
  const meter = pictures.find((one) => one.label_kind === labelKind.is.potency)
  return (
    <div className={`${styles.desk} grid gap-12 shrink-y phone-one`}>
      <div ref={top} className={styles.top} />
      {phone && <Steps {...rest} />}
      <Viewer enrollment={enrollment} stage={stage} pictures={pictures} at={at} waiting={waiting} choose={choose} />
      <aside className={`edge grid shrink-y surface clip ${styles.side}`} aria-label={text('verify.facts')}>
        <div
          className={`grid gap-14 packed padded ${styles.facts} scroll-y thin-bars`}
          tabIndex={0}
          role="group"
          aria-label={text('verify.facts')}
        >
          {gone && <Gone enrollment={enrollment} />}
          <VerifyFacts enrollment={enrollment} picture={picture} read={meter?.power_dbm_read ?? null} />
        </div>
        <Acts {...rest} approve={approve} ask={ask} />
        {!phone && <Steps {...rest} />}
        {!phone && <p className={`lines-xs ink-2 ${styles.keys}`}>{text('verify.keys')}</p>}
      </aside>
      {asking && <Asked enrollment={enrollment} asking={asking} decide={decide} close={() => setAsking(null)} />}
    </div>
  )
}
