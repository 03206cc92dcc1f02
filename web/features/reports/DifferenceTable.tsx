import { text } from '../../ui/text.ts'
import { differences } from './differences.ts'
import styles from './difference.module.css'

interface DifferenceTableProps {
  before: unknown
  after: unknown
  /** Enumeration of the field `state`. */
  states?: string
}

/** What changed, what it was and what it became. */
export function DifferenceTable({ before, after, states }: DifferenceTableProps) {
  const rows = differences(before, after, states)
  const fresh = before === null || before === undefined || Object.keys(before).length === 0
  if (rows.length === 0) return <p className="hl-hint">{text('list.history.same')}</p>
  return (
    <table className={styles.table}>
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
                <del>{row.before}</del>
              </td>
            )}
            <td>
              <ins>{row.after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
