import type { ReportDay } from '@hilo/contract/reports/reports.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { Card } from '../../kit/Page.tsx'
import { formatDate } from '../../ui/format.ts'
import { dayName, noonOf, outcomeLooks, outcomeParts } from '../../ui/plots/outcomes.ts'
import { Legend, StackPlot } from '../../ui/plots/StackPlot.tsx'
import { text } from '../../ui/text.ts'

/** Interventions by opening day and current state. */
export function DaysPlot({ days }: { days: readonly ReportDay[] | undefined }) {
  const phone = usePhone()
  const height = phone ? 240 : 296
  const parts = outcomeParts()
  const bars = days?.slice(phone ? -7 : 0).map((day) => ({
    key: day.day,
    short: dayName(noonOf(day.day)),
    name: formatDate(noonOf(day.day)),
    values: outcomeLooks.map(([key]) => day[key]),
    place: { to: '/vno/intervenciones', search: { created_at: `${day.day}..${day.day}` } },
  }))
  return (
    <Card title={text('home.days')} aside={<Legend parts={parts} />}>
      <div style={{ minHeight: height + 8 }}>
        {bars && <StackPlot label={text('home.days')} parts={parts} bars={bars} height={height} />}
      </div>
    </Card>
  )
}
