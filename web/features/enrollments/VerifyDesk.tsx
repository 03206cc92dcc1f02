import type { Enrollment, Picture } from '@hilo/contract/enrollments.ts'
import { approvalDoubt, leastReason, type VerificationDecision } from '@hilo/domain/enrollment.ts'
import { labelKind } from '@hilo/domain/status.ts'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/query.ts'
import { useFile } from '../../api/use-file.ts'
import { choiceText } from '../../lists/text.ts'
import { usePhone } from '../../lists/use-media.ts'
import { boundText } from '../../ui/bound-text.ts'
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
  /** Place in the queue, and how long that is as far as it is here. */
  index: number
  count: number
  decide: (decision: VerificationDecision, reason: string | null) => void
  undo: () => void
  step: (by: 1 | -1) => void
}

const noSize = { width: 4, height: 3 }

function Thumb({ picture, shown, choose }: { picture: Picture; shown: boolean; choose: () => void }) {
  const { url } = useFile(picture.file_id, 'thumb')
  const name = pictureName(picture)
  return (
    <button type="button" aria-pressed={shown} onClick={choose}>
      <span>{url && <img src={url} alt="" />}</span>
      {name}
    </button>
  )
}

/** Somebody else has seen to it while it was on the screen. */
function Gone({ enrollment }: { enrollment: Enrollment }) {
  const path = enrollment.kind > 2 ? 'admin_vno/unenrollments/get' : 'admin_vno/enrollments/get'
  const now = useCall(path, { id: enrollment.id }).data?.records[0]
  const state = now?.verification_state ?? 'pendiente'
  return (
    <div className={styles.gone} role="alert">
      <Shape kind="triangle" tone="warning" />
      <span>
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

/** The main act is to approve; where something speaks against it, to ask for another picture. */
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
  const [repeat, yes] = doubt ? [' hl-main-button', ''] : ['', ' hl-main-button']
  return (
    <footer className={styles.foot}>
      {why !== null && <p>{text(`verify.hindrance.${why}`)}</p>}
      {why === null && !gone && doubt && <p>{text(`verify.doubt.${doubt}`)}</p>}
      {why === null && !gone && (
        <div className={styles.decide}>
          <button type="button" className="hl-button" aria-haspopup="dialog" onClick={() => ask('rechazada')}>
            {text('verify.rechazada')} <kbd>R</kbd>
          </button>
          <button type="button" className={`hl-button${repeat}`} aria-haspopup="dialog" onClick={() => ask('repetir')}>
            {text('verify.repetir')} <kbd>P</kbd>
          </button>
          <button
            type="button"
            className={`hl-button${yes}`}
            aria-haspopup={doubt ? 'dialog' : undefined}
            onClick={approve}
          >
            {text(doubt ? 'verify.approve.reason' : 'verify.approve')} <kbd>A</kbd>
          </button>
        </div>
      )}
    </footer>
  )
}

/** To the one before and the one after, without deciding. */
function Steps({ gone, index, count, step }: Pick<VerifyDeskProps, 'gone' | 'index' | 'count' | 'step'>) {
  return (
    <div className={styles.steps}>
      <button type="button" className="hl-button hl-small" aria-disabled={index <= 0 && !gone} onClick={() => step(-1)}>
        {text('verify.before')} <kbd>↑</kbd>
      </button>
      <span>{gone ? '' : text('verify.place', { at: index + 1, of: count })}</span>
      <button
        type="button"
        className="hl-button hl-small"
        aria-disabled={index + 1 >= count && !gone}
        onClick={() => step(1)}
      >
        {text('verify.next')} <kbd>↓</kbd>
      </button>
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

/** Which figure and port the picture has to show, over it: only a person can compare them. */
function Bound({ picture, enrollment }: { picture: Picture; enrollment: Enrollment }) {
  const bound = boundText(picture.bound)
  if (bound === null) return null
  const stale = isStale(picture, enrollment)
  return (
    <p className={styles.bound} data-stale={stale || undefined}>
      {stale && <Shape kind="triangle" tone="warning" />}
      {text(stale ? 'verify.bound.stale' : 'verify.bound', { bound })}
    </p>
  )
}

/** The chosen picture large, and all of them small. */
function Viewer({ enrollment, stage, pictures, at, waiting, choose }: ViewerProps) {
  const picture = pictures[at]
  return (
    <section className={styles.viewer} aria-label={text('verify.picture')}>
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
        <p className={styles.noPicture} aria-busy={waiting}>
          {!waiting && text('verify.picture.none')}
        </p>
      )}
      {pictures.length > 1 && (
        <div className={styles.thumbs} role="group" aria-label={text('verify.pictures')}>
          {pictures.map((one, place) => (
            <Thumb key={one.id} picture={one} shown={place === at} choose={() => choose(place)} />
          ))}
        </div>
      )}
    </section>
  )
}

/** Why: of what is approved against a doubt, rejected, or to be done again. */
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
      least={leastReason}
      most={500}
      send={(reason) => {
        decide('verificada', reason)
        return Promise.resolve(null)
      }}
      close={close}
    />
  )
}

/** One enrolment: its picture large, what is known of it, and the three decisions. */
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
  // On a phone the one before was scrolled down to its facts.
  useEffect(() => {
    if (phone) top.current?.scrollIntoView({ block: 'start' })
  }, [phone])
  const meter = pictures.find((one) => one.label_kind === labelKind.is.potency)
  return (
    <div className={styles.desk}>
      <div ref={top} className={styles.top} />
      {phone && <Steps {...rest} />}
      <Viewer enrollment={enrollment} stage={stage} pictures={pictures} at={at} waiting={waiting} choose={choose} />
      <aside className={styles.side} aria-label={text('verify.facts')}>
        <div className={styles.facts} tabIndex={0} role="group" aria-label={text('verify.facts')}>
          {gone && <Gone enrollment={enrollment} />}
          <VerifyFacts enrollment={enrollment} picture={picture} read={meter?.power_dbm_read ?? null} />
        </div>
        <Acts {...rest} approve={approve} ask={ask} />
        {!phone && <Steps {...rest} />}
        {!phone && <p className={styles.keys}>{text('verify.keys')}</p>}
      </aside>
      {asking && <Asked enrollment={enrollment} asking={asking} decide={decide} close={() => setAsking(null)} />}
    </div>
  )
}
