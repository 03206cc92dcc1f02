import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { Card } from '../../kit/Page.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { ScheduledReport, schedulesQuery } from '../../lists/ScheduledReport.tsx'
import { text } from '../../ui/text.ts'

/** Reports that come by themselves: what each holds, to whom it goes and when. Edited on their own page. */
export function ScheduledReports() {
  const may = session.can('dashboardReports_view')
  const answer = useCall('admin_vno/reports/schedules/get', schedulesQuery, { enabled: may })
  if (!may) return null
  return (
    <Card
      title={text('reports.schedules.title')}
      aside={
        <LinkButton size="small" to="/vno/informes/programados">
          {text('settings.reports.edit')}
        </LinkButton>
      }
      bare
    >
      <QueryState answer={answer} height={120}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="px-16 ink-2 padded">{text('reports.schedules.none.text')}</p>
          ) : (
            <ul>
              {records.map((schedule) => (
                <ScheduledReport key={schedule.id} schedule={schedule} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  )
}
