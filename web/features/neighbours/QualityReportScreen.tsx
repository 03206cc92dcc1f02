import type { Report } from '@hilo/contract/neighbors.ts'
import { Link } from '@tanstack/react-router'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { useLive } from '../../api/stream.ts'
import { saveFile } from '../../lists/download/save-file.ts'
import { NoRecord } from '../../lists/panel/NoRecord.tsx'
import { useRouteId } from '../../lists/panel/RecordPage.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
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

/** What an intervention did to its neighbours, as a sheet that can be printed and kept. */
export function QualityReportScreen() {
  const id = useRouteId()
  useLive()
  const answer = useCall('admin_vno/neighbors/qualityReport', { event_id: id })
  const report = answer.data?.record
  if (!report) {
    if (answer.isPending) return <div className={styles.waiting} aria-busy="true" aria-label={text('home.loading')} />
    return <NoRecord error={answer.error} retry={() => void answer.refetch()} />
  }
  return (
    <div className={styles.screen}>
      <div className={styles.acts}>
        <Link className="hl-button" to="/vno/intervenciones/$id" params={{ id: String(id) }}>
          {text('report.back')}
        </Link>
        <span />
        {report.pdf_file_id !== null && (
          <button type="button" className="hl-button" onClick={() => void savePdf(report)}>
            {text('report.pdf')}
          </button>
        )}
        <button type="button" className="hl-button hl-main-button" onClick={() => window.print()}>
          {text('report.print')}
        </button>
      </div>
      <ReportSheet report={report} />
    </div>
  )
}
