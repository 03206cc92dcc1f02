import type { Indicator, IndicatorKey } from '@hilo/contract/indicators.ts'
import { Link } from '@tanstack/react-router'
import { text } from '../../ui/text.ts'
import type { Place } from '../../ui/plots/StackPlot.tsx'
import { changeOf, figureText, shareText } from './figure-text.ts'
import styles from './reports.module.css'

const first: readonly IndicatorKey[] = [
  'opened',
  'first_time_right',
  'median_minutes',
  'harmed_rate',
  'restore_median_s',
  'full_boxes',
]

/** Known of now alone. */
const ofNow: readonly IndicatorKey[] = [
  'full_boxes',
  'review_old',
  'ceased_lit',
  'free_lit',
  'to_verify',
  'to_verify_age_h',
]

interface StripProps {
  indicators: readonly Indicator[] | undefined
  placeOf: (key: IndicatorKey) => Place | null
}

/** The figures that are looked at first; each leads to its rows. */
export function Strip({ indicators, placeOf }: StripProps) {
  return (
    <ul className={styles.strip} aria-busy={indicators === undefined}>
      {first.map((key) => {
        const found = indicators?.find((one) => one.key === key)
        const place = placeOf(key)
        const face = <Face name={key} found={found} />
        return (
          <li key={key} title={text(`reports.define.${key}`)}>
            {place && found ? (
              <Link to={place.to} search={place.search} className={styles.tile}>
                {face}
              </Link>
            ) : (
              <div className={styles.tile}>{face}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Face({ name, found }: { name: IndicatorKey; found: Indicator | undefined }) {
  const change = found && changeOf(found)
  return (
    <>
      <span className={styles.name}>{text(`reports.figure.${name}`)}</span>
      <span className={styles.value} data-waiting={found === undefined || undefined} data-tone={change?.tone}>
        {found && figureText(found.value, found.unit)}
        {found && <small>{shareText(found)}</small>}
      </span>
      <span className={styles.note}>{found && <ChangeLine found={found} />}</span>
    </>
  )
}

/** Against the period before, in words. */
export function ChangeLine({ found }: { found: Indicator }) {
  const change = changeOf(found)
  if (!change) return text(ofNow.includes(found.key) ? 'reports.now' : found.value === null ? 'home.figure.none' : 'home.figure.noBefore') // prettier-ignore
  return (
    <>
      {change.difference !== null && (
        <>
          <b data-tone={change.tone}>{change.difference}</b>,{' '}
        </>
      )}
      {change.before}
    </>
  )
}
