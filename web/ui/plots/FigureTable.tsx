import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { text } from '../text.ts'
import styles from './plots.module.css'
import type { Place } from './StackPlot.tsx'

export interface Cell {
  shown: string
  place?: Place | null
}
interface FigureTableProps {
  /** What the table is of. */
  caption: string
  heads: readonly string[]
  rows: readonly { key: string; name: string; cells: readonly Cell[] }[]
}

/** The same figures to read, each with the way to its rows. Folded until somebody asks for it. */
export function FigureTable({ caption, heads, rows }: FigureTableProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('plot.table')}</summary>
      {open && <Figures {...{ caption, heads, rows }} />}
    </details>
  )
}

/** The figures themselves. */
export function Figures({ caption, heads, rows }: FigureTableProps) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption className={styles.unseen}>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map(({ shown, place }, index) => (
                <td key={heads[index + 1]}>
                  {place ? (
                    <Link to={place.to} search={place.search}>
                      {shown}
                    </Link>
                  ) : (
                    shown
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
