import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { choiceText } from '../../lists/text.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import type { RejectedDecision, useDecisions } from './use-decisions.ts'
import { undoMs } from './use-decisions.ts'
import styles from './verification.module.css'

const looks = {
  verificada: ['check', 'success'],
  rechazada: ['diamond', 'danger'],
  repetir: ['ring', 'medium'],
} as const

/** Conflict message: who decided first, and how. */
function lostText({ now, sentence, enrollment }: RejectedDecision): string {
  const label = enrollment.label_read
  if (!now) return text('verify.lost', { label, why: sentence })
  if (now.verification_state === 'pendiente') return text('verify.lost.changed', { label })
  return text('verify.lost.faster', {
    label,
    who: now.verified_by?.name ?? text('verify.somebody'),
    state: choiceText('verification_state', now.verification_state).toLowerCase(),
  })
}

/** Link to an enrolment. */
export function EnrollmentLink({ enrollment }: { enrollment: Pick<Enrollment, 'id'> }) {
  return (
    <LinkButton size="small" to="/vno/matriculaciones/$id" params={{ id: String(enrollment.id) }}>
      {text('verify.open')}
    </LinkButton>
  )
}

/** The last decision while it can be undone, and rejected decisions until they are dismissed. */
export function Decided({ decisions, undo }: { decisions: ReturnType<typeof useDecisions>; undo: () => void }) {
  const { held, lost, forget } = decisions
  return (
    <div className={`grid gap-8 ${styles.decided} absolute`} role="status" aria-live="polite">
      {lost.map((one) => (
        <div key={one.enrollment.id} className="note flex gap-8 wrap middle float" data-tone="warning">
          <Shape kind="diamond" tone="danger" />
          <span className="grow shrink">{lostText(one)}</span>
          <EnrollmentLink enrollment={one.enrollment} />
          <Button size="small" onClick={() => forget(one.enrollment.id)}>
            {text('verify.lost.read')}
          </Button>
        </div>
      ))}
      {held && (
        <div
          key={held.enrollment.id}
          className={`flex gap-10 middle padded-note relative surface clip ${styles.held} float round-card line-strong`}
        >
          <Shape kind={looks[held.decision][0]} tone={looks[held.decision][1]} />
          <span className="grow shrink">
            {text(`verify.held.${held.decision}`)} <b className="code">{held.enrollment.label_read}</b>
          </span>
          <Button size="small" onClick={undo}>
            {text('verify.undo')} <kbd>Z</kbd>
          </Button>
          <i className="absolute" aria-hidden style={{ animationDuration: `${undoMs}ms` }} />
        </div>
      )}
    </div>
  )
}
