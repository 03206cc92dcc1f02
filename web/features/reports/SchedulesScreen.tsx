import type { ReportSchedule } from '@hilo/contract/report-schedules.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { send as sendCall } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { fileName, saveFile } from '../../lists/download/save-file.ts'
import { Icon } from '../../lists/icons.tsx'
import '../../lists/lists.css'
import { Asked, Empty } from '../../ui/Asked.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Card, Page } from '../../ui/Page.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { hourText } from './schedule-words.ts'
import { refreshSchedules, ScheduleForm, schedulesQuery } from './ScheduleForm.tsx'
import styles from './schedules.module.css'

/** Reports that come by themselves. */
export function SchedulesScreen() {
  const answer = useCall('admin_vno/reports/schedules/get', schedulesQuery)
  const [open, setOpen] = useState<ReportSchedule | 'new' | null>(null)
  const may = session.can('dashboardReports_create', 'dashboardReports.schedule_create')
  const create = may && (
    <button type="button" className="hl-button hl-main-button" aria-haspopup="dialog" onClick={() => setOpen('new')}>
      <Icon name="plus" size={16} />
      {text('reports.schedule.new')}
    </button>
  )
  return (
    <Page
      narrow
      title={text('reports.schedules.title')}
      lead={text('reports.schedules.lead')}
      actions={
        <>
          <Link className="hl-button" to="/vno/informes">
            {text('reports.schedules.back')}
          </Link>
          {create}
        </>
      }
    >
      <Asked answer={answer} height={260}>
        {({ records }) =>
          records.length === 0 ? (
            <Card label={text('reports.schedules.title')}>
              <Empty title={text('reports.schedules.none')}>
                <p>{text('reports.schedules.none.text')}</p>
              </Empty>
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
      </Asked>
      {open !== null && <ScheduleForm schedule={open === 'new' ? null : open} close={() => setOpen(null)} />}
    </Page>
  )
}

/** One's own may be changed; the neutral operator sees the others' too. */
const own = ({ vno_id }: ReportSchedule) => (session.get().accountType === 'ad' ? vno_id === null : true)

async function saveLast(id: number): Promise<void> {
  try {
    const answer = await sendCall('files/download', { file_id: id, disposition: 'attachment' })
    saveFile(await answer.blob(), fileName(answer, 'informe'))
  } catch (error) {
    toast.error(problemText(error))
  }
}

function Row({ schedule, edit }: { schedule: ReportSchedule; edit: () => void }) {
  const { name, period, hour, format, recipients, enabled, next_at, last_at, last_file_id, vno } = schedule
  const to = recipients.length === 0 ? text('reports.schedule.toNobody') : recipients.join(', ')
  return (
    <li className={styles.row}>
      <Shape kind={enabled ? 'disc' : 'ring'} tone={enabled ? 'success' : 'medium'} size={12} />
      <div>
        <h2>{name}</h2>
        <p>
          {text(`reports.schedule.when.${period}`, { hour: hourText(hour) })}, {format.toUpperCase()}
        </p>
        <p>{to}</p>
        {vno && session.get().accountType === 'ad' && <p>{vno.name}</p>}
        <p>
          {next_at === null
            ? text('reports.schedule.paused')
            : text('reports.schedule.next', { at: formatDateTime(next_at) })}
          {last_at !== null && ` · ${text('reports.schedule.last', { at: formatDateTime(last_at) })}`}
        </p>
      </div>
      <span className={styles.acts}>
        {last_file_id !== null && (
          <button type="button" className="hl-button hl-small" onClick={() => void saveLast(last_file_id)}>
            {text('reports.schedule.download')}
          </button>
        )}
        {own(schedule) && <Acts schedule={schedule} edit={edit} />}
      </span>
    </li>
  )
}

function Acts({ schedule, edit }: { schedule: ReportSchedule; edit: () => void }) {
  const { id, version, enabled, name } = schedule
  const { send, sending, problem } = useSend('admin_vno/reports/schedule')
  const act = async (input: { enabled: boolean } | { delete: true }, said: string) => {
    const sent = await send({ id, version, ...input })
    if (!sent?.answer) return
    toast.success(said)
    await refreshSchedules()
  }
  return (
    <>
      {session.can('dashboardReports_create', 'dashboardReports.schedule_create') && (
        <>
          <button
            type="button"
            className="hl-button hl-small"
            aria-busy={sending}
            aria-label={text(enabled ? 'reports.schedule.pause.of' : 'reports.schedule.resume.of', { name })}
            onClick={() =>
              void act(
                { enabled: !enabled },
                text(enabled ? 'reports.schedule.pause.done' : 'reports.schedule.resume.done'),
              )
            }
          >
            {text(enabled ? 'reports.schedule.pause' : 'reports.schedule.resume')}
          </button>
          <button
            type="button"
            className="hl-button hl-small"
            aria-label={text('reports.schedule.change.of', { name })}
            aria-haspopup="dialog"
            onClick={edit}
          >
            {text('reports.schedule.change')}
          </button>
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
      <button
        type="button"
        className="hl-button hl-small"
        aria-label={text('reports.schedule.remove.of', { name })}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {text('reports.schedule.remove')}
      </button>
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
