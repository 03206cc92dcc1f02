import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { useLive } from '../../api/stream.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { saveFile } from '../../lists/download/save-file.ts'
import { NoRecord } from '../../lists/panel/NoRecord.tsx'
import { useRouteId } from '../../lists/panel/RecordPage.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import '../../lists/lists.css'
import { ReportSheet } from './ReportSheet.tsx'
import styles from './report.module.css'

async function savePdf({ pdf_file_id: id, event }: Report): Promise<void> {
  if (id === null) return
  try {
    const response = await send('files/download', { file_id: id, disposition: 'attachment' })
    saveFile(await response.blob(), `${event.code}.pdf`)
  } catch (error) {
    toast.error(problemText(error))
  }
}

/** Quality report of an intervention, printable. */
export function QualityReportScreen() {
  const id = useRouteId()
  useLive()
  const answer = useCall('admin_vno/neighbors/qualityReport', { event_id: id })
  const report = answer.data?.record
  if (!report) {
    if (answer.isPending)
      return (
        <div
          className={`edge surface ${styles.waiting}`}
          role="status"
          aria-busy="true"
          aria-label={text('home.loading')}
        />
      )
    return <NoRecord error={answer.error} retry={() => void answer.refetch()} />
  }
  return (
    <div className={`grid gap-12 packed ${styles.screen} middle-x`}>
      <div className={`flex gap-8 wrap ${styles.acts}`}>
        {report.vno_id === null ? (
          // The neighbour's operator may see the report, but not another operator's intervention.
          <LinkButton to="/vno/vecinos/desconectados">{text('report.back.cases')}</LinkButton>
        ) : (
          <LinkButton to="/vno/intervenciones/$id" params={{ id: String(id) }}>
            {text('report.back')}
          </LinkButton>
        )}
        <span className="grow phone-hidden" />
        {report.pdf_file_id !== null && <Button onClick={() => void savePdf(report)}>{text('report.pdf')}</Button>}
        <Button kind="main" onClick={() => window.print()}>
          {text('report.print')}
        </Button>
      </div>
      <ReportSheet report={report} />
    </div>
  )
}
