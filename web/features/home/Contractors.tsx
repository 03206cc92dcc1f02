import type { ContractorRate } from '@hilo/contract/reports/reports.ts'
import { Card } from '../../kit/Page.tsx'
import { LoadingPlaceholder } from '../../kit/QueryState.tsx'
import { formatNumber } from '../../ui/format.ts'
import { harmGoal } from '../../ui/plots/harm-goal.ts'
import { RateBars } from '../../ui/plots/RateBars.tsx'
import { text } from '../../ui/text.ts'

/** Share of interventions that left a neighbour dark, by contractor; a tick marks the previous period. */
export function Contractors({ rates, month }: { rates: readonly ContractorRate[] | undefined; month: boolean }) {
  const title = text('home.contractors')
  return (
    <Card title={title}>
      <p className="small ink-2">{text(month ? 'home.contractors.month' : 'home.contractors.week')}</p>
      <div>
        {rates === undefined && <LoadingPlaceholder height={150} />}
        {rates?.length === 0 && <p className="small ink-2">{text('home.contractors.none')}</p>}
        {rates && rates.length > 0 && (
          <RateBars
            label={title}
            goal={harmGoal()}
            rates={rates.map(({ contractor: { id, name }, harmed_rate: rate, previous, interventions }) => ({
              key: String(id),
              name,
              value: rate,
              shown: formatNumber(rate, 1),
              before: previous,
              said: `${name}: ${formatNumber(rate, 1)} %, ${text('home.contractors.of', { count: interventions })}`,
              place: {
                to: '/vno/intervenciones',
                search: { created_at: month ? 'mes' : 'semana', contractor_id: `${id}~${name}` },
              },
              alarm: rate > harmGoal().value,
            }))}
          />
        )}
      </div>
    </Card>
  )
}
