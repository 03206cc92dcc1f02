import { text } from '../../ui/text.ts'
import { differences, type Referred } from './differences.ts'
import { RecordCode } from './RecordCode.tsx'
import styles from './difference.module.css'

interface DifferenceTableProps {
  before: unknown
  after: unknown
  /** Kind of the record. */
  entity?: string | null
}

/** A value in words; an id as the linked code of its record. */
const valueOf = (shown: string, refers: Referred | null | undefined) => (refers ? <RecordCode {...refers} /> : shown)

/** Changed fields, with old and new values. */
export function DifferenceTable({ before, after, entity }: DifferenceTableProps) {
  const rows = differences(before, after, entity ?? '')
  const fresh = before === null || before === undefined || Object.keys(before).length === 0
  if (rows.length === 0) return <p className="hl-hint">{text('list.history.same')}</p>
  return (
    <table className={`table small anywhere ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{text('list.history.field')}</th>
          {!fresh && <th scope="col">{text('list.history.before')}</th>}
          <th scope="col">{text('list.history.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            {!fresh && (
              <td>
                <del>{valueOf(row.before, row.refers?.before)}</del>
              </td>
            )}
            <td>
              <ins className="plain">{valueOf(row.after, row.refers?.after)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
