import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../api/query.ts'
import { Card } from '../../kit/Page.tsx'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { PortShares } from '../../ui/plots/PortShares.tsx'
import { text } from '../../ui/text.ts'
import { portsIn, portStates } from './queries.ts'
import { formatTotal } from './total.ts'

/** Ports by state, as a bar and figures that link to the list. */
export function PortStates() {
  const answers = useQueries({ queries: portStates.map(({ value }) => portsIn(value)) }, queryClient)
  const states = portStates.map((state, index) => ({ state, total: answers[index]?.data?.total }))
  const ordered = states.toSorted((a, b) => (b.total?.value ?? 0) - (a.total?.value ?? 0))
  const whole = states.reduce((sum, { total }) => sum + (total?.value ?? 0), 0)
  const rows = ordered.map(({ state, total }) => ({
    state,
    count: total?.value ?? 0,
    shown: formatTotal(total),
    share: total && whole > 0 ? formatShare(total.value, whole) : '',
  }))
  return (
    <Card title={text('home.ports')} aside={<span className="ink-2">{whole > 0 ? formatNumber(whole) : ''}</span>}>
      <PortShares rows={rows} linked />
    </Card>
  )
}
