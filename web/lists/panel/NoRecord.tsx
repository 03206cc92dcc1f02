import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { Missing } from '../../ui/Missing.tsx'
import { text } from '../../ui/text.ts'
import '../lists.css'

interface NoRecordProps {
  /** Why it did not come; null where it is not there. */
  error: unknown
  retry: () => void
}

/** Instead of the page of a record that did not come. */
export function NoRecord({ error, retry }: NoRecordProps) {
  if (error == null || (error instanceof CallProblem && error.code === 'NOT_FOUND')) return <Missing />
  return (
    <div className="hl-face" role="alert">
      <h1>{problemText(error)}</h1>
      <button type="button" className="hl-button" onClick={retry}>
        {text('list.retry')}
      </button>
    </div>
  )
}
