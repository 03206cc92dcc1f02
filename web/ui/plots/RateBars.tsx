import { Link } from '@tanstack/react-router'
import styles from './plots.module.css'
import type { Place } from './StackPlot.tsx'

export interface Rate {
  key: string
  name: string
  value: number
  /** The formatted value. */
  shown: string
  /** A tick mark at the earlier value. */
  before: number | null
  /** The whole bar as a sentence, for screen readers. */
  said: string
  place: Place | null
  alarm?: boolean
}
interface RateBarsProps {
  label: string
  rates: readonly Rate[]
  /** A dashed goal line across all bars, with its name. */
  goal?: { value: number; name: string }
  least?: number
}

/** Horizontal bars, one per row, each linked to its rows. */
export function RateBars({ label, rates, goal, least = 1 }: RateBarsProps) {
  const most =
    Math.max(least, goal ? goal.value * 3 : 0, ...rates.flatMap(({ value, before }) => [value, before ?? 0])) * 1.04
  const at = (value: number) => `${Math.min(100, (value / most) * 100)}%`
  return (
    <div className={styles.rates}>
      <ul className="grid" aria-label={label}>
        {rates.map((rate) => {
          const row = (
            <span className={styles.rateFace} aria-hidden={rate.place !== null}>
              <span>{rate.name}</span>
              <span className={`${styles.track} relative`} aria-hidden>
                <i className="absolute" style={{ width: at(rate.value) }} />
                {goal && <u className="absolute" style={{ left: at(goal.value) }} />}
                {rate.before !== null && <b className="absolute" style={{ left: at(rate.before) }} />}
              </span>
              <strong>{rate.shown}</strong>
            </span>
          )
          return (
            <li key={rate.key} data-over={rate.alarm || undefined} title={rate.said}>
              {rate.place === null ? (
                <span className={`grid gap-12 middle ${styles.rate}`}>{row}</span>
              ) : (
                <Link to={rate.place.to} search={rate.place.search} className={`grid gap-12 middle ${styles.rate}`}>
                  <span className="hidden-visually">{rate.said}</span>
                  {row}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {goal && (
        <p className={`${styles.goal} ink-2`} aria-hidden>
          <span className="block relative">
            <i className="nowrap absolute" style={{ left: at(goal.value) }}>
              {goal.name}
            </i>
          </span>
        </p>
      )}
    </div>
  )
}
