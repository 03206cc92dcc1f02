import type { Indicator, IndicatorKey } from '@hilo/contract/reports/indicators.ts'
import { Link } from '@tanstack/react-router'
import { Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import type { Place } from '../../ui/plots/StackPlot.tsx'
import { figureText, shareText } from './figure-text.ts'
import styles from './reports.module.css'
import { ChangeLine } from './Strip.tsx'

const groups = {
  work: [
    'opened',
    'finalized',
    'cancelled',
    'failed',
    'first_time_right',
    'median_minutes',
    'install_on_time',
    'repair_on_time',
    'offline_max_h',
  ],
  neighbours: [
    'harmed_rate',
    'degraded_rate',
    'inconclusive_rate',
    'restore_median_s',
    'restore_p90_s',
    'restore_on_time',
  ],
  network: ['full_boxes', 'review_old', 'ceased_lit', 'free_lit', 'hair_per_100', 'hair_unfounded'],
  records: [
    'install_rx',
    'rx_drift',
    'to_verify',
    'to_verify_age_h',
    'manual_labels',
    'duplicate_pictures',
    'api_errors',
  ],
} as const satisfies Record<string, readonly IndicatorKey[]>
type Group = keyof typeof groups

interface GroupsProps {
  indicators: readonly Indicator[]
  placeOf: (key: IndicatorKey) => Place | null
}

/** Indicators with explanation, previous value, and a link to the rows. */
export function Groups({ indicators, placeOf }: GroupsProps) {
  return (
    <div className={`${styles.groups} gap-x-12`}>
      {(Object.keys(groups) as Group[]).map((group) => (
        <Card key={group} title={text(`reports.group.${group}`)} bare>
          <ul>
            {groups[group].map((key) => {
              const found = indicators.find((one) => one.key === key)
              return found && <Row key={key} found={found} place={placeOf(key)} />
            })}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function Row({ found, place }: { found: Indicator; place: Place | null }) {
  const share = shareText(found)
  const value = <strong>{figureText(found.value, found.unit)}</strong>
  return (
    <li className={styles.figure} data-key={found.key}>
      <div>
        {place ? (
          <Link className="semibold" to={place.to} search={place.search}>
            {text(`reports.figure.${found.key}`)}
          </Link>
        ) : (
          <b>{text(`reports.figure.${found.key}`)}</b>
        )}
        <p className="small ink-2">{text(`reports.define.${found.key}`)}</p>
      </div>
      <div>
        {value}
        <p className="small ink-2">{share}</p>
        <p className="small ink-2">
          <ChangeLine found={found} />
        </p>
      </div>
    </li>
  )
}
