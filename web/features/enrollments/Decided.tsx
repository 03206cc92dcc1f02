import type { Enrollment } from '@hilo/contract/enrollments.ts'
import { Link } from '@tanstack/react-router'
import { choiceText } from '../../lists/text.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import type { Lost, useDecisions } from './use-decisions.ts'
import { undoMs } from './use-decisions.ts'
import styles from './verification.module.css'

const looks = {
  verificada: ['check', 'success'],
  rechazada: ['diamond', 'danger'],
  repetir: ['ring', 'medium'],
} as const

/** Who was faster, and what came of it. */
function lostText({ now, sentence, enrollment }: Lost): string {
  const label = enrollment.label_read
  if (!now) return text('verify.lost', { label, why: sentence })
  if (now.verification_state === 'pendiente') return text('verify.lost.changed', { label })
  return text('verify.lost.faster', {
    label,
    who: now.verified_by?.name ?? text('verify.somebody'),
    state: choiceText('verification_state', now.verification_state).toLowerCase(),
  })
}

/** The page of an enrolment. */
export function EnrollmentLink({ enrollment }: { enrollment: Pick<Enrollment, 'id'> }) {
  return (
    <Link className="hl-button hl-small" to="/vno/matriculaciones/$id" params={{ id: String(enrollment.id) }}>
      {text('verify.open')}
    </Link>
  )
}

/** What was decided last, as long as it can be undone; and what the server did not take, until somebody has read it. */
export function Decided({ decisions, undo }: { decisions: ReturnType<typeof useDecisions>; undo: () => void }) {
  const { held, lost, forget } = decisions
  return (
    <div className={styles.decided} role="status" aria-live="polite">
      {lost.map((one) => (
        <div key={one.enrollment.id} className={styles.lost}>
          <Shape kind="diamond" tone="danger" />
          <span>{lostText(one)}</span>
          <EnrollmentLink enrollment={one.enrollment} />
          <button type="button" className="hl-button hl-small" onClick={() => forget(one.enrollment.id)}>
            {text('verify.lost.read')}
          </button>
        </div>
      ))}
      {held && (
        <div key={held.enrollment.id} className={styles.held}>
          <Shape kind={looks[held.decision][0]} tone={looks[held.decision][1]} />
          <span>
            {text(`verify.held.${held.decision}`)} <b className="code">{held.enrollment.label_read}</b>
          </span>
          <button type="button" className="hl-button hl-small" onClick={undo}>
            {text('verify.undo')} <kbd>Z</kbd>
          </button>
          <i aria-hidden style={{ animationDuration: `${undoMs}ms` }} />
        </div>
      )}
    </div>
  )
}
