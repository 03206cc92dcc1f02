import type { ApiRequest } from '@hilo/contract/enrollments/api-requests.ts'
import { loadColumns } from '@hilo/domain/load-columns.ts'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../kit/Button.tsx'
import { saveCsv } from '../../lists/download/save-csv.ts'
import { rowErrorText } from '../../lists/load/ColumnHelp.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { RowResults, type ResultRow } from '../../ui/load/RowResults.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { send } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { resultsOf } from '../../ui/load/csv.ts'
import styles from './requests.module.css'

const say = rowErrorText('enrollments')

/** What the results show of each row: its own columns, as far as the file has them. */
function columnsOf(rows: readonly ResultRow[]) {
  const [first] = rows
  return loadColumns.enrollments.filter(({ name }) => first?.values?.[name] !== undefined)
}

/** The rows of the file, and what is said of the file as a whole: the pictures that were not stored. */
function parted(results: readonly ResultRow[]): { rows: ResultRow[]; unused: ResultRow[] } {
  const ofFile = ({ line }: ResultRow) => line === 0
  const rows = results.filter((one) => !ofFile(one))
  return {
    rows: rows.map((one) => ({ ...one, warned: one.values?.['warned'] === 'true' })),
    unused: results.filter(ofFile),
  }
}

/** The results as they are shown; the stored file has the words of the API. */
function save({ rows, unused }: ReturnType<typeof parted>, name: string): void {
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
  const pictures = unused.map(({ message }) => ['', text('load.code.warned'), message, ...columns.map(() => '')])
  saveCsv([heads, ...cells, ...pictures], name)
}

/** Pictures of the archive that were not stored, each with the reason. */
function UnusedPictures({ unused }: { unused: readonly ResultRow[] }) {
  if (unused.length === 0) return null
  const title = text('apirequest.pictures', { count: unused.length })
  return (
    <section className={`edge grid gap-8 padded ${styles.pictures}`} aria-label={title}>
      <h3>{title}</h3>
      <ul className="grid gap-6 scroll" tabIndex={0}>
        {unused.map(({ message }) => (
          <li className="grid baseline anywhere" key={message}>
            <Shape kind="triangle" tone="warning" size={12} />
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Results of a file by row, from the server's result file. */
function useResults(fileId: number | null) {
  return useQuery(
    {
      queryKey: ['files/download', { file_id: fileId }],
      queryFn: async ({ signal }) =>
        resultsOf(await (await send('files/download', { file_id: fileId ?? 0 }, { signal })).text()),
      enabled: fileId !== null,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
}

/** Results of a file of enrolments, by row. */
export function FileResults({ request, children }: { request: ApiRequest; children?: ReactNode }) {
  const { result_file_id: id, rows_ok: ok, rows_error: error, event } = request
  const answer = useResults(id)
  if (id === null) return children
  return (
    <QueryState answer={answer} height={220}>
      {(results) => {
        const { rows, unused } = parted(results)
        return (
          <>
            <UnusedPictures unused={unused} />
            <RowResults
              rows={rows}
              counts={{ total: rows.length, ok: ok ?? 0, error: error ?? 0 }}
              columns={columnsOf(rows)}
              say={say}
            >
              <Button onClick={() => save({ rows, unused }, `${event?.code ?? request.request_id}-resultado`)}>
                {text('load.results.save')}
              </Button>
              {children}
            </RowResults>
          </>
        )
      }}
    </QueryState>
  )
}
