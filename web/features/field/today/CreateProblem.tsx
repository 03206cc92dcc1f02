import type { CallProblem } from '../../../api/problem.ts'
import { problemText } from '../../../api/problem-text.ts'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { text } from '../../../ui/text.ts'
import css from '../phone.module.css'
import { StateSign } from '../StateSign.tsx'
import { useUnderWay } from '../use-work.ts'
import { pathOf } from './WorkRow.tsx'

/** Why the intervention could not start, and what to do. */
export function CreateProblem({ problem }: { problem: CallProblem }) {
  const { works } = useUnderWay()
  const [open] = works
  return (
    <div className={css.card} data-tone="danger" role="alert" style={{ marginBottom: 14 }}>
      <p className={css.heading}>
        <StateSign level="bloqueo" size={26} />
        {problem.body.details?.[0]?.message ?? problemText(problem)}
      </p>
      {problem.code === 'EVENT_ALREADY_OPEN' && open && (
        <LinkButton size="glove" shape="wide" style={{ marginTop: 10 }} to={pathOf(open)}>
          {text('tech.new.go_to_open', { code: open.code })}
        </LinkButton>
      )}
    </div>
  )
}
