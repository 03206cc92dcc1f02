import type { ReportDay } from '@hilo/contract/reports.ts'
import { usePhone } from '../../lists/use-media.ts'
import { formatDate } from '../../ui/format.ts'
import { dayName, noonOf, outcomeLooks, outcomeParts } from '../../ui/plots/outcomes.ts'
import { Legend, StackPlot } from '../../ui/plots/StackPlot.tsx'
import { text } from '../../ui/text.ts'
import { Card } from './Card.tsx'
import styles from './home.module.css'

/** Interventions opened each day, by how they stand now. */
export function DaysPlot({ days }: { days: readonly ReportDay[] | undefined }) {
  const phone = usePhone()
  const parts = outcomeParts()
  const bars = days?.slice(phone ? -7 : 0).map((day) => ({
    key: day.day,
    short: dayName(noonOf(day.day)),
    name: formatDate(noonOf(day.day)),
    values: outcomeLooks.map(([key]) => day[key]),
    place: { to: '/vno/intervenciones', search: { created_at: `${day.day}..${day.day}` } },
  }))
  return (
    <Card title={text('home.days')} note={<Legend parts={parts} />}>
      <div className={styles.plot}>
        {bars && <StackPlot label={text('home.days')} parts={parts} bars={bars} height={phone ? 240 : 296} />}
      </div>
    </Card>
  )
}
