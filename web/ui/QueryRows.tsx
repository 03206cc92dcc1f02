import type { ReactNode } from 'react'
import { Card } from '../kit/Page.tsx'

interface QueryRowsProps<Row> {
  title: string
  /** Link to all rows, at the right of the title. */
  aside?: ReactNode
  /** Undefined while they are loading: nothing is shown. */
  rows: readonly Row[] | undefined
  /** Sentence in place of the rows when there are none. */
  none: string
  keyOf: (row: Row) => string
  /** Link to the record, and what is said of it at the right. */
  children: (row: Row) => ReactNode
}

/** A short list below the field of a page that answers one question at a time. */
export function QueryRows<Row>({ title, aside, rows, none, keyOf, children }: QueryRowsProps<Row>) {
  if (rows === undefined) return null
  return (
    <Card title={title} aside={aside} bare>
      {rows.length === 0 && <p className="flex middle line-top px-16 min-h-44 ink-2">{none}</p>}
      <ul>
        {rows.map((row) => (
          <li key={keyOf(row)} className="flex wrap middle between gap-x-16 line-top px-16 min-h-44">
            {children(row)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
