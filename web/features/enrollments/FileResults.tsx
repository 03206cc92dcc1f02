import type { ApiRequest } from '@hilo/contract/enrollments/api-requests.ts'
import { loadColumns } from '@hilo/domain/load-columns.ts'
import type { ReactNode } from 'react'
import { Button } from '../../kit/Button.tsx'
import { saveCsv } from '../../lists/download/save-csv.ts'
import { rowErrorText } from '../../lists/load/ColumnHelp.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { RowResults, type ResultRow } from '../../ui/load/RowResults.tsx'
import { text } from '../../ui/text.ts'
import { useResults } from './use-results.ts'

const say = rowErrorText('enrollments')

/** What the results show of each row: its own columns, as far as the file has them. */
function columnsOf(rows: readonly ResultRow[]) {
  const [first] = rows
  return loadColumns.enrollments.filter(({ name }) => first?.values?.[name] !== undefined)
}

/** The results as they are shown; the stored file has the words of the API. */
function save(rows: readonly ResultRow[], name: string): void {
  const columns = columnsOf(rows)
  const heads = [
    ...['line', 'outcome', 'message'].map((head) => text(`load.${head}`)),
    ...columns.map(({ head }) => head),
  ]
  const cells = rows.map(({ line, ok, code, message, values }) => [
    String(line),
    text(`load.code.${ok ? code : 'refused'}`),
    say(message),
    ...columns.map(({ name }) => values?.[name] ?? ''),
  ])
  saveCsv([heads, ...cells], name)
}

/** Results of a file of enrolments, by row. */
export function FileResults({ request, children }: { request: ApiRequest; children?: ReactNode }) {
  const { result_file_id: id, rows_ok: ok, rows_error: error, event } = request
  const answer = useResults(id)
  if (id === null) return children
  return (
    <QueryState answer={answer} height={220}>
      {(rows) => (
        <RowResults
          rows={rows}
          counts={{ total: rows.length, ok: ok ?? 0, error: error ?? 0 }}
          columns={columnsOf(rows)}
          say={say}
        >
          <Button onClick={() => save(rows, `${event?.code ?? request.request_id}-resultado`)}>
            {text('load.results.save')}
          </Button>
          {children}
        </RowResults>
      )}
    </QueryState>
  )
}
