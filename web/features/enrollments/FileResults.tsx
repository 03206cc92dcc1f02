import type { ApiRequest } from '@hilo/contract/api-requests.ts'
import { sayIn } from '../../lists/load/ColumnHelp.tsx'
import { saveStored } from '../../lists/load/save-stored.ts'
import { Asked } from '../../ui/Asked.tsx'
import { RowResults } from '../../ui/load/RowResults.tsx'
import { text } from '../../ui/text.ts'
import { useResults } from './use-results.ts'

/** Row by row what became of a file of enrolments. */
export function FileResults({ request }: { request: ApiRequest }) {
  const { result_file_id: id, rows_ok: ok, rows_error: error, event } = request
  const answer = useResults(id)
  if (id === null) return null
  return (
    <Asked answer={answer} height={220}>
      {(rows) => (
        <RowResults
          rows={rows}
          counts={{ total: rows.length, ok: ok ?? 0, error: error ?? 0 }}
          say={sayIn('enrollments')}
        >
          <button
            type="button"
            className="hl-button"
            onClick={() => void saveStored(id, `${event?.code ?? request.request_id}.csv`)}
          >
            {text('load.results.save')}
          </button>
        </RowResults>
      )}
    </Asked>
  )
}
