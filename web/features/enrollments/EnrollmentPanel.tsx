import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import { session } from '../../api/session.ts'
import { useFile } from '../../api/use-file.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { pictureName } from './enrollment-facts.ts'
import styles from './enrollment.module.css'
import { Decision } from './Decision.tsx'
import { LabelCompare } from './LabelCompare.tsx'
import { PlaceFacts, Reasons, workText } from './VerifyFacts.tsx'

type Shot = Enrollment['pictures'][number]

function Thumb({ shot }: { shot: Shot }) {
  const { url } = useFile(shot.file_id, 'thumb')
  return (
    <span className={`block sunk clip ${styles.thumb}`}>
      {url && <img className="full tall cover" src={url} alt={pictureName({ ...shot, step: null })} />}
    </span>
  )
}

function Body({ record: one }: PanelProps<Enrollment>) {
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="verification_state" word={one.verification_state} />
        <span>{workText(one)}</span>
      </div>
      <Reasons enrollment={one} />
      <LabelCompare enrollment={one} />
      {one.pictures.length > 0 && (
        <div className="flex gap-8 wrap">
          {one.pictures.map((shot) => (
            <Thumb key={shot.id} shot={shot} />
          ))}
        </div>
      )}
      <Decision enrollment={one} />
      <hr className="hl-rule" />
      <PlaceFacts enrollment={one} />
    </>
  )
}

/** Whether the enrolment awaits verification by this session. */
export const mayVerify = ({ verification_state: state }: Enrollment): boolean =>
  state === 'pendiente' && session.can('enrollments-verification_edit', 'enrollments.verify_edit')

function Foot({ record: { id, ...one } }: PanelProps<Enrollment>) {
  return (
    <>
      <LinkButton kind="main" to="/vno/matriculaciones/$id" params={{ id: String(id) }}>
        {text('enrollment.open')}
      </LinkButton>
      {mayVerify({ id, ...one }) && (
        <LinkButton to="/vno/verificacion" search={{ id }}>
          {text('enrollment.verify')}
        </LinkButton>
      )}
    </>
  )
}

export const enrollmentPanel: PanelParts<Enrollment> = { Body, Foot }
