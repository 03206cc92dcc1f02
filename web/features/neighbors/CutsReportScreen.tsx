import { serverNow } from '../../api/clock.ts'
import type { CutGroup } from '@hilo/contract/reports/uncovered-cuts.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { addDays, dayOf } from '../../lists/state/days.ts'
import { QueryState, EmptyState } from '../../kit/QueryState.tsx'
import { formatDate, formatDuration, formatNumber } from '../../ui/format.ts'
import { Card, Page } from '../../kit/Page.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../../ui/text.ts'
import styles from './cuts.module.css'

/** Reported periods, in weeks. */
const spans = ['4', '13', '52'] as const
type Span = (typeof spans)[number]

/** Cuts without an intervention, by week, box and contractor. */
export function CutsReportScreen() {
  const { semanas } = useSearch({ strict: false }) as { semanas?: unknown }
  const navigate = useNavigate()
  const span = spans.find((one) => one === String(semanas)) ?? '4'
  const to = dayOf(serverNow())
  const answer = useCall('admin_vno/uncovered_cuts/report', { from: addDays(to, -7 * Number(span) + 1), to })
  return (
    <Page
      title={text('cuts.report.title')}
      lead={text('cuts.report.lead')}
      actions={<LinkButton to="/vno/vecinos/cortes">{text('cuts.report.list')}</LinkButton>}
    >
      <Segments
        label={text('cuts.report.span')}
        options={spans.map((value) => ({ value, text: text('cuts.report.weeks', { count: Number(value) }) }))}
        value={span}
        onChange={(value: Span) =>
          void navigate({ to: '/vno/vecinos/cortes/informe', search: { semanas: Number(value) }, replace: true })
        }
      />
      <QueryState answer={answer} height={260}>
        {({ groups, cuts, more }) =>
          groups.length === 0 ? (
            <Card label={text('cuts.report.title')}>
              <EmptyState title={text('list.uncovered_cuts.empty.title')}>
                <p>{text('list.uncovered_cuts.empty.text')}</p>
              </EmptyState>
            </Card>
          ) : (
            <Card title={text('cuts.report.total', { count: cuts })} bare>
              <Groups groups={groups} />
              {more && <p className="lines-xs ink-2 p-8-14">{text('cuts.report.more')}</p>}
            </Card>
          )
        }
      </QueryState>
    </Page>
  )
}

const columns = ['week', 'box', 'contractor', 'cuts', 'ports', 'dark', 'longest'] as const
/** On phones there is no table header: each cell has its label. */
const named = (column: (typeof columns)[number]) => ({ 'data-name': text(`cuts.report.${column}`) })

function Groups({ groups }: { groups: readonly CutGroup[] }) {
  return (
    <div className="scroll-x">
      <table className={`table small nowrap ${styles.groups}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {text(`cuts.report.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={`${group.week_from} ${group.cto.id} ${group.contractor?.id ?? ''}`}>
              <td {...named('week')}>{formatDate(`${group.week_from}T12:00`)}</td>
              <th scope="row" {...named('box')}>
                <Link
                  className="code"
                  to="/vno/vecinos/cortes"
                  search={{ cto_id: `${group.cto.id}~${boxLabel(group.cto.code)}` }}
                >
                  {boxLabel(group.cto.code)}
                </Link>
              </th>
              <td {...named('contractor')}>{group.contractor?.name ?? text('cuts.report.unknown')}</td>
              <td {...named('cuts')}>{formatNumber(group.cuts, 0)}</td>
              <td {...named('ports')}>{formatNumber(group.ports, 0)}</td>
              <td {...named('dark')}>{formatNumber(group.dark, 0)}</td>
              <td {...named('longest')}>{group.longest_s === null ? '–' : formatDuration(group.longest_s)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
