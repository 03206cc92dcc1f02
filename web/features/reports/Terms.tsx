import type { OperatorTerms } from '@hilo/contract/reports/indicators.ts'
import { formatNumber } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { Figures } from '../../ui/plots/FigureTable.tsx'
import { text } from '../../ui/text.ts'
import { figureText } from './figure-text.ts'

const named = { install: 'install_days', repair: 'repair_hours', restore: 'neighbour_restore_minutes' } as const
type Term = keyof typeof named
const terms = Object.keys(named) as Term[]

/** "96,4 % de 28, en 4 días" */
function keptText(term: Term, { agreed, part, whole }: OperatorTerms[Term]): string {
  if (whole === 0) return '–'
  const share = figureText((100 * part) / whole, 'pct')
  const met = text('reports.partOf', { part: formatNumber(part), whole: formatNumber(whole) })
  const limit = agreed !== null && `${formatNumber(agreed)}\u00a0${text(`operators.unit.${named[term]}`)}`
  return [share, met, limit].filter(Boolean).join(', ')
}

/** Agreed times of each operator, and the share of orders that met them. */
export function Terms({ operators }: { operators: readonly OperatorTerms[] }) {
  const title = text('reports.terms')
  return (
    <Card title={title}>
      <p className="small ink-2">{text('reports.terms.hint')}</p>
      {operators.length === 0 ? (
        <p className="ink-2">{text('reports.terms.none')}</p>
      ) : (
        <Figures
          caption={title}
          heads={['report.operator', ...terms.map((term) => `reports.head.${term}`)].map((head) => text(head))}
          rows={operators.map((one) => ({
            key: String(one.vno.id),
            name: one.vno.name,
            cells: terms.map((term) => ({ shown: keptText(term, one[term]) })),
          }))}
        />
      )}
    </Card>
  )
}
