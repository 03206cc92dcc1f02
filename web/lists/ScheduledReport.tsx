import type { ReportSchedule } from '@hilo/contract/reports/report-schedules.ts'
import type { ReactNode } from 'react'
import { send } from '../api/call.ts'
import { problemText } from '../api/problem-text.ts'
import { session } from '../api/session.ts'
import { Button } from '../kit/Button.tsx'
import { toast } from '../kit/toasts.tsx'
import { formatDateTime, formatTime } from '../ui/format.ts'
import { Shape } from '../ui/shapes/Shape.tsx'
import { text } from '../ui/text.ts'
import { fileName, saveFile } from './download/save-file.ts'
import styles from './scheduled-report.module.css'

export const schedulesQuery = { limit: 100 } as const

/** "7:00 a. m." */
export const hourText = (hour: number): string => formatTime(new Date(2026, 0, 1, hour))

async function saveLast(id: number): Promise<void> {
  try {
    const answer = await send('files/download', { file_id: id, disposition: 'attachment' })
    saveFile(await answer.blob(), fileName(answer, 'informe'))
  } catch (error) {
    toast.error(problemText(error))
  }
}

interface ScheduledReportProps {
  schedule: ReportSchedule
  /** Buttons beside that of the last file. */
  children?: ReactNode
}

/** A scheduled report: what it holds, when it comes, to whom it goes, and its last file. */
export function ScheduledReport({ schedule, children }: ScheduledReportProps) {
  const { name, report, period, hour, format, recipients, enabled, next_at, last_at, last_file_id, vno } = schedule
  const to = recipients.length === 0 ? text('reports.schedule.toNobody') : recipients.join(', ')
  const last = last_at === null ? '' : ` · ${text('reports.schedule.last', { at: formatDateTime(last_at) })}`
  return (
    <li className={styles.row}>
      <Shape kind={enabled ? 'disc' : 'ring'} tone={enabled ? 'success' : 'medium'} size={12} />
      <div>
        <h2>{name}</h2>
        <p className="small ink-2">{text(`reports.schedule.holds.${report}`)}</p>
        <p className="small ink-2">
          {text(`reports.schedule.when.${period}`, { hour: hourText(hour) })}, {format.toUpperCase()}
        </p>
        <p className="small ink-2 anywhere">{text('reports.schedule.to', { to })}</p>
        {vno && session.isNeutral() && <p className="small ink-2">{vno.name}</p>}
        <p className="small ink-2">
          {next_at === null
            ? text('reports.schedule.paused')
            : text('reports.schedule.next', { at: formatDateTime(next_at) })}
          {last}
        </p>
      </div>
      <span className={`flex wrap end gap-6 ${styles.acts} phone-column-2`}>
        {last_file_id !== null && (
          <Button size="small" onClick={() => void saveLast(last_file_id)}>
            {text('reports.schedule.download')}
          </Button>
        )}
        {children}
      </span>
    </li>
  )
}
