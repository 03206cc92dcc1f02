import type { ReportSchedule } from '@hilo/contract/reports/report-schedules.ts'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Icon } from '../../lists/icons.tsx'
import '../../lists/lists.css'
import { ScheduledReport, schedulesQuery } from '../../lists/ScheduledReport.tsx'
import { QueryState, EmptyState } from '../../kit/QueryState.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { refreshSchedules, ScheduleForm } from './ScheduleForm.tsx'

/** Scheduled reports. */
export function SchedulesScreen() {
  const answer = useCall('admin_vno/reports/schedules/get', schedulesQuery)
  const [open, setOpen] = useState<ReportSchedule | 'new' | null>(null)
  const may = session.can('dashboardReports_create', 'dashboardReports.schedule_create')
  const create = may && (
    <Button kind="main" aria-haspopup="dialog" onClick={() => setOpen('new')}>
      <Icon name="plus" size={16} />
      {text('reports.schedule.new')}
    </Button>
  )
  return (
    <Page
      narrow
      title={text('reports.schedules.title')}
      lead={text('reports.schedules.lead')}
      actions={
        <>
          <LinkButton to="/vno/informes">{text('reports.schedules.back')}</LinkButton>
          {create}
        </>
      }
    >
      <QueryState answer={answer} height={260}>
        {({ records }) =>
          records.length === 0 ? (
            <Card label={text('reports.schedules.title')}>
              <EmptyState title={text('reports.schedules.none')}>
                <p>{text('reports.schedules.none.text')}</p>
              </EmptyState>
            </Card>
          ) : (
            <Card label={text('reports.schedules.title')} bare>
              <ul>
                {records.map((schedule) => (
                  <Row key={schedule.id} schedule={schedule} edit={() => setOpen(schedule)} />
                ))}
              </ul>
            </Card>
          )
        }
      </QueryState>
      {open !== null && <ScheduleForm schedule={open === 'new' ? null : open} close={() => setOpen(null)} />}
    </Page>
  )
}

/** Only own schedules are editable; the neutral operator also sees those of others. */
const own = ({ vno_id }: ReportSchedule) => (session.isNeutral() ? vno_id === null : true)

function Row({ schedule, edit }: { schedule: ReportSchedule; edit: () => void }) {
  return (
    <ScheduledReport schedule={schedule}>{own(schedule) && <Acts schedule={schedule} edit={edit} />}</ScheduledReport>
  )
}

function Acts({ schedule, edit }: { schedule: ReportSchedule; edit: () => void }) {
  const { id, version, enabled, name } = schedule
  const { send, sending, problem } = useSend('admin_vno/reports/schedule')
  const act = async (input: { enabled: boolean } | { delete: true }, message: string) => {
    const sent = await send({ id, version, ...input })
    if (!sent?.answer) return
    toast.success(message)
    await refreshSchedules()
  }
  return (
    <>
      {session.can('dashboardReports_create', 'dashboardReports.schedule_create') && (
        <>
          <Button
            size="small"
            busy={sending}
            aria-label={text(enabled ? 'reports.schedule.pause.of' : 'reports.schedule.resume.of', { name })}
            onClick={() =>
              void act(
                { enabled: !enabled },
                text(enabled ? 'reports.schedule.pause.done' : 'reports.schedule.resume.done'),
              )
            }
          >
            {text(enabled ? 'reports.schedule.pause' : 'reports.schedule.resume')}
          </Button>
          <Button
            size="small"
            aria-label={text('reports.schedule.change.of', { name })}
            aria-haspopup="dialog"
            onClick={edit}
          >
            {text('reports.schedule.change')}
          </Button>
        </>
      )}
      {session.can('dashboardReports_delete') && (
        <Remove name={name} remove={() => void act({ delete: true }, text('reports.schedule.removed'))} />
      )}
      {problem !== null && <p role="alert">{problem}</p>}
    </>
  )
}

function Remove({ name, remove }: { name: string; remove: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-label={text('reports.schedule.remove.of', { name })}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {text('reports.schedule.remove')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={text('reports.schedule.remove.of', { name })}
          sentence={text('reports.schedule.remove.text')}
          yes={text('reports.schedule.remove')}
          confirm={remove}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}
