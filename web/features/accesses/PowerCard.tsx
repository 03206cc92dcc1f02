import type { Access } from '@hilo/contract/accesses.ts'
import { useState } from 'react'
import { useCto } from '../../lists/panel/use-cto.ts'
import { Asked } from '../../ui/Asked.tsx'
import { Card } from '../../ui/Page.tsx'
import { PowerPlot } from '../../ui/optical-path/PowerPlot.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { text } from '../../ui/text.ts'
import { useHistory } from './use-line.ts'

const periods = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
type Period = keyof typeof periods

/** How the light of the ONT was in the last days. */
export function PowerCard({ access }: { access: Access }) {
  const [period, setPeriod] = useState<Period>('30d')
  const answer = useHistory(access)
  const cto = useCto(access.cto_id)
  if (!answer.isEnabled) return null
  return (
    <Card
      title={text('power.title')}
      aside={
        <Segments
          label={text('power.period')}
          options={(Object.keys(periods) as Period[]).map((value) => ({ value, text: text(`power.period.${value}`) }))}
          value={period}
          onChange={setPeriod}
        />
      }
    >
      <Asked answer={answer} height={290}>
        {({ record: { series, downs } }) => (
          <PowerPlot
            series={series}
            downs={downs}
            hours={periods[period]}
            opticClass={cto?.upstream.optic_class ?? 'B+'}
          />
        )}
      </Asked>
    </Card>
  )
}
