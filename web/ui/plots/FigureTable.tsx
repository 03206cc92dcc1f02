import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { text } from '../text.ts'
import styles from './plots.module.css'
import type { Place } from './StackPlot.tsx'

interface Cell {
  shown: string
  place?: Place | null
}
interface FigureTableProps {
  /** What the table is of. */
  caption: string
  heads: readonly string[]
  rows: readonly { key: string; name: string; cells: readonly Cell[] }[]
}

/** A plot's figures as a table, each linked to its rows. Collapsed by default. */
export function FigureTable({ caption, heads, rows }: FigureTableProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="pointer lines-20 accent">{text('plot.table')}</summary>
      {open && <Figures {...{ caption, heads, rows }} />}
    </details>
  )
}

/** The table itself. */
export function Figures({ caption, heads, rows }: FigureTableProps) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={caption}>
      <table className="table small nowrap">
        <caption className="hidden-visually">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th className="sticky top-0" key={head} scope="col">
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
