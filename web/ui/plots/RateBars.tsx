import { Link } from '@tanstack/react-router'
import styles from './plots.module.css'
import type { Place } from './StackPlot.tsx'

export interface Rate {
  key: string
  name: string
  value: number
  /** As it is read. */
  shown: string
  /** A tick: how it was before. */
  before: number | null
  /** Everything in one sentence. */
  said: string
  place: Place | null
  alarm?: boolean
}
interface RateBarsProps {
  label: string
  rates: readonly Rate[]
  /** A dashed line across all of them, with its name. */
  goal?: { value: number; name: string }
  least?: number
}

/** One bar a row, lying; each leads to its rows. */
export function RateBars({ label, rates, goal, least = 1 }: RateBarsProps) {
  const most =
    Math.max(least, goal ? goal.value * 3 : 0, ...rates.flatMap(({ value, before }) => [value, before ?? 0])) * 1.04
  const at = (value: number) => `${Math.min(100, (value / most) * 100)}%`
  return (
    <div className={styles.rates}>
      <ul aria-label={label}>
        {rates.map((rate) => {
          const row = (
            <span className={styles.rateFace} aria-hidden={rate.place !== null}>
              <span className={styles.rateName}>{rate.name}</span>
              <span className={styles.track} aria-hidden>
                <i style={{ width: at(rate.value) }} />
                {goal && <u style={{ left: at(goal.value) }} />}
                {rate.before !== null && <b style={{ left: at(rate.before) }} />}
              </span>
              <strong>{rate.shown}</strong>
            </span>
          )
          return (
            <li key={rate.key} data-over={rate.alarm || undefined} title={rate.said}>
              {rate.place === null ? (
                <span className={styles.rate}>{row}</span>
              ) : (
                <Link to={rate.place.to} search={rate.place.search} className={styles.rate}>
                  <span className="hidden-visually">{rate.said}</span>
                  {row}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {goal && (
        <p className={styles.goal} aria-hidden>
          <span>
            <i style={{ left: at(goal.value) }}>{goal.name}</i>
          </span>
        </p>
      )}
    </div>
  )
}
