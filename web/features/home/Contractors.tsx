import type { ContractorRate } from '@hilo/contract/reports.ts'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { Card } from './Card.tsx'
import styles from './plots.module.css'

/** At most one intervention in a hundred leaves somebody without light. */
const goal = 1

/** Share of interventions that left a neighbour without light, by contractor; a tick says how it was before. */
export function Contractors({ rates, month }: { rates: readonly ContractorRate[] | undefined; month: boolean }) {
  const most = Math.max(3 * goal, ...(rates ?? []).flatMap((rate) => [rate.harmed_rate, rate.previous ?? 0])) * 1.05
  const place = (value: number) => `${(value / most) * 100}%`
  return (
    <Card title={text('home.contractors')}>
      <p className={styles.hint}>{text(month ? 'home.contractors.month' : 'home.contractors.week')}</p>
      {rates?.length === 0 && <p className={styles.hint}>{text('home.contractors.none')}</p>}
      <ul className={styles.rates} data-waiting={rates === undefined || undefined}>
        {rates?.map(({ contractor, harmed_rate: rate, previous, interventions }) => (
          <li
            key={contractor.id}
            data-over={rate > goal || undefined}
            title={text('home.contractors.of', { count: interventions })}
          >
            <Link
              className={styles.rateName}
              to="/vno/intervenciones"
              search={{ created_at: month ? 'mes' : 'semana', contractor_id: `${contractor.id}~${contractor.name}` }}
            >
              {contractor.name}
            </Link>
            <span className={styles.track}>
              <i style={{ width: place(rate) }} />
              {previous !== null && <b style={{ left: place(previous) }} />}
            </span>
            <strong>{formatNumber(rate, 1)}</strong>
          </li>
        ))}
      </ul>
      {rates !== undefined && rates.length > 0 && (
        <p className={styles.goal}>
          <i style={{ left: place(goal) }} />
          <span>{text('home.contractors.goal', { goal: formatNumber(goal) })}</span>
        </p>
      )}
    </Card>
  )
}
