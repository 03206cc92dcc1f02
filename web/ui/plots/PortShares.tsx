import { lookColor, stateLookName } from '@hilo/domain/port-look.ts'
import { Link } from '@tanstack/react-router'
import { PortGlyph } from '../faceplate/glyphs.tsx'
import { text } from '../text.ts'
import styles from './port-shares.module.css'

interface PortSharesProps {
  rows: readonly {
    state: { name: string; label: string; value: number }
    count: number
    /** The count, and its share of the whole, as they are read. */
    shown: string
    share: string
  }[]
  /** Each state leads to its ports in the list. */
  linked: boolean
}

/** Ports by state, as a bar and as figures. */
export function PortShares({ rows, linked }: PortSharesProps) {
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {rows.map(({ state, count }) => (
          <span
            className="ground-line"
            key={state.name}
            data-tone={lookColor(stateLookName(state.value))}
            data-state={state.name}
            style={{ flexGrow: count }}
          />
        ))}
      </div>
      <ul className={styles.states}>
        {rows.map(({ state, shown, share }) => {
          const face = (
            <>
              <PortGlyph look={stateLookName(state.value)} />
              <span>{text(state.label)}</span>
              <strong>{shown}</strong>
              <span>{share}</span>
            </>
          )
          return (
            <li key={state.name} className="parted">
              {linked ? (
                <Link to="/vno/puertos" search={{ state: String(state.value) }} className={`hover ${styles.state}`}>
                  {face}
                </Link>
              ) : (
                <span className={styles.state}>{face}</span>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
