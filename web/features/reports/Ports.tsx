import type { IndicatorReport } from '@hilo/contract/reports/indicators.ts'
import { portState } from '@hilo/domain/status.ts'
import { Card } from '../../kit/Page.tsx'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { PortShares } from '../../ui/plots/PortShares.tsx'
import { text } from '../../ui/text.ts'

/** Ports by state, as a bar and figures that link to the list. */
export function Ports({ ports, linked }: { ports: IndicatorReport['ports']; linked: boolean }) {
  const states = portState.all
    .map((state) => ({ state, count: ports.find((one) => one.state === state.value)?.count ?? 0 }))
    .toSorted((a, b) => b.count - a.count)
  const whole = states.reduce((sum, { count }) => sum + count, 0)
  const rows = states.map(({ state, count }) => ({
    state,
    count,
    shown: formatNumber(count),
    share: whole > 0 ? formatShare(count, whole) : '',
  }))
  return (
    <Card title={text('home.ports')} aside={<span className="ink-2">{formatNumber(whole)}</span>}>
      <PortShares rows={rows} linked={linked} />
    </Card>
  )
}
