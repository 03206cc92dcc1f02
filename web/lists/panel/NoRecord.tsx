import { CallProblem } from '../../api/problem.ts'
import { RecordNotFound } from '../../ui/RecordNotFound.tsx'
import '../lists.css'
import { ErrorPlaceholder } from '../placeholders.tsx'

interface NoRecordProps {
  /** Load error; null when the record does not exist. */
  error: unknown
  retry: () => void
}

/** Shown in place of a record's page that could not be loaded. */
export function NoRecord({ error, retry }: NoRecordProps) {
  if (error == null || (error instanceof CallProblem && error.code === 'NOT_FOUND')) return <RecordNotFound />
  return <ErrorPlaceholder page error={error} onRetry={retry} />
}
