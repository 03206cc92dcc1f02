import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { Message } from '../../ui/Message.tsx'
import { Missing } from '../../ui/Missing.tsx'
import { text } from '../../ui/text.ts'

interface NoRecordProps {
  /** Why it did not come; null where it is not there. */
  error: unknown
  retry: () => void
}

/** Instead of the page of a record that did not come. */
export function NoRecord({ error, retry }: NoRecordProps) {
  if (error == null || (error instanceof CallProblem && error.code === 'NOT_FOUND')) return <Missing />
  return (
    <Message whole={false} tone="danger" title={text('app.error.title')} sentence={problemText(error)}>
      <button className="button" data-main type="button" onClick={retry}>
        {text('app.retry')}
      </button>
    </Message>
  )
}
