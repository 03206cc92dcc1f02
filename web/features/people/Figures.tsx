import type { Input } from '@hilo/contract/index.ts'
import type { Indicator, IndicatorKey } from '@hilo/contract/reports/indicators.ts'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { addDays, dayOf } from '../../lists/state/days.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import styles from './people.module.css'

const days = 30
/** Shown indicators, and whether a higher value is worse. */
const shown = [
  { key: 'opened' },
  { key: 'first_time_right' },
  { key: 'harmed_rate', alarm: true },
  { key: 'median_minutes' },
] as const satisfies readonly { key: IndicatorKey; alarm?: true }[]
const unit = { count: '', pct: '%', min: 'min', s: 's', h: 'h', dbm: 'dBm', db: 'dB' } as const

function written(value: number, of: Indicator['unit']): string {
  return formatNumber(value, of === 'pct' ? 1 : 0)
}

/** "3 de 5, antes 100 %" */
function Before({ indicator: { previous, part, whole, unit: of } }: { indicator: Indicator }) {
  const suffix = unit[of] && `\u00a0${unit[of]}`
  const counted = of === 'pct' && part !== null && whole !== null && text('people.figure.of', { part, whole })
  const before = previous !== null && text('people.figure.before', { before: `${written(previous, of)}${suffix}` })
  return [counted, before].filter(Boolean).join(', ') || text('people.figure.noBefore')
}

/** Indicators of a technician or a contractor, last thirty days. */
export function Figures(whose: Pick<Input<'admin_vno/reports/indicators/get'>, 'technical_id' | 'contractor_id'>) {
  const [today] = useState(() => dayOf(serverNow()))
  const enabled = session.can('dashboardReports_view')
  const query = { ...whose, from: addDays(today, 1 - days), to: today }
  const answer = useCall('admin_vno/reports/indicators/get', query, { enabled })
  const { data } = answer
  if (!enabled) return null
  if (answer.error) return <QueryState answer={answer} height={86} children={() => null} />
  return (
    <section
      className={`edge grid rigid clip ${styles.figures}`}
      aria-label={text('people.figures', { count: days })}
      aria-busy={!data}
    >
      {shown.map(({ key, ...look }) => {
        const found = data?.record.indicators.find((one) => one.key === key)
        const harmed = 'alarm' in look && found?.value != null && found.value > 0
        return (
          <div className="grid surface gap-1" key={key} data-alarm={harmed || undefined}>
            <span className="truncate lines-xs ink-2">{text(`people.figure.${key}`)}</span>
            <strong className="flex gap-6 baseline title text-2xl">
              {harmed && <Shape kind="diamond" tone="danger" size={12} />}
              {found ? (found.value === null ? '–' : written(found.value, found.unit)) : '\u00a0'}
              {found?.value != null && <small className="ink-2 normal text-s">{unit[found.unit]}</small>}
            </strong>
            <em className="lines-xs ink-3">{found ? <Before indicator={found} /> : '\u00a0'}</em>
          </div>
        )
      })}
    </section>
  )
}
