import type { Indicator, IndicatorKey } from '@hilo/contract/reports/indicators.ts'
import { Link } from '@tanstack/react-router'
import { text } from '../../ui/text.ts'
import type { Place } from '../../ui/plots/StackPlot.tsx'
import { changeOf, figureText, shareText } from './figure-text.ts'
import strip from '../../kit/strip.module.css'

const first: readonly IndicatorKey[] = [
  'opened',
  'first_time_right',
  'median_minutes',
  'harmed_rate',
  'restore_median_s',
  'full_boxes',
]

/** Indicators without a history. */
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

/** Main indicators, each with a link to its rows. */
export function Strip({ indicators, placeOf }: StripProps) {
  return (
    <ul className={strip.strip} aria-busy={indicators === undefined}>
      {first.map((key) => {
        const found = indicators?.find((one) => one.key === key)
        const place = placeOf(key)
        const face = <Face name={key} found={found} />
        return (
          <li key={key} title={text(`reports.define.${key}`)}>
            {place && found ? (
              <Link to={place.to} search={place.search} className={`hover ${strip.tile}`}>
                {face}
              </Link>
            ) : (
              <div className={strip.tile}>{face}</div>
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
      <span className={strip.name}>{text(`reports.figure.${name}`)}</span>
      <span
        className={`${strip.value} ${change?.tone === 'worse' ? 'ink-warning' : ''}`}
        data-waiting={found === undefined || undefined}
      >
        {found && figureText(found.value, found.unit)}
        {found && <small className={strip.share}>{shareText(found)}</small>}
      </span>
      <span className={strip.note}>{found && <ChangeLine found={found} />}</span>
    </>
  )
}

/** A trend is never red: red is for what asks for action now. */
const changeInk = { better: 'ink-success', worse: 'ink-warning', same: 'ink-1' } as const

/** Difference from the previous period, as text. */
export function ChangeLine({ found }: { found: Indicator }) {
  const change = changeOf(found)
  if (!change) return text(ofNow.includes(found.key) ? 'reports.now' : found.value === null ? 'home.figure.none' : 'home.figure.noBefore') // prettier-ignore
  return (
    <>
      {change.difference !== null && (
        <>
          <b className={changeInk[change.tone ?? 'same']}>{change.difference}</b>,{' '}
        </>
      )}
      {change.before}
    </>
  )
}
