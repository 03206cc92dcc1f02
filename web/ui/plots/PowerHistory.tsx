import type { PowerHistory as History } from '@hilo/contract/ont.ts'
import { limits, type OpticClass } from '@hilo/domain/optics.ts'
import type { ComponentProps, ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { Asked } from '../Asked.tsx'
import { Card } from '../Page.tsx'
import { Segments } from '../Segments.tsx'
import { text } from '../text.ts'
import { useWord } from '../use-word.ts'
import { PowerPlot, PowerPlotKey, type PlotEvent } from './PowerPlot.tsx'
import { usualOf, type Usual } from './power-scale.ts'

const daysOf = { '30d': 30, '7d': 7, '24h': 1 } as const
const periods = ['30d', '7d', '24h'] as const
const day = 86_400_000

/** Those of the last days: the OLT remembers older ones too. */
const lately = <T extends { at: string }>(downs: readonly T[], days: number): T[] =>
  downs.filter(({ at }) => Date.parse(at) > serverNow() - days * day)

interface PowerHistoryProps {
  title: string
  answer: ComponentProps<typeof Asked<{ record: Pick<History, 'series' | 'downs'> }>>['answer']
  opticClass: OpticClass
  /** Where nothing is known of it, what the readings themselves tell. */
  usual?: Usual | null
  events?: readonly PlotEvent[]
  children?: ReactNode
}

/** The power of up to 30 days against what is usual, and when there was no light. */
export function PowerHistory({ title, answer, opticClass, usual, events = [], children }: PowerHistoryProps) {
  const [period, setPeriod] = useWord('luz', periods)
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
      <Asked answer={answer} height={284}>
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
      </Asked>
      {children}
    </Card>
  )
}
