import type { PowerHistory as History } from '@hilo/contract/accesses/ont.ts'
import { limits, type OpticClass } from '@hilo/domain/optics.ts'
import type { ComponentProps, ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { Card } from '../../kit/Page.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../text.ts'
import { useUrlChoice } from '../use-url-choice.ts'
import { PowerPlot, PowerPlotKey, type PlotEvent } from './PowerPlot.tsx'
import { usualOf, type Usual } from './power-scale.ts'

const daysOf = { '30d': 30, '7d': 7, '24h': 1 } as const
const periods = ['30d', '7d', '24h'] as const
const day = 86_400_000

/** Outages of the last `days` days: the OLT's log goes back further. */
const lately = <T extends { at: string }>(downs: readonly T[], days: number): T[] =>
  downs.filter(({ at }) => Date.parse(at) > serverNow() - days * day)

interface PowerHistoryProps {
  title: string
  answer: ComponentProps<typeof QueryState<{ record: Pick<History, 'series' | 'downs'> }>>['answer']
  opticClass: OpticClass
  /** Baseline of the line; computed from the readings if not given. */
  usual?: Usual | null
  events?: readonly PlotEvent[]
  children?: ReactNode
}

/** Power of up to 30 days against the baseline, with outages. */
export function PowerHistory({ title, answer, opticClass, usual, events = [], children }: PowerHistoryProps) {
  const [period, setPeriod] = useUrlChoice('luz', periods)
  const { good, low } = limits('ont', opticClass)
  const days = daysOf[period]
  return (
    <Card
      title={title}
      aside={
        <Segments
          label={text('power.period')}
          options={periods.toReversed().map((value) => ({ value, text: text(`power.period.${value}`) }))}
          value={period}
          onChange={setPeriod}
        />
      }
    >
      <QueryState answer={answer} height={284}>
        {({ record: { series, downs } }) => {
          const habit = usual ?? usualOf(series)
          return (
            <>
              <PowerPlot
                series={series}
                usual={habit}
                downs={downs}
                events={events}
                warn={good}
                fail={low}
                days={days}
              />
              <PowerPlotKey usual={habit} downs={lately(downs, days)} />
            </>
          )
        }}
      </QueryState>
      {children}
    </Card>
  )
}
